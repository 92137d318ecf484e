import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BlockHistogram } from '../../../src/components/BlockHistogram/BlockHistogram.tsx'
import type { Coverage } from '../../../src/logs/Coverage.ts'
import { makeRow } from '../makeRow.ts'

const error = new Error('No.')
const coverage: Coverage = {
  verified: [{ from: 1_000n, to: 1_099n }],
  trimmed: [],
  pending: [],
  failed: [{ range: { from: 1_100n, to: 1_199n }, error }],
}
const stateOf = (container: HTMLElement) => container.firstElementChild?.getAttribute('data-state')

test('an error in other blocks does not mark the shown ones as incomplete', () => {
  const logs = [makeRow(5)]
  const show = (zoom: { from: bigint; to: bigint }) => (
    <BlockHistogram {...{ logs, coverage, error, zoom }} status="error" />
  )
  const { container, rerender } = render(show({ from: 1_050n, to: 1_059n }))
  expect(stateOf(container)).toBe('empty')
  rerender(show({ from: 1_100n, to: 1_109n }))
  expect(stateOf(container)).toBe('failed')
})

test('a zoom ends with its query: that of other blocks is shown whole', () => {
  const show = (from: bigint) => <BlockHistogram logs={[]} range={{ from, to: from + 99n }} />
  const { rerender } = render(show(1_000n))
  const slider = screen.getByRole('slider')
  fireEvent.keyDown(slider, { key: 'ArrowRight', shiftKey: true })
  fireEvent.keyDown(slider, { key: 'Enter' })
  expect(screen.getByRole('button', { name: 'All blocks' })).toBeVisible()
  rerender(show(5_000n))
  expect(screen.queryByRole('button', { name: 'All blocks' })).toBeNull()
})

test('a press that outlasts its bars leads nowhere', () => {
  const onJump = vi.fn<(block: bigint) => void>()
  const range = { from: 1_000n, to: 1_099n }
  const { container, rerender } = render(<BlockHistogram logs={[]} range={range} onJump={onJump} />)
  const plot = container.querySelector('.topic0-block-histogram-plot')!
  Object.assign(plot, { setPointerCapture: () => {} })
  fireEvent.pointerDown(plot, { button: 0 })
  rerender(<BlockHistogram logs={undefined} onJump={onJump} />)
  fireEvent.pointerUp(plot)
  expect(onJump).not.toHaveBeenCalled()
})

test('Shift and an arrow key extend the last selection, not one before it', () => {
  const range = { from: 1_000n, to: 1_099n }
  const { container } = render(<BlockHistogram logs={[]} range={range} />)
  const plot = container.querySelector('.topic0-block-histogram-plot')!
  Object.assign(plot, {
    setPointerCapture: () => {},
    getBoundingClientRect: () => new DOMRect(0, 0, 100, 10),
  })
  const extend = () =>
    fireEvent.keyDown(screen.getByRole('slider', { name: /^Logs by block/ }), {
      key: 'ArrowRight',
      shiftKey: true,
    })
  extend()
  fireEvent.pointerDown(plot, { button: 0, clientX: 50 })
  fireEvent.pointerMove(plot, { clientX: 60 })
  fireEvent.pointerUp(plot, { clientX: 60 })
  extend()
  const start = screen.getByRole('slider', { name: 'First block selected' })
  expect(start).toHaveAttribute('aria-valuetext', 'block 1,060')
})
