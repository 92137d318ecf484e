import { act, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { useNow } from '../../../src/components/ui/useNow.ts'

function Now({ ticks = true }: { ticks?: boolean }) {
  return <output>{useNow(ticks)}</output>
}

test('a second that begins while React renders is no change', () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  let now = 1_000
  // Each look at the clock takes most of a second.
  vi.spyOn(Date, 'now').mockImplementation(() => (now += now < 8_000 ? 900 : 0))
  render(
    <StrictMode>
      <Now />
    </StrictMode>,
  )
  expect(errors).not.toHaveBeenCalled()
})

test('ticks each second, but only while enabled', () => {
  vi.useFakeTimers({ now: 5_400 })
  const { container, rerender } = render(<Now />)
  expect(container).toHaveTextContent('5000')
  act(() => void vi.advanceTimersByTime(3_000))
  expect(container).toHaveTextContent('8000')
  rerender(<Now ticks={false} />)
  expect(vi.getTimerCount()).toBe(0)
})
