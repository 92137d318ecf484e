import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import { chainOrder } from '../../../src/components/LogTable/model/chainOrder.ts'
import { TableItems } from '../../../src/components/LogTable/model/TableItems.ts'
import { findRows, logFinder, type Found } from '../../../src/components/LogTable/order/findRows.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { button, grid, transfer } from './logGrid.ts'

const token = `0x${'ab'.repeat(20)}` as const
const amount = transfer(3)
const hex = (digit: string) => `0x${digit.repeat(40)}` as const
const arg = { indexed: true, hashed: false }
const log: LogRow = {
  ...amount,
  address: token,
  decoded: {
    name: 'Transfer',
    signature: 'Transfer(address,address,uint256)',
    source: 'given',
    args: [
      { name: 'from', type: 'address', value: hex('1'), ...arg },
      { name: 'to', type: 'address', value: hex('2'), ...arg },
      { name: 'value', type: 'uint256', value: 1_234_500_000n, ...arg, indexed: false },
    ],
  },
}
const options = {
  labels: new Map([[token, 'Harbour Dollar']]),
  tokens: new Map([[token as string, { symbol: 'HRB', decimals: 6 }]]),
  locale: 'en',
}
const has = (text: string, one = log) => logFinder(text, options)?.(one)

describe('matches', () => {
  test.each([
    ['the name of the event', 'TRANSF'],
    ['a label', 'harbour'],
    ['part of an address', 'abababab'],
    ['a shortened address', '0xabab…abab'],
    ['the raw number', '1234500000'],
    ['the amount in its unit', '1234.5'],
    ['the amount as shown', '1,234.5 hrb'],
    ['the transaction', amount.transactionHash],
    ['its block', String(amount.blockNumber)],
    ['its block, grouped', amount.blockNumber.toLocaleString('en')],
    ['a topic', amount.topics[0]!],
  ])('%s', (_, text) => {
    expect(has(text)).toBe(true)
  })

  test('a negative or small number, as the row shows it', () => {
    const counting = (type: string, value: bigint | number): LogRow => ({
      ...log,
      decoded: {
        name: 'Counted',
        signature: `Counted(${type})`,
        source: 'given',
        args: [{ name: 'amount', type, value, indexed: false, hashed: false }],
      },
    })
    expect(has('-1,234', counting('int256', -1_234_567n))).toBe(true)
    expect(has('234,567', counting('uint32', 1_234_567))).toBe(true)
  })

  test('the name of an event that does not fit its log, as the row shows it', () => {
    const misfit = { name: 'Transfer' } as NonNullable<LogRow['misfit']>
    expect(has('transf', { ...log, decoded: undefined, misfit })).toBe(true)
    expect(has('approval', { ...log, decoded: undefined, misfit })).toBe(false)
  })

  test('shortened data, however long', () => {
    const data = `0x${'12'.repeat(10_000)}cdef` as const
    expect(has('0x1212…cdef', { ...log, data })).toBe(true)
    expect(has('0x1212…cdff', { ...log, data })).toBe(false)
  })

  test('a decimal number is no block or log index', () => {
    const at15 = { ...log, blockNumber: 15n, logIndex: 15 }
    expect(has('15', at15)).toBe(true)
    expect(has('1.5', at15)).toBe(false)
    expect(has('1,5', at15)).toBe(false)
  })

  test('not a part of a block number, other text, or nothing', () => {
    expect(has(String(amount.blockNumber).slice(0, -1))).toBe(false)
    expect(has('0xabab…0000')).toBe(false)
    expect(has('approval')).toBe(false)
    expect(logFinder('  ', options)).toBeUndefined()
  })
})

test('many rows are searched in small steps', () => {
  const logs = Array.from({ length: 1_000 }, (_, at) => transfer(at))
  const onFound = vi.fn<(found: Found) => void>()
  const items = new TableItems(logs, chainOrder(logs, 'asc'), [])
  const steps = findRows(items, (one) => one.logIndex >= 0, onFound)
  let count = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) count++
  expect(count).toBe(10)
  expect(step.value?.rows).toHaveLength(1_000)
})

