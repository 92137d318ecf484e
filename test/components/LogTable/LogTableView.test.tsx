import { act, fireEvent, render, screen, within } from '@testing-library/react'
import type { Hash } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import type { LogTableView } from '../../../src/components/LogTable/model/LogTableView.ts'
import type { Coverage } from '../../../src/logs/Coverage.ts'
import { logId } from '../../../src/logs/order.ts'
import { button, cell, focus, grid, item, press, row, rows, transfer } from './logGrid.ts'

const error = new Error('The node is asleep.')

describe('columns', () => {
  const names = () =>
    [...grid().querySelectorAll('[role="columnheader"]')].map((one) => one.getAttribute('aria-label'))

  test('are chosen, and saved as plain JSON', () => {
    const onViewChange = vi.fn<(view: LogTableView) => void>()
    render(<LogTable logs={rows} onViewChange={onViewChange} />)
    fireEvent.click(button('View'))
    fireEvent.click(item('Data'))
    fireEvent.click(item('Log index'))
    expect(names()).toEqual(['Block', 'Contract', 'Event', 'Data', 'Transaction'])
    expect(cell(0, 'data')).toHaveTextContent(rows[0]!.data.slice(0, 20))
    const view = onViewChange.mock.lastCall![0]
    expect(JSON.parse(JSON.stringify(view))).toEqual(view)
    fireEvent.click(item('Reset view'))
    expect(names()).toEqual(['Block', 'Contract', 'Event', 'Transaction', 'Log index'])
  })

  test('of the same name are told apart', () => {
    const warn = vi.spyOn(console, 'error').mockImplementation(() => {})
    const columns = ['args.value', 'args.from'].map((id) => ({ id, header: 'Amount' }) as const)
    render(<LogTable logs={rows} columns={columns as never} />)
    fireEvent.click(button('View'))
    expect(warn.mock.calls).toEqual([])
  })

  test('that are removed close their menu', () => {
    const view = (id: string): LogTableView => ({ columns: [{ id }, { id: 'event' }] })
    const { rerender } = render(<LogTable logs={rows} view={view('data')} />)
    fireEvent.contextMenu(grid().querySelector('[role="columnheader"]')!)
    const isOpen = () => document.querySelector('[role="menu"]') !== null
    expect(isOpen()).toBe(true)
    rerender(<LogTable logs={rows} view={view('block')} />)
    rerender(<LogTable logs={rows} view={view('data')} />)
    expect(isOpen()).toBe(false)
  })

  test('are reordered and resized by pointer', () => {
    const onViewChange = vi.fn<(view: LogTableView) => void>()
    render(<LogTable logs={rows} onViewChange={onViewChange} />)
    // jsdom lays nothing out: columns are given 100 pixels each.
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const at = Number(this.getAttribute('aria-colindex') ?? 1) - 1
      return new DOMRect(at * 100, 0, 100, 38)
    })
    const header = (name: string) =>
      [...grid().querySelectorAll<HTMLElement>('[role="columnheader"]')].find(
        (one) => one.getAttribute('aria-label') === name,
      )!
    const drag = (from: Element, x: number, end: 'pointerUp' | 'pointerCancel') => {
      fireEvent.pointerDown(from, { button: 0, clientX: 50 })
      const column = from.closest('[role="columnheader"]')!
      fireEvent.pointerMove(column, { clientX: x })
      fireEvent[end](column, { clientX: x })
    }
    drag(header('Block'), 52, 'pointerUp')
    expect(onViewChange).not.toHaveBeenCalled()
    drag(header('Block'), 230, 'pointerCancel')
    expect(onViewChange).not.toHaveBeenCalled()
    drag(header('Block'), 230, 'pointerUp')
    expect(names()).toEqual(['Contract', 'Block', 'Event', 'Transaction', 'Log index'])
    drag(header('Event').querySelector('[data-act="resize"]')!, 130, 'pointerUp')
    expect(onViewChange.mock.lastCall![0].columns?.[2]).toMatchObject({ id: 'event', width: 180 })
    // The click that browsers fire afterwards, on the column that captured the pointer, sorts nothing.
    fireEvent.click(header('Event'))
    expect(onViewChange.mock.lastCall![0].sort).toBeUndefined()
    drag(header('Event').querySelector('[data-act="resize"]')!, -900, 'pointerUp')
    expect(onViewChange.mock.lastCall![0].columns?.[2]?.width).toBe(56)
  })

  test('are moved, resized and sorted from the header by keyboard', () => {
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
    expect(screen.getByText('Contract ascending, among loaded logs')).toBeInTheDocument()
    expect(cell(0, 'contract')).toHaveTextContent(/0xAb/i)
    press('ArrowDown')
    expect(document.activeElement).toBe(cell(0, 'contract'))
  })

  test('arguments sort from the menu of their cell, by keyboard alone, and back', () => {
    const onViewChange = vi.fn<(view: LogTableView) => void>()
    render(<LogTable logs={rows} onViewChange={onViewChange} />)
    focus(cell(0, 'event'))
    press('ContextMenu')
    fireEvent.click(item('value: 59'))
    fireEvent.click(item('Sort by value, ascending'))
    expect(onViewChange.mock.lastCall![0].sort).toEqual({
      column: 'arg',
      direction: 'asc',
      topic0: rows[0]!.topics[0],
      position: 1,
      name: 'value',
    })
    expect(cell(0, 'event')).toHaveTextContent('value: 0')
    expect(screen.getByText('value ascending, among loaded logs')).toBeInTheDocument()
    expect(grid().querySelector('[role="columnheader"][data-column="event"]')).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    fireEvent.contextMenu(cell(0, 'event').querySelector('[data-arg="1"]')!)
    fireEvent.click(item('Sort by value, ascending'))
    expect(cell(0, 'event')).toHaveTextContent('value: 59')
  })

  test('are pinned from their menu, and stand first', () => {
    render(<LogTable logs={rows} />)
    fireEvent.contextMenu(grid().querySelector('[role="columnheader"][data-column="event"]')!)
    fireEvent.click(item('Pin'))
    expect(names()[0]).toBe('Event')
    expect(cell(0, 'event').style.insetInlineStart).toBe('calc(2.25rem)')
    // The menu stays open, on its column.
    expect(document.querySelector('[role="menu"]')).toHaveAttribute('aria-label', 'Column Event')
    expect(item('Pin')).toHaveAttribute('aria-checked', 'true')
    fireEvent.click(item('Pin'))
    expect(cell(0, 'event').style.insetInlineStart).toBe('')
  })

  test('a controlled view belongs to the caller', () => {
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
  test('missing ones are requested when rows stay in view, and shown when they arrive', () => {
    vi.useFakeTimers()
    const onTimesNeeded = vi.fn<(blocks: readonly Hash[]) => void>()
    const some = rows.slice(0, 3)
    const { rerender } = render(<LogTable logs={some} timestamps={new Map()} onTimesNeeded={onTimesNeeded} />)
    act(() => void vi.runOnlyPendingTimers())
    expect(onTimesNeeded).toHaveBeenCalledExactlyOnceWith(some.map(({ blockHash }) => blockHash))
    const timestamps = new Map([[some[1]!.blockHash, 1_700_000_000n]])
    rerender(<LogTable logs={some} timestamps={timestamps} onTimesNeeded={onTimesNeeded} />)
    expect(cell(1, 'time')).toHaveTextContent('2023-11-14 22:13:20')
  })

  test('are shown as ages, which grow', () => {
    vi.useFakeTimers({ now: 1_700_000_060_000 })
    const logs = [transfer(1, { blockTimestamp: 1_700_000_000n })]
    render(<LogTable logs={logs} defaultView={{ time: 'age' }} />)
    expect(cell(0, 'time')).toHaveTextContent('60 sec')
    act(() => void vi.advanceTimersByTime(120_000))
    expect(cell(0, 'time')).toHaveTextContent('3 min')
    fireEvent.click(grid().querySelector('[role="columnheader"][data-column="time"]')!)
    expect(cell(0, 'time')).not.toHaveTextContent('min')
  })
})

