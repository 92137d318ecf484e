import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import { chainOrder } from '../../../src/components/LogTable/model/chainOrder.ts'
import type { LogFilterAction } from '../../../src/components/LogTable/model/LogFilterAction.ts'
import type { LogTableView } from '../../../src/components/LogTable/model/LogTableView.ts'
import { TableItems } from '../../../src/components/LogTable/model/TableItems.ts'
import * as markTools from '../../../src/components/LogTable/rows/markRows.ts'
import { maxSelected } from '../../../src/components/LogTable/rows/markRows.ts'
import { useRowSelection } from '../../../src/components/LogTable/rows/useRowSelection.ts'
import { formatTime } from '../../../src/components/values/formatTime.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import {
  button,
  cell,
  focus,
  from,
  grid,
  item,
  marked,
  named,
  press,
  row,
  rows,
  transfer,
} from './logGrid.ts'

const writeText = vi.fn<(text: string) => Promise<void>>()
beforeEach(() => {
  writeText.mockReset().mockResolvedValue(undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
})

describe('marking rows', () => {
  test('checkboxes, Control and Shift with clicks; none opens a log', () => {
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
    // As Caps Lock writes it.
    press('A', { ctrlKey: true })
    expect(screen.getByText('60 selected', { selector: 'strong' })).toBeInTheDocument()
  })

  test('Control and A marks all when some are marked; the box in the header unmarks them', () => {
    render(<LogTable logs={rows} />)
    fireEvent.click(cell(2, 'event'), { ctrlKey: true })
    focus(cell(2, 'block'))
    press('a', { ctrlKey: true })
    expect(screen.getByText('60 selected', { selector: 'strong' })).toBeInTheDocument()
    fireEvent.click(document.querySelector('[data-act="mark-all"]')!)
    expect(marked()).toEqual([])
  })

  test('buttons mark all rows, and those between two', () => {
    render(<LogTable logs={rows} />)
    const mark = (index: number) => fireEvent.click(row(index).querySelector('[data-act="mark"]')!)
    mark(6)
    expect(named('button', 'All between')).toBeUndefined()
    mark(2)
    fireEvent.click(button('All between'))
    expect(marked()).toEqual([2, 3, 4, 5, 6])
    // A range goes on from the last one.
    fireEvent.click(cell(8, 'event'), { shiftKey: true })
    expect(marked()).toEqual([2, 3, 4, 5, 6, 7, 8])
    fireEvent.click(button('All'))
    expect(screen.getByText('60 selected', { selector: 'strong' })).toBeInTheDocument()
  })

  test('"All between" ignores marked logs that filters hide', () => {
    const { rerender } = render(<LogTable logs={rows} />)
    for (const index of [0, 1, 5]) fireEvent.click(row(index).querySelector('[data-act="mark"]')!)
    const hide = (address: string) => ({ filters: [{ field: 'address', mode: 'not', values: [address] }] })
    rerender(<LogTable logs={rows} view={hide(rows[0]!.address) as LogTableView} />)
    fireEvent.click(button('All between'))
    // Every other row is shown: marked are the first three of them, and the hidden one.
    expect(marked()).toEqual([0, 1, 2])
    expect(screen.getByText('4 selected', { selector: 'strong' })).toBeInTheDocument()
  })

  test('is counted for screen readers from the first mark on', () => {
    render(<LogTable logs={rows} />)
    const regions = [...document.querySelectorAll('output')]
    const said = () => regions.map((region) => region.isConnected && region.textContent)
    expect(said()).not.toContain('1 selected')
    fireEvent.click(row(1).querySelector('[data-act="mark"]')!)
    expect(said()).toContain('1 selected')
    fireEvent.click(button('All'))
    expect(said()).toContain('60 selected')
  })

  test('a range shrinks on the way back, and leaves rows that were marked before', () => {
    render(<LogTable logs={rows} />)
    fireEvent.click(cell(3, 'event'), { ctrlKey: true })
    fireEvent.click(cell(1, 'event'), { ctrlKey: true })
    focus(cell(1, 'block'))
    for (let step = 0; step < 4; step++) press('ArrowDown', { shiftKey: true })
    expect(marked()).toEqual([1, 2, 3, 4, 5])
    for (let step = 0; step < 4; step++) press('ArrowUp', { shiftKey: true })
    expect(marked()).toEqual([1, 3])
    fireEvent.click(cell(5, 'event'), { shiftKey: true })
    fireEvent.click(cell(0, 'event'), { shiftKey: true })
    expect(marked()).toEqual([0, 1, 3])
  })

  test('a range stays when its first row is hidden', () => {
    const { rerender } = render(<LogTable logs={rows} />)
    fireEvent.click(cell(1, 'event'), { ctrlKey: true })
    fireEvent.click(cell(3, 'event'), { shiftKey: true })
    const hiding = { filters: [{ field: 'address', mode: 'not', values: [rows[1]!.address] }] } as const
    rerender(<LogTable logs={rows} view={hiding} />)
    fireEvent.click(cell(10, 'event'), { shiftKey: true })
    rerender(<LogTable logs={rows} />)
    expect(marked()).toEqual(expect.arrayContaining([1, 2, 3]))
    expect(marked().length).toBe(4)
  })

  test('after a click on the box of a row, keys go on from there', () => {
    render(<LogTable logs={rows} />)
    fireEvent.click(row(2).querySelector('[data-act="mark"]')!)
    expect(document.activeElement?.closest('[data-index]')).toBe(row(2))
    press('ArrowDown', { shiftKey: true })
    expect(marked()).toEqual([2, 3])
  })

  test('stays on logs that a limit has dropped for newer ones', () => {
    const onSelectionChange = vi.fn<(logs: readonly LogRow[]) => void>()
    const { rerender } = render(<LogTable logs={rows.slice(20, 40)} onSelectionChange={onSelectionChange} />)
    fireEvent.click(cell(5, 'event'), { ctrlKey: true })
    for (const start of [15, 10, 0])
      rerender(<LogTable logs={rows.slice(start, start + 20)} onSelectionChange={onSelectionChange} />)
    expect(screen.getByText('1 selected', { selector: 'strong' })).toBeInTheDocument()
    expect(onSelectionChange).toHaveBeenCalledTimes(1)
    // Another query, which only begins later.
    rerender(<LogTable logs={rows.slice(0, 15)} onSelectionChange={onSelectionChange} />)
    expect(screen.queryByText('1 selected')).toBeNull()
  })

  test('leaves the note and the filters in sight', () => {
    const hiding = { filters: [{ field: 'address', mode: 'not', values: [rows[1]!.address] }] } as const
    render(
      <LogTable.Root logs={rows} view={hiding}>
        <LogTable.Summary note="latest only" />
        <LogTable.Grid />
      </LogTable.Root>,
    )
    fireEvent.click(cell(0, 'event'), { ctrlKey: true })
    const facts = document.querySelector('.topic0-log-table-facts')!
    expect(facts).toHaveTextContent(/1 selected.*latest only.*hidden: /)
  })

  test('stays on its logs when others are inserted above', () => {
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

  test('ends when another query has none of its logs, and survives filters that hide them', () => {
    const onSelectionChange = vi.fn<(logs: readonly LogRow[]) => void>()
    const hiding = { filters: [{ field: 'address', mode: 'not', values: [rows[0]!.address] }] } as const
    const { rerender } = render(<LogTable logs={rows} onSelectionChange={onSelectionChange} />)
    fireEvent.click(row(0).querySelector('[data-act="mark"]')!)
    rerender(<LogTable logs={rows} view={hiding} onSelectionChange={onSelectionChange} />)
    expect(screen.getByText('1 selected', { selector: 'strong' })).toBeInTheDocument()
    rerender(<LogTable logs={rows} onSelectionChange={onSelectionChange} />)
    expect(marked()).toEqual([0])
    rerender(<LogTable logs={rows.slice(1)} onSelectionChange={onSelectionChange} />)
    expect(screen.queryByText('1 selected')).toBeNull()
    expect(screen.getByText('59 logs')).toBeInTheDocument()
    expect(onSelectionChange).toHaveBeenLastCalledWith([])
  })

  test('is copied with the logs that filters hide, which come last', async () => {
    const hiding = { filters: [{ field: 'address', mode: 'not', values: [rows[0]!.address] }] } as const
    const { rerender } = render(<LogTable logs={rows} />)
    for (const index of [0, 1]) fireEvent.click(row(index).querySelector('[data-act="mark"]')!)
    rerender(<LogTable logs={rows} view={hiding} />)
    expect(screen.getByText('2 selected', { selector: 'strong' })).toBeInTheDocument()
    fireEvent.click(button('Copy'))
    await act(async () => fireEvent.click(item('As text')))
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^block 1058\t.*\nblock 1059\t.*$/))
  })

  test('says that it is full until a log is left out', () => {
    const many = Array.from({ length: maxSelected + 1 }, (_, number) => transfer(number))
    const items = new TableItems(many, chainOrder(many, 'asc'), [])
    const options = {
      tools: markTools,
      withTools: (run: (tools: typeof markTools) => void) => run(markTools),
    }
    const { result } = renderHook(() => useRowSelection(items, options))
    act(() => result.current.toggleAll())
    expect(result.current).toMatchObject({ size: maxSelected, full: true })
    act(() => result.current.toggle(maxSelected))
    expect(result.current).toMatchObject({ size: maxSelected, full: true })
    act(() => result.current.toggle(0))
    expect(result.current).toMatchObject({ size: maxSelected - 1, full: false })
  })

  test('gives focus to the grid when its button goes away', () => {
    render(<LogTable logs={rows} />)
    fireEvent.click(row(1).querySelector('[data-act="mark"]')!)
    focus(button('Clear selection'))
    fireEvent.click(button('Clear selection'))
    expect(grid()).toContainElement(document.activeElement as HTMLElement)
  })

  test('leaves logs that a reorganization removed', () => {
    const onSelectionChange = vi.fn<(logs: readonly LogRow[]) => void>()
    const { rerender } = render(<LogTable logs={rows} onSelectionChange={onSelectionChange} />)
    for (const index of [0, 1, 2, 3]) fireEvent.click(row(index).querySelector('[data-act="mark"]')!)
    // One is still shown as removed, one has left the list, and one is only beyond its limit.
    const [shown, left, beyond, ...others] = rows as [LogRow, LogRow, LogRow, ...LogRow[]]
    const logs = [{ ...shown, removed: true }, ...others]
    const removed = new Set([`${left.blockHash}:${left.logIndex}`])
    rerender(<LogTable logs={logs} removed={removed} onSelectionChange={onSelectionChange} />)
    expect(onSelectionChange).toHaveBeenLastCalledWith([beyond, others[0]])
    expect(screen.getByText('2 selected', { selector: 'strong' })).toBeInTheDocument()
    expect(marked()).toEqual([1])
  })

  test('Control and C copies the marked rows, or else the focused value', async () => {
    render(<LogTable logs={rows} />)
    focus(cell(0, 'transaction'))
    await act(async () => press('c', { ctrlKey: true }))
    expect(writeText).toHaveBeenLastCalledWith(rows[0]!.transactionHash)
    press(' ')
    await act(async () => press('c', { ctrlKey: true }))
    expect(writeText).toHaveBeenLastCalledWith(expect.stringMatching(/^block 1059\t/))
  })

  test('Control and C on a time copies it with its date', async () => {
    const seconds = BigInt(Math.floor(Date.now() / 1_000))
    const [log] = rows
    render(<LogTable logs={[log!]} timestamps={new Map([[log!.blockHash, seconds]])} />)
    focus(cell(0, 'time'))
    await act(async () => press('c', { ctrlKey: true }))
    expect(writeText).toHaveBeenLastCalledWith(`${formatTime(seconds)} UTC`)
  })

  test('reports when the clipboard refuses', async () => {
    writeText.mockRejectedValue(new Error('not allowed'))
    render(<LogTable logs={rows} />)
    focus(cell(0, 'block'))
    await act(async () => press('c', { ctrlKey: true }))
    expect(document.querySelector('output')).toHaveTextContent('Could not copy')
  })
})

describe('actions on a value', () => {
  const onFilter = vi.fn<(action: LogFilterAction) => void>()
  beforeEach(() => onFilter.mockReset())

  test('a contract is added to the filter by keyboard alone, and focus returns', () => {
    render(<LogTable logs={rows} onFilter={onFilter} />)
    focus(cell(0, 'contract'))
    press('F10', { shiftKey: true })
    expect(item('New query: only this')).toHaveFocus()
    fireEvent.click(item('New query: only this'))
    expect(onFilter).toHaveBeenCalledWith({
      mode: 'only',
      target: { field: 'address' },
      values: [rows[0]!.address],
      log: rows[0],
    })
    expect(document.querySelector('[role="menu"]')).toBeNull()
    expect(cell(0, 'contract')).toHaveFocus()
  })

  test('an indexed argument becomes a topic; any other becomes a local condition', () => {
    render(<LogTable logs={rows} onFilter={onFilter} />)
    fireEvent.contextMenu(cell(0, 'event').querySelector('[data-arg="0"]')!)
    fireEvent.click(item('New query: this too'))
    expect(onFilter).toHaveBeenCalledWith({
      mode: 'any',
      target: { field: 'topic', position: 1, name: 'from' },
      values: [from],
      log: rows[0],
    })
    fireEvent.contextMenu(cell(0, 'event').querySelector('[data-arg="1"]')!)
    expect(named('[role^="menuitem"]', /^New query: only this$/)).toBeUndefined()
    fireEvent.click(item(/^Show only this here/))
    expect(grid()).toHaveAttribute('aria-rowcount', '2')
    expect(screen.getByText('1 of 60 loaded')).toBeInTheDocument()
  })

  test('of an anonymous event, the first topic is an argument, and nothing filters by event', () => {
    const value = `0x${'7'.padStart(64, '0')}` as const
    const other = `0x${'8'.padStart(64, '0')}` as const
    const event = {
      ...parseAbiItem('event Noted(uint256 indexed id, uint256 indexed key, uint256 count)'),
      anonymous: true,
    } as const
    const log = transfer(1, { topics: [value, other], data: value })
    const decoded = createDecoder([event]).decode(log)
    render(<LogTable logs={[{ ...log, decoded }]} onFilter={onFilter} />)
    const offered = (arg: number) => {
      fireEvent.contextMenu(cell(0, 'event').querySelector(`[data-arg="${arg}"]`)!)
      return [...document.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent)
    }
    for (const [position, topic] of [value, other].entries()) {
      offered(position)
      fireEvent.click(item('New query: only this'))
      expect(onFilter.mock.lastCall?.[0]).toMatchObject({
        target: { field: 'topic', position },
        values: [topic],
      })
    }
    expect(offered(2)).toEqual(['Copy'])
    press('Escape')
    fireEvent.contextMenu(cell(0, 'event').querySelector('.topic0-event-name')!)
    fireEvent.click(item('Event: Noted'))
    expect(named('[role^="menuitem"]', /^New query|here$/)).toBeUndefined()
  })

  test('if a cell has several values, one is chosen first', () => {
    render(<LogTable logs={rows} onFilter={onFilter} />)
    focus(cell(0, 'event'))
    press('ContextMenu')
    expect([...document.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent)).toEqual(
      ['Event: Sent', 'from: 0x1111…1111', 'value: 59'],
    )
    fireEvent.click(item('Event: Sent'))
    fireEvent.click(item('New query: only this'))
    expect(onFilter.mock.lastCall?.[0].target).toEqual({ field: 'topic', position: 0 })
  })

  test('arguments without a name are told apart by their position', () => {
    const onError = vi.spyOn(console, 'error')
    const arg = { name: '', type: 'uint256', value: 0n, indexed: false, hashed: false }
    const event = {
      name: 'Two',
      signature: 'Two(uint256,uint256)',
      source: 'given',
      args: [arg, arg],
    } as const
    render(<LogTable logs={[transfer(1, { decoded: event })]} />)
    focus(cell(0, 'event'))
    press('ContextMenu')
    expect([...document.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent)).toEqual(
      ['Event: Two', 'unnamed 0: 0', 'unnamed 1: 0'],
    )
    fireEvent.click(item('unnamed 1: 0'))
    expect(item('Sort by unnamed 1, ascending')).toBeInTheDocument()
    expect(onError).not.toHaveBeenCalled()
  })

  test('the values of all marked rows are searched for at once', () => {
    render(<LogTable logs={rows} onFilter={onFilter} />)
    for (const index of [0, 1, 2]) fireEvent.click(row(index).querySelector('[data-act="mark"]')!)
    fireEvent.contextMenu(cell(0, 'contract'))
    fireEvent.click(item('New query: any of the 2 selected'))
    expect(onFilter.mock.lastCall?.[0]).toMatchObject({
      mode: 'only',
      values: [rows[0]!.address, rows[1]!.address],
    })
  })

  test('an argument uses the name shown in the cell', () => {
    render(<LogTable logs={rows} labels={{ [`0x${'11'.repeat(20)}`]: 'Alice' }} />)
    focus(cell(0, 'event'))
    press('F10', { shiftKey: true })
    expect(named('[role^="menuitem"]', 'from: Alice')).toBeDefined()
  })

  test('hidden columns are announced, and can be restored', () => {
    render(<LogTable logs={rows} labels={{ [rows[0]!.address]: 'Bank' }} />)
    fireEvent.contextMenu(cell(0, 'contract'))
    fireEvent.click(item('Hide here'))
    expect(screen.getByText('30 of 60 loaded')).toBeInTheDocument()
    const remove = button('Remove filter: hidden: Contract Bank')
    focus(remove)
    fireEvent.click(remove)
    expect(grid()).toHaveAttribute('aria-rowcount', '61')
    // The button is gone: focus stays in the toolbar.
    expect(document.activeElement?.closest('.topic0-log-table-bar')).not.toBeNull()
  })

  test('links lead to the block explorer, only from well-formed hex', () => {
    const bad = transfer(1, { transactionHash: '0x"><script>' as const })
    render(<LogTable logs={[bad]} explorerUrl="https://scan.example" />)
    fireEvent.contextMenu(cell(0, 'contract'))
    expect(item(/block explorer \(opens in a new tab\)/)).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/scan\.example\/address\/0x/),
    )
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
    fireEvent.contextMenu(cell(0, 'transaction'))
    expect(named('[role^="menuitem"]', /block explorer/)).toBeUndefined()
  })

  test('the menu of a cell without values says so', () => {
    render(<LogTable logs={[transfer(1, { topics: [] })]} columns={['topics']} />)
    fireEvent.contextMenu(cell(0, 'topics'))
    expect(document.querySelector('[role="menu"]')).toHaveTextContent('–')
  })

  test('a right click that selects a word opens the menu; other selections keep that of the browser', () => {
    render(<LogTable logs={rows} />)
    const [selection, target] = [document.getSelection()!, cell(0, 'event')]
    const isOpen = () => document.querySelector('[role="menu"]') !== null
    selection.selectAllChildren(target)
    fireEvent.pointerDown(target, { button: 2 })
    fireEvent.contextMenu(target)
    expect(isOpen()).toBe(false)
    for (const [pointerType, opens] of [['touch', false] as const, ['mouse', true] as const]) {
      selection.removeAllRanges()
      fireEvent.pointerDown(target, { pointerType })
      selection.selectAllChildren(target)
      fireEvent.contextMenu(target)
      expect(isOpen()).toBe(opens)
    }
    selection.removeAllRanges()
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

describe('a removed row', () => {
  test('passes focus to the row in its place', () => {
    const { rerender } = render(<LogTable logs={rows.slice(0, 10)} />)
    focus(cell(0, 'contract'))
    press('End', { ctrlKey: true })
    expect(row(9)).toContainElement(document.activeElement as HTMLElement)
    // Like the oldest when another is added to a full list.
    rerender(<LogTable logs={rows.slice(0, 9)} />)
    expect(row(8)).toContainElement(document.activeElement as HTMLElement)
    press('ArrowUp')
    expect(row(7)).toContainElement(document.activeElement as HTMLElement)
  })

  test('takes no focus from elsewhere', () => {
    const { rerender } = render(<LogTable logs={rows.slice(0, 10)} />)
    focus(cell(0, 'contract'))
    act(() => cell(0, 'contract').blur())
    rerender(<LogTable logs={rows.slice(1, 10)} />)
    expect(document.body).toHaveFocus()
  })
})