describe('in a table', () => {
  const logs = Array.from({ length: 400 }, (_, at) => transfer(at))
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Find in loaded logs' })
  const current = () => grid().querySelector('[data-found="current"]')
  const wanted = [logs[40]!, logs[300]!]

  async function search(text: string) {
    fireEvent.change(field(), { target: { value: text } })
    await waitFor(() => expect(screen.getByRole('search')).not.toHaveTextContent('…'))
  }

  test('Ctrl+F opens it, Enter finds the next match, Shift+Enter the previous one, Escape closes it', async () => {
    render(<LogTable logs={logs} />)
    fireEvent.keyDown(grid(), { key: 'f', ctrlKey: true })
    expect(field()).toHaveFocus()
    const block = String(wanted[1]!.blockNumber)
    await search(block)
    const count = logs.filter((one) => String(one.blockNumber) === block).length
    expect(screen.getByRole('search')).toHaveTextContent(`${count} found`)
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(current()).toHaveTextContent(wanted[1]!.blockNumber.toLocaleString('en')))
    expect(screen.getByRole('search')).toHaveTextContent(`1 of ${count}`)
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })
    await waitFor(() => expect(screen.getByRole('search')).toHaveTextContent(`${count} of ${count}`))
    fireEvent.keyDown(field(), { key: 'Escape' })
    expect(screen.queryByRole('search')).toBeNull()
    expect(grid().contains(document.activeElement)).toBe(true)
    expect(current()).toBeNull()
  })

  test('Enter that ends a composition finds nothing', async () => {
    render(<LogTable logs={logs} />)
    fireEvent.keyDown(grid(), { key: 'f', ctrlKey: true })
    await search(wanted[0]!.transactionHash)
    expect(fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })).toBe(true)
    expect(current()).toBeNull()
  })

  test('a second Ctrl+F is the browser’s', () => {
    render(<LogTable logs={logs} />)
    expect(fireEvent.keyDown(grid(), { key: 'f', ctrlKey: true })).toBe(false)
    expect(fireEvent.keyDown(field(), { key: 'f', ctrlKey: true })).toBe(true)
  })

  test('a button opens it, and it reports when nothing matches', async () => {
    render(<LogTable logs={logs} />)
    fireEvent.click(button('Find in loaded logs'))
    await search('nowhere')
    expect(screen.getByRole('search')).toHaveTextContent('Not found')
  })

  test('screen readers hear that it searches, then how many it found', async () => {
    // Each look at the clock takes so long that what was found so far is reported often.
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 100))
    const { rerender } = render(<LogTable logs={logs.slice(0, 390)} />)
    fireEvent.click(button('Find in loaded logs'))
    const said: (string | null)[] = []
    const status = within(screen.getByRole('search')).getByRole('status')
    new MutationObserver(() => said.push(status.textContent)).observe(status, {
      ...{ childList: true, characterData: true, subtree: true },
    })
    await search('0x')
    await waitFor(() => expect(said).toEqual(['Searching…', '390 found']))
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(said.at(-1)).toBe('1 of 390'))
    act(() => rerender(<LogTable logs={logs} />))
    await waitFor(() => expect(screen.getByRole('search')).toHaveTextContent('1 of 400'))
    expect(said).not.toContain('1 of 390…')
    expect(said.filter((text) => text === 'Searching…')).toHaveLength(1)
  })

  test('neither hides nor repeats a jump to a block', async () => {
    const focusedRow = () => Number(document.activeElement?.parentElement?.dataset['index'])
    const before = { block: 1_100n }
    const { rerender } = render(<LogTable logs={logs} reveal={before} />)
    await waitFor(() => expect(focusedRow()).toBe(100))
    fireEvent.click(button('Find in loaded logs'))
    await search(wanted[0]!.transactionHash)
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(current()).not.toBeNull())
    fireEvent.keyDown(field(), { key: 'Escape' })
    await act(async () => {})
    expect(focusedRow()).toBe(40)
    fireEvent.click(button('Find in loaded logs'))
    await search(wanted[0]!.transactionHash)
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(current()).not.toBeNull())
    rerender(<LogTable logs={logs} reveal={{ block: 1_300n }} />)
    await waitFor(() => expect(focusedRow()).toBe(300))
  })

  test('logs that arrive keep the place', async () => {
    const { rerender } = render(<LogTable logs={logs.slice(0, 350)} />)
    fireEvent.click(button('Find in loaded logs'))
    await search(wanted[0]!.transactionHash)
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(current()).not.toBeNull())
    const before = screen.getByRole('search').textContent
    act(() => rerender(<LogTable logs={logs} />))
    await waitFor(() => expect(screen.getByRole('search').textContent).toBe(before))
    expect(current()).not.toBeNull()
  })
})