describe('missing and removed blocks', () => {
  const coverage: Coverage = {
    verified: [{ from: 1_030n, to: 1_100n }],
    trimmed: [],
    pending: [{ from: 900n, to: 1_000n }],
    failed: [{ range: { from: 1_057n, to: 1_057n }, error }],
  }
  const logs = rows.filter(({ blockNumber }) => blockNumber !== 1_057n)

  test('appear between the rows, are counted, and can be retried by mouse and by key', () => {
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
    expect(row(21)).toHaveTextContent('Blocks 1,001–1,029 not requested')
    expect(row(22)).toHaveTextContent('Blocks 900–1,000 not read yet')
  })

  test('focus on a gap stays on it when logs are inserted above', () => {
    const { rerender } = render(<LogTable logs={logs.slice(1)} coverage={coverage} />)
    focus(row(1).querySelector<HTMLElement>('[role="gridcell"]')!)
    rerender(<LogTable logs={logs} coverage={coverage} />)
    expect(document.activeElement?.parentElement).toBe(row(2))
  })

  test('are not shown in rows sorted in another order', () => {
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

  test('removed rows in view fade in place, and no others do', () => {
    vi.useFakeTimers()
    const removed = new Set([logId(rows[1]!), logId(rows[2]!), logId(rows[59]!)])
    const { rerender } = render(<LogTable logs={rows} />)
    const fading = () => [...grid().querySelectorAll<HTMLElement>('[aria-hidden="true"][inert] [role="row"]')]
    const left = (...gone: number[]) => rows.filter((_, at) => !gone.includes(at))
    rerender(<LogTable logs={left(5)} />)
    expect(fading()).toEqual([])
    rerender(<LogTable logs={left(1, 3, 5, 59)} removed={removed} />)
    expect(
      fading().map(({ textContent, style }) => [textContent.includes('1,058'), style.transform]),
    ).toEqual([[true, 'translateY(38px)']])
    expect(fading()[0]).toHaveAttribute('data-state', 'removed')
    // Keys and clicks reach the row that is there now.
    expect(cell(1, 'event')).toHaveTextContent('value: 57')
    act(() => void vi.advanceTimersByTime(1_000))
    expect(fading()).toEqual([])
    rerender(<LogTable logs={[{ ...rows[0]!, removed: true }, ...left(0)]} />)
    rerender(<LogTable logs={left(0)} />)
    expect(fading()).toHaveLength(1)
  })

  test('removed logs are marked, by object or by identity', () => {
    const removed = new Set([logId(rows[1]!)])
    render(<LogTable logs={[rows[0]!, rows[1]!, { ...rows[2]!, removed: true }]} removed={removed} />)
    expect([0, 1, 2].map((index) => row(index).dataset['state'])).toEqual(['default', 'removed', 'removed'])
  })
})

test('by contract, rows follow the labels that are shown, also those that come later', () => {
  const [first, second] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const
  const logs = rows.map((log, at) => ({ ...log, address: at % 2 === 0 ? first : second }))
  const table = (labels: Record<string, string>) => (
    <LogTable logs={logs} labels={labels} defaultView={{ sort: { column: 'contract', direction: 'asc' } }} />
  )
  const { rerender } = render(table({ [first]: 'Registry', [second]: 'Harbour' }))
  expect(cell(0, 'contract')).toHaveTextContent('Harbour')
  rerender(table({ [first]: 'Anchor', [second]: 'Harbour' }))
  expect(cell(0, 'contract')).toHaveTextContent('Anchor')
})

test('by an argument, addresses follow their labels, and numbers do not', () => {
  const people = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]
  const logs = rows.map((log, at) => {
    const { args, ...event } = log.decoded!
    const from = { ...args[0]!, value: people[at % 3]! }
    return { ...log, decoded: { ...event, args: [from, ...args.slice(1)] } }
  })
  const first = (arg: string, direction: 'asc' | 'desc', labels: Record<string, string>) => {
    const id = `args.${arg}` as const
    const sort = { column: 'custom', id, direction } as const
    const { unmount } = render(<LogTable logs={logs} labels={labels} columns={[id]} defaultView={{ sort }} />)
    const text = cell(0, id).textContent
    unmount()
    return text
  }
  const labels = { [people[0]]: 'Zoe', [people[2]]: 'Anna' }
  expect(first('from', 'asc', labels)).toContain('Anna')
  expect(first('from', 'desc', labels)).toContain('Zoe')
  expect(first('value', 'asc', labels)).toBe(first('value', 'asc', {}))
})

test('the button of the order names the active one', () => {
  render(<LogTable logs={rows} defaultView={{ sort: { column: 'contract', direction: 'asc' } }} />)
  const arrow = (name: string) => button(name).querySelector('path')!.getAttribute('d')
  const up = arrow('Contract')
  fireEvent.click(button('Contract'))
  expect(arrow('Newest first')).not.toBe(up)
  fireEvent.click(button('Newest first'))
  expect(arrow('Oldest first')).toBe(up)
})

test('its keys are described with the grid, and not again on the way to it', () => {
  render(<LogTable logs={rows} />)
  expect(grid()).toHaveAccessibleDescription(/^Use the arrow keys to move between cells/)
  expect(screen.getByText(/^Use the arrow keys to move between cells/)).not.toBeVisible()
})

test.each([
  ['desc', 'descending', 'Newest first'],
  ['asc', 'ascending', 'Oldest first'],
] as const)('the order is announced before any logs show it: %s', (order, sorted, said) => {
  const { rerender } = render(<LogTable logs={undefined} order={order} />)
  const header = () => grid().querySelector('[role="columnheader"][data-column="block"]')!
  for (const logs of [[], rows.slice(0, 1)]) {
    expect(header()).toHaveAttribute('aria-sort', sorted)
    expect(button(said)).toBeVisible()
    rerender(<LogTable logs={logs} order={order} />)
  }
  // Logs that show it take precedence.
  rerender(<LogTable logs={rows} order={order} />)
  expect(header()).toHaveAttribute('aria-sort', 'descending')
})
