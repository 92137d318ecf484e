import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { FilterBuilder } from '../../../src/components/FilterBuilder/FilterBuilder.tsx'
import type { LogSearch } from '../../../src/logs/filter/LogSearch.ts'
import { other, press, token, write } from './form.ts'

describe('on another network', () => {
  const first: LogSearch = { address: token, fromBlock: 10n, toBlock: 20n }
  const text = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

  test('shows its query where nothing was typed, without an undo step', () => {
    const { rerender } = render(<FilterBuilder chainId={1} value={first} />)
    rerender(<FilterBuilder chainId={2} value={undefined} />)
    expect([text('Contracts'), text('From block')]).toEqual(['', ''])
    rerender(<FilterBuilder chainId={2} value={{ fromBlock: 7n }} />)
    expect(text('From block')).toBe('7')
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  })

  test.each([
    ['at once', [{ address: other, fromBlock: 7n }]],
    ['once its head is known', [undefined, { fromBlock: 7n }]],
  ])('keeps unsent input, with blocks of that network: %s', (_, values) => {
    const { rerender } = render(<FilterBuilder chainId={1} value={first} />)
    write('Contracts', `${token}, 0x12`)
    for (const value of values) rerender(<FilterBuilder chainId={2} value={value} />)
    expect(text('Contracts')).toBe(`${token}, 0x12`)
    expect([text('From block'), text('To block')]).toEqual(['7', ''])
    rerender(<FilterBuilder chainId={1} value={first} />)
    expect(text('Contracts')).toBe(`${token}, 0x12`)
    expect([text('From block'), text('To block')]).toEqual(['10', '20'])
  })

  test('redone input counts as typed', () => {
    const { rerender } = render(<FilterBuilder chainId={1} value={first} />)
    write('Contracts', `${token}, 0x12`)
    write('From block', '12')
    for (const name of ['Undo', 'Undo', 'Redo', 'Redo']) press(name)
    rerender(<FilterBuilder chainId={2} value={{ fromBlock: 7n }} />)
    expect([text('Contracts'), text('From block')]).toEqual([`${token}, 0x12`, '12'])
  })

  test.each([
    ['taken back', () => press('Undo')],
    ['deleted again', () => write('Contracts', token)],
    ['reset', () => press('Reset')],
  ])('does not keep input that was typed and %s', (_, undo) => {
    const { rerender } = render(<FilterBuilder chainId={1} value={first} resetValue={{ fromBlock: 1n }} />)
    write('Contracts', `${token}, 0x12`)
    undo()
    rerender(<FilterBuilder chainId={2} value={{ address: other, fromBlock: 7n }} />)
    expect([text('Contracts'), text('From block'), text('To block')]).toEqual([other, '7', ''])
  })

  test('keeps input that was sent and then undone', () => {
    const { rerender } = render(<FilterBuilder chainId={1} value={first} />)
    write('Contracts', other)
    fireEvent.submit(screen.getByRole('form', { name: 'Filter' }))
    rerender(<FilterBuilder chainId={1} value={{ ...first, address: other }} />)
    press('Undo')
    rerender(<FilterBuilder chainId={2} value={{ fromBlock: 7n }} />)
    expect([text('Contracts'), text('From block')]).toEqual([token, '7'])
  })

  test('replaces input when a link is opened there, and can undo that', () => {
    const { rerender } = render(<FilterBuilder chainId={1} value={first} opened={0} />)
    write('Contracts', `${token}, 0x12`)
    rerender(<FilterBuilder chainId={2} value={{ address: other, fromBlock: 7n }} opened={1} />)
    expect([text('Contracts'), text('From block')]).toEqual([other, '7'])
    press('Undo')
    expect(text('Contracts')).toBe(`${token}, 0x12`)
  })

  test('keeps input that was typed after a link was opened', () => {
    const { rerender } = render(<FilterBuilder chainId={1} value={first} opened={0} />)
    rerender(<FilterBuilder chainId={1} value={first} opened={1} />)
    write('Contracts', `${token}, 0x12`)
    rerender(<FilterBuilder chainId={2} value={{ address: other, fromBlock: 7n }} opened={1} />)
    expect([text('Contracts'), text('From block')]).toEqual([`${token}, 0x12`, '7'])
  })

  test('keeps blocks that are being edited', () => {
    const { rerender } = render(<FilterBuilder chainId={1} value={first} />)
    write('From block', '12')
    rerender(<FilterBuilder chainId={2} value={{ fromBlock: 7n }} />)
    expect([text('From block'), text('To block')]).toEqual(['12', '20'])
  })

  test('finds another block for the same time', async () => {
    const blockAt = (block: bigint) => () => Promise.resolve(block)
    const dates = { byTime: 'Dates', time: '2026-01-02T03:04' }
    const { rerender } = render(<FilterBuilder chainId={1} findBlock={blockAt(5n)} />)
    fireEvent.click(screen.getByLabelText(dates.byTime))
    write('From', dates.time)
    fireEvent.blur(screen.getByLabelText('From'))
    expect(await screen.findByText('Block 5')).toBeVisible()
    rerender(<FilterBuilder chainId={2} findBlock={blockAt(8n)} />)
    expect(screen.queryByText('Block 5')).toBeNull()
  })
})
