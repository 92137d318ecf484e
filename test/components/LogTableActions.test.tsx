import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LogFilterAction } from '../../src/components/LogTable/LogFilterAction.ts'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import type { LogTableView } from '../../src/components/LogTable/LogTableView.ts'
import type { Coverage } from '../../src/logs/Coverage.ts'
import type { LogRow } from '../../src/logs/Log.ts'
import { logId } from '../../src/logs/order.ts'
import { makeRow } from './makeRow.ts'

const from = `0x${'0'.repeat(24)}${'11'.repeat(20)}` as const
const transfer = (number: number, changes: Partial<LogRow> = {}) =>
  makeRow(number, {
    address: number % 2 ? `0x${'cd'.repeat(20)}` : `0x${'ab'.repeat(20)}`,
    topics: [`0x${'d'.repeat(64)}`, from],
    decoded: {
      name: 'Sent',
      signature: 'Sent(address,uint256)',
      source: 'given',
      args: [
        { name: 'from', type: 'address', value: `0x${'11'.repeat(20)}`, indexed: true, hashed: false },
        { name: 'value', type: 'uint256', value: BigInt(number), indexed: false, hashed: false },
      ],
    },
    ...changes,
  })
const rows = Array.from({ length: 60 }, (_, number) => transfer(59 - number))
const error = new Error('The node is asleep.')

