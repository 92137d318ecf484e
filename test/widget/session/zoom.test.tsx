import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeConfig } from '../../support/renderHooks.tsx'
import { renderExplorer } from '../renderExplorer.tsx'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const rows = () => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? 1) - 1

/** Zooms to the first bars of the chart, by keyboard. */
async function zoomIn() {
  // By selector, here and below: querying roles in the whole explorer is slow.
  const bars = await waitFor(() => {
    const found = document.querySelector('.topic0-block-histogram [role=slider]')
    expect(found).not.toBeNull()
    return found!
  })
  fireEvent.keyDown(bars, { key: 'Home' })
  fireEvent.keyDown(bars, { key: 'PageUp', shiftKey: true })
  fireEvent.keyDown(bars, { key: 'Enter' })
}

test('unsent input survives a zoom; the form shows the zoomed blocks, which can be undone', async () => {
  const { config } = fakeConfig()
  renderExplorer({ config, defaultQuery: { fromBlock: 0n } })
  await waitFor(() => expect(rows()).toBe(600))
  write('Contracts', '0x12')
  field('Contracts').focus()

  await zoomIn()
  await waitFor(() => expect(rows()).toBeLessThan(600))
  expect(field('Contracts')).toHaveValue('0x12')
  expect(field('To block').value).toMatch(/^\d+$/)
  // Typing continues at the same place.
  write('Contracts', '0x123')
  fireEvent.keyDown(field('Contracts'), { key: 'z', ctrlKey: true })
  fireEvent.keyDown(field('Contracts'), { key: 'z', ctrlKey: true })
  expect(field('To block')).toHaveValue('')
  expect(field('Contracts')).toHaveValue('0x12')
})
