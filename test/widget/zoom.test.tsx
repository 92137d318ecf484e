import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { LogExplorer } from '../../src/widget/LogExplorer.tsx'
import { fakeConfig } from '../support/renderHooks.tsx'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const rows = () => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? 1) - 1

/** Zooms to the first bars of the chart, by keyboard. */
function zoomIn() {
  const bars = screen.getByRole('slider', { name: 'Logs over blocks' })
  fireEvent.keyDown(bars, { key: 'Home' })
  fireEvent.keyDown(bars, { key: 'PageUp', shiftKey: true })
  fireEvent.keyDown(bars, { key: 'Enter' })
}

test('what was typed and not sent outlives a zoom, in and out; the form shows its blocks', async () => {
  const { config } = fakeConfig()
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <LogExplorer config={config} defaultQuery={{ fromBlock: 0n }} pollingInterval={3_600_000} />
      </QueryClientProvider>
    </StrictMode>,
  )
  await waitFor(() => expect(rows()).toBeGreaterThan(10))
  const all = rows()
  write('Contracts', '0x12')
  field('Contracts').focus()

  zoomIn()
  await waitFor(() => expect(rows()).toBeLessThan(all))
  expect(field('Contracts')).toHaveValue('0x12')
  expect(field('To block').value).toMatch(/^\d+$/)
  const zoomed = field('To block').value

  // Blocks that are being written stay as well.
  write('From block', '7')
  fireEvent.click(screen.getByRole('button', { name: 'All blocks' }))
  await waitFor(() => expect(rows()).toBe(all))
  expect(field('Contracts')).toHaveValue('0x12')
  expect(field('From block')).toHaveValue('7')
  expect(field('To block')).toHaveValue(zoomed)
})