const writeText = vi.fn<(text: string) => Promise<void>>()
beforeEach(() => {
  writeText.mockReset().mockResolvedValue(undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
})
afterEach(() => vi.useRealTimers())

const grid = () => document.querySelector<HTMLElement>('[role="grid"]')!
const row = (index: number) => grid().querySelector<HTMLElement>(`[data-index="${index}"]`)!
const cell = (index: number, column: string) =>
  row(index).querySelector<HTMLElement>(`[data-column="${column}"]`)!
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
const focus = (element: HTMLElement) => act(() => element.focus())
const marked = () =>
  [...grid().querySelectorAll('[aria-selected="true"]')].map((one) =>
    Number((one as HTMLElement).dataset['index']),
  )
// By attribute: looking for roles among hundreds of cells takes jsdom seconds, and it never shows a popover.
const named = (selector: string, name: string | RegExp) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((one) => {
    const text = one.getAttribute('aria-label') ?? one.textContent
    return typeof name === 'string' ? text === name : name.test(text)
  })
function found(selector: string, name: string | RegExp) {
  const element = named(selector, name)
  if (!element) throw new Error(`There is no ${selector} named ${String(name)}.`)
  return element
}
const item = (name: string | RegExp) => found('[role^="menuitem"]', name)
const button = (name: string | RegExp) => found('button', name)

describe('marking rows', () => {
  test('boxes, Control and Shift with clicks; nothing is opened by it', () => {
    const onSelect = vi.fn<(log: LogRow) => void>()
    const onSelectionChange = vi.fn<(logs: readonly LogRow[]) => void>()
    render(<LogTable logs={rows} {...{ onSelect, onSelectionChange }} />)
    fireEvent.click(row(1).querySelector('[data-act="mark"]')!)
    fireEvent.click(cell(3, 'event'), { ctrlKey: true })
    expect(marked()).toEqual([1, 3])
    fireEvent.click(cell(6, 'event'), { shiftKey: true })
    expect(marked()).toEqual([1, 3, 4, 5, 6])
    fireEvent.click(cell(4, 'event'), { metaKey: true })
    expect(onSelectionChange).toHaveBeenLastCalledWith([rows[1], rows[3], rows[5], rows[6]])
    expect(onSelect).not.toHaveBeenCalled()
  })

  test('Space, Shift with arrows, Control and A, Escape', () => {
    render(<LogTable logs={rows} />)
    focus(cell(2, 'block'))
    press(' ')
    press('ArrowDown', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    expect(marked()).toEqual([2, 3, 4])
    expect(document.activeElement?.closest('[data-index]')).toBe(row(4))
    press('Escape')
    expect(marked()).toEqual([])
    press('a', { ctrlKey: true })
    expect(screen.getByText('60 selected')).toBeInTheDocument()
  })

  test('stays on its logs when others arrive above them', () => {
    const { rerender } = render(<LogTable logs={rows.slice(5)} />)
    fireEvent.click(row(0).querySelector('[data-act="mark"]')!)
    rerender(<LogTable logs={rows} />)
    expect(marked()).toEqual([5])
  })

  test.each([
    ['As text', /^block 1058\t.*Sent\(from: 0x1{40}, value: 58\).*\nblock 1057/],
    ['As CSV', /^block_number,.*\r\n1058,.*\r\n1057,/],
    ['As JSON', /^\[\n {2}\{\n {4}"blockNumber": "1058"/],
  ])('is copied %s, in the order shown', async (name, text) => {
    render(<LogTable logs={rows} />)
    fireEvent.click(row(2).querySelector('[data-act="mark"]')!)
    fireEvent.click(row(1).querySelector('[data-act="mark"]')!)
    fireEvent.click(button('Copy'))
    await act(async () => fireEvent.click(item(name)))
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(text))
    expect(button('Copied')).toBeInTheDocument()
  })

  test('Control and C copies what is marked, or else the value that has focus', async () => {
    render(<LogTable logs={rows} />)
    focus(cell(0, 'transaction'))
    await act(async () => press('c', { ctrlKey: true }))
    expect(writeText).toHaveBeenLastCalledWith(rows[0]!.transactionHash)
    press(' ')
    await act(async () => press('c', { ctrlKey: true }))
    expect(writeText).toHaveBeenLastCalledWith(expect.stringMatching(/^block 1059\t/))
  })

  test('says when the clipboard refused', async () => {
    writeText.mockRejectedValue(new Error('not allowed'))
    render(<LogTable logs={rows} />)
    focus(cell(0, 'block'))
    await act(async () => press('c', { ctrlKey: true }))
    expect(document.querySelector('output')).toHaveTextContent('Copying was refused')
  })
})

describe('what can be done with a value', () => {
  const onFilter = vi.fn<(action: LogFilterAction) => void>()
  beforeEach(() => onFilter.mockReset())

  test('a contract is looked for by keyboard alone, and focus comes back', () => {
    render(<LogTable logs={rows} onFilter={onFilter} />)
    focus(cell(0, 'contract'))
    press('F10', { shiftKey: true })
    expect(item('Look for only this')).toHaveFocus()
    fireEvent.click(item('Look for only this'))
    expect(onFilter).toHaveBeenCalledWith({
      mode: 'only',
      target: { field: 'address' },
      values: [rows[0]!.address],
      log: rows[0],
    })
    expect(document.querySelector('[role="menu"]')).toBeNull()
    expect(cell(0, 'contract')).toHaveFocus()
  })

  test('an indexed argument becomes a topic; one that is not stays here', () => {
    render(<LogTable logs={rows} onFilter={onFilter} />)
    fireEvent.contextMenu(cell(0, 'event').querySelector('[data-arg="0"]')!)
    fireEvent.click(item('Look for this as well'))
    expect(onFilter).toHaveBeenCalledWith({
      mode: 'any',
      target: { field: 'topic', position: 1, name: 'from' },
      values: [from],
      log: rows[0],
    })
    fireEvent.contextMenu(cell(0, 'event').querySelector('[data-arg="1"]')!)
    expect(named('[role^="menuitem"]', /Look for/)).toBeUndefined()
    fireEvent.click(item(/^Show only this/))
    expect(grid()).toHaveAttribute('aria-rowcount', '2')
    expect(screen.getByText('1 of 60 loaded')).toBeInTheDocument()
  })

  test('where a cell holds several values, one is chosen first', () => {
    render(<LogTable logs={rows} onFilter={onFilter} />)
    focus(cell(0, 'event'))
    press('ContextMenu')
    expect([...document.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent)).toEqual(
      ['Event: Sent', 'from: 0x1111…1111', 'value: 59'],
    )
    fireEvent.click(item('Event: Sent'))
    fireEvent.click(item('Look for only this'))
    expect(onFilter.mock.lastCall?.[0].target).toEqual({ field: 'topic', position: 0 })
  })

  test('the values of all marked rows are looked for at once', () => {
    render(<LogTable logs={rows} onFilter={onFilter} />)
    for (const index of [0, 1, 2]) fireEvent.click(row(index).querySelector('[data-act="mark"]')!)
    fireEvent.contextMenu(cell(0, 'contract'))
    fireEvent.click(item('Look for any of the 2 selected'))
    expect(onFilter.mock.lastCall?.[0]).toMatchObject({
      mode: 'only',
      values: [rows[0]!.address, rows[1]!.address],
    })
  })

  test('what is hidden is said, and comes back', () => {
    render(<LogTable logs={rows} labels={{ [rows[0]!.address]: 'Bank' }} />)
    fireEvent.contextMenu(cell(0, 'contract'))
    fireEvent.click(item(/^Hide this/))
    expect(screen.getByText('30 of 60 loaded')).toBeInTheDocument()
    fireEvent.click(button('Remove: not Contract Bank'))
    expect(grid()).toHaveAttribute('aria-rowcount', '61')
  })

  test('links lead to the block explorer, from well-formed hex alone', () => {
    const bad = transfer(1, { transactionHash: '0x"><script>' as const })
    render(<LogTable logs={[bad]} explorerUrl="https://scan.example" />)
    fireEvent.contextMenu(cell(0, 'contract'))
    expect(item(/block explorer/)).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/scan\.example\/address\/0x/),
    )
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
    fireEvent.contextMenu(cell(0, 'transaction'))
    expect(named('[role^="menuitem"]', /block explorer/)).toBeUndefined()
  })

  test('F2 reaches the button that opens the same menu', () => {
    render(<LogTable logs={rows} />)
    focus(cell(0, 'time') ?? cell(0, 'block'))
    press('F2')
    expect(document.activeElement).toHaveAccessibleName('Actions')
    fireEvent.click(document.activeElement!)
    expect(document.querySelector('[role="menu"]')).toHaveAttribute('aria-label', 'Actions')
  })
})

describe('columns', () => {
  const names = () =>
    [...grid().querySelectorAll('[role="columnheader"]')].map((one) => one.getAttribute('aria-label'))

  test('are chosen, and kept as plain JSON', () => {
    const onViewChange = vi.fn<(view: LogTableView) => void>()
    render(<LogTable logs={rows} onViewChange={onViewChange} />)
    fireEvent.click(button('View'))
    fireEvent.click(item('Data'))
    fireEvent.click(item('Log index'))
    expect(names()).toEqual(['Block', 'Contract', 'Event', 'Data', 'Transaction'])
    expect(cell(0, 'data')).toHaveTextContent(rows[0]!.data.slice(0, 20))
    const view = onViewChange.mock.lastCall![0]
    expect(JSON.parse(JSON.stringify(view))).toEqual(view)
    fireEvent.click(item('As it was at first'))
    expect(names()).toEqual(['Block', 'Contract', 'Event', 'Transaction', 'Log index'])
  })

  test('are moved, widened and sorted from the header by keys', () => {
    const onViewChange = vi.fn<(view: LogTableView) => void>()
    render(<LogTable logs={rows} onViewChange={onViewChange} />)
    focus(cell(0, 'block'))
    press('ArrowUp')
    expect(document.activeElement).toHaveAttribute('role', 'columnheader')
    press('ArrowRight', { ctrlKey: true })
    expect(names().slice(0, 2)).toEqual(['Contract', 'Block'])
    expect(document.activeElement).toHaveAccessibleName('Block')
    press('ArrowRight', { shiftKey: true })
    expect(onViewChange.mock.lastCall?.[0].columns?.[1]?.width).toBeGreaterThan(0)
    press('Enter')
    expect(document.activeElement).toHaveAttribute('aria-sort', 'ascending')
    expect(cell(0, 'block')).toHaveTextContent('1,000')
    press('Home')
    press('Enter')
    expect(screen.getByText('By contract, among the logs that are loaded')).toBeInTheDocument()
    expect(cell(0, 'contract')).toHaveTextContent(/0xAb/i)
    press('ArrowDown')
    expect(document.activeElement).toBe(cell(0, 'contract'))
  })

  test('are pinned from their menu, and stand first', () => {
    render(<LogTable logs={rows} />)
    fireEvent.contextMenu(grid().querySelector('[role="columnheader"][data-column="event"]')!)
    fireEvent.click(item('Keep in sight'))
    expect(names()[0]).toBe('Event')
    expect(cell(0, 'event').style.insetInlineStart).toBe('calc(2.25rem)')
  })

  test('a view that is controlled is the caller’s', () => {
    const view: LogTableView = { columns: [{ id: 'event' }], sort: { column: 'block', direction: 'asc' } }
    const onViewChange = vi.fn<(view: LogTableView) => void>()
    render(<LogTable logs={rows} {...{ view, onViewChange }} />)
    fireEvent.click(button('Oldest first'))
    expect(onViewChange).toHaveBeenCalledWith({ ...view, sort: { column: 'block', direction: 'desc' } })
    expect(names()).toEqual(['Event'])
    expect(cell(0, 'event')).toHaveTextContent('value: 0')
  })
})

describe('times', () => {
  test('those that logs lack are asked for when rows rest in sight, and shown when they come', () => {
    vi.useFakeTimers()
    const onTimesNeeded = vi.fn<(blocks: readonly bigint[]) => void>()
    const some = rows.slice(0, 3)
    const { rerender } = render(<LogTable logs={some} timestamps={new Map()} onTimesNeeded={onTimesNeeded} />)
    act(() => void vi.runOnlyPendingTimers())
    expect(onTimesNeeded).toHaveBeenCalledExactlyOnceWith([1_059n, 1_058n, 1_057n])
    const timestamps = new Map([[1_058n, 1_700_000_000n]])
    rerender(<LogTable logs={some} timestamps={timestamps} onTimesNeeded={onTimesNeeded} />)
    expect(cell(1, 'time')).toHaveTextContent('2023-11-14 22:13:20')
  })

  test('are shown as ages, which grow', () => {
    vi.useFakeTimers({ now: 1_700_000_060_000 })
    const logs = [transfer(1, { blockTimestamp: 1_700_000_000n })]
    render(<LogTable logs={logs} defaultView={{ time: 'age' }} />)
    expect(cell(0, 'time')).toHaveTextContent('1m ago')
    act(() => void vi.advanceTimersByTime(120_000))
    expect(cell(0, 'time')).toHaveTextContent('3m ago')
    fireEvent.click(grid().querySelector('[role="columnheader"][data-column="time"]')!)
    expect(cell(0, 'time')).not.toHaveTextContent('ago')
  })
})

describe('what is missing or gone', () => {
  const coverage: Coverage = {
    verified: [{ from: 1_030n, to: 1_100n }],
    pending: [{ from: 900n, to: 1_000n }],
    failed: [{ range: { from: 1_057n, to: 1_057n }, error }],
  }
  const logs = rows.filter(({ blockNumber }) => blockNumber !== 1_057n)

  test('stands between the rows, is counted, and is asked for again by mouse and by key', () => {
    const onRetryRange = vi.fn<(range: unknown) => void>()
    render(<LogTable logs={logs.slice(0, 20)} {...{ coverage, onRetryRange }} />)
    expect(grid()).toHaveAttribute('aria-rowcount', '24')
    expect(row(2)).toHaveTextContent('Block 1,057 could not be read.')
    expect(row(2)).toHaveAttribute('aria-rowindex', '4')
    fireEvent.click(within(row(2)).getByRole('button', { name: 'Try again: 1,057' }))
    expect(onRetryRange).toHaveBeenCalledExactlyOnceWith({ from: 1_057n, to: 1_057n })
    focus(cell(1, 'event'))
    press('ArrowDown')
    expect(document.activeElement?.parentElement).toBe(row(2))
    press('Enter')
    expect(onRetryRange).toHaveBeenCalledTimes(2)
    press('ArrowDown')
    expect(document.activeElement).toBe(cell(3, 'event'))
    expect(row(21)).toHaveTextContent('Blocks 1,001–1,029 not asked for')
    expect(row(22)).toHaveTextContent('Blocks 900–1,000 still to be read')
  })

  test('focus on a gap stays on it when logs come above it', () => {
    const { rerender } = render(<LogTable logs={logs.slice(1)} coverage={coverage} />)
    focus(row(1).querySelector<HTMLElement>('[role="gridcell"]')!)
    rerender(<LogTable logs={logs} coverage={coverage} />)
    expect(document.activeElement?.parentElement).toBe(row(2))
  })

  test('in another order than the chain’s there is no place for it', () => {
    render(
      <LogTable
        logs={logs}
        coverage={coverage}
        defaultView={{ sort: { column: 'contract', direction: 'asc' } }}
      />,
    )
    expect(grid()).toHaveAttribute('aria-rowcount', '60')
    expect(document.querySelector('[role="alert"]')).toHaveTextContent('Block 1,057 could not be read.')
  })

  test('logs that were taken back are marked, by themselves or by their identity', () => {
    const removed = new Set([logId(rows[1]!)])
    render(<LogTable logs={[rows[0]!, rows[1]!, { ...rows[2]!, removed: true }]} removed={removed} />)
    expect([0, 1, 2].map((index) => row(index).dataset['state'])).toEqual(['default', 'removed', 'removed'])
  })
})
