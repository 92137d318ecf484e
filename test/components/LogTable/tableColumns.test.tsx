import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { parseLogTableView } from '../../../src/components/LogTable/columns/parseLogTableView.ts'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import type { LogTableColumnDefinition } from '../../../src/components/LogTable/model/LogTableColumns.ts'
import type { LogTableView } from '../../../src/components/LogTable/model/LogTableView.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { catchUncaught } from '../../support/catchUncaught.ts'
import { makeRow, transferOf } from '../makeRow.ts'
import { button, cell, focus, grid, item, named, press, row, rows, transfer } from './logGrid.ts'

const writeText = vi.fn<(text: string) => Promise<void>>()
beforeEach(() => {
  writeText.mockReset().mockResolvedValue(undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
})

const valueOf = ({ decoded }: { decoded: (typeof rows)[number]['decoded'] }) =>
  decoded?.args[1]?.value as bigint
const parity: LogTableColumnDefinition = {
  id: 'parity',
  header: 'Parity',
  render: (log) => <em>{valueOf(log) % 2n ? 'odd' : 'even'}</em>,
  sortValue: (log) => (valueOf(log) % 2n ? 'odd' : 'even'),
  text: (log) => (valueOf(log) % 2n ? 'odd, "really"' : '=even'),
  width: 90,
  align: 'end',
}
const bare: LogTableColumnDefinition = { id: 'bare', header: 'Bare', render: () => <a href="/x">Open</a> }
const columns: readonly LogTableColumnDefinition[] = ['block', 'args.from', 'args.value', parity, bare]
const headers = () =>
  [...grid().querySelectorAll('[role="columnheader"]')].map(
    (one) => one.ariaLabel ?? one.getAttribute('aria-label'),
  )
const shown = (id: string, count = 5) =>
  Array.from({ length: count }, (_, index) => cell(index, id).textContent)

/** Each step of sorting takes a whole slice, however fast the machine is. */
function sortSlowly() {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
}

describe('columns', () => {
  test('are those given, in their order, with widths and alignment of their own', () => {
    render(<LogTable logs={rows} columns={columns} />)
    expect(headers()).toEqual(['Block', 'from', 'value', 'Parity', 'Bare'])
    expect(grid()).toHaveAttribute('aria-colcount', '5')
    expect(cell(0, 'args.value')).toHaveTextContent(/^59$/)
    expect(cell(0, 'args.from')).toHaveTextContent('0x1111')
    expect(cell(1, 'parity')).toHaveTextContent('even')
    expect(cell(1, 'parity')).toHaveAttribute('data-align', 'end')
    expect(grid().style.getPropertyValue('--t0-tracks')).toContain(' 90px ')
  })

  test('the event has the arguments that have no column', () => {
    const logs = [{ ...transfer(60), decoded: transferOf(5n) }]
    const { rerender } = render(<LogTable logs={logs} columns={['event', 'args.value']} />)
    expect(cell(0, 'event')).toHaveTextContent(/^Transfer from: \S+ to: \S+$/)
    rerender(<LogTable logs={logs} columns={['event', 'args.value']} view={{ columns: [{ id: 'event' }] }} />)
    expect(cell(0, 'event')).toHaveTextContent(/^Transfer from: \S+ to: \S+ value: 5$/)
  })

  test('numbers among the arguments are aligned at the end, with their header, unless told', () => {
    const undecoded = { ...transfer(60), decoded: undefined }
    const told = { id: 'args.value', align: 'start' } as const
    const aligned = (id: string) => [
      named('[role="columnheader"]', id)!.dataset['align'],
      cell(1, `args.${id}`).dataset['align'],
    ]
    const { rerender } = render(
      <LogTable logs={[undecoded, ...rows]} columns={['args.from', 'args.value']} />,
    )
    expect(aligned('value')).toEqual(['end', 'end'])
    expect(aligned('from')).toEqual([undefined, undefined])
    rerender(<LogTable logs={[undecoded, ...rows]} columns={['args.from', told]} />)
    expect(aligned('value')).toEqual(['start', 'start'])
    const drawn = { id: 'args.value', render: (log: LogRow) => <b>{String(valueOf(log))}</b> } as const
    rerender(<LogTable logs={[undecoded, ...rows]} columns={['args.from', drawn]} />)
    expect(aligned('value')).toEqual(['end', 'end'])
  })

  test('numbers are as wide as the longest, also one that only another order shows first', () => {
    const long = -(10n ** 30n)
    const logs = Array.from({ length: 560 }, (_, at) => transfer(at))
    const args = logs[517]!.decoded!.args.map((arg) => (arg.name === 'value' ? { ...arg, value: long } : arg))
    logs[517] = transfer(517, { decoded: { ...logs[517]!.decoded!, args } })
    const tracks = () => grid().style.getPropertyValue('--t0-tracks')
    const sort = { column: 'custom', id: 'args.value', direction: 'asc' } as const
    const { rerender } = render(<LogTable logs={logs} columns={['args.value']} view={{}} />)
    expect(tracks()).toContain('(8ch ')
    rerender(<LogTable logs={logs} columns={['args.value']} view={{ sort }} />)
    expect(shown('args.value', 1)).toEqual([`-1${',000'.repeat(10)}`])
    expect(tracks()).toContain('(45ch ')
  })

  test('numbers of every row on the screen count, and columns do not become narrower again', () => {
    const logs = Array.from({ length: 40 }, (_, at) => transfer(at))
    const args = logs[20]!.decoded!.args.map((arg) =>
      arg.name === 'value' ? { ...arg, value: 10n ** 30n } : arg,
    )
    logs[20] = transfer(20, { decoded: { ...logs[20]!.decoded!, args } })
    const tracks = () => grid().style.getPropertyValue('--t0-tracks')
    const columns = ['args.value'] as const
    const { rerender } = render(<LogTable logs={logs} columns={columns} />)
    expect(tracks()).toContain('(44ch ')
    rerender(<LogTable logs={logs.slice(0, 10)} columns={columns} />)
    expect(tracks()).toContain('(44ch ')
    // Other columns begin anew.
    rerender(<LogTable logs={logs.slice(0, 10)} columns={['args.value']} />)
    expect(tracks()).not.toContain('(44ch ')
  })

  test('amounts take the width that they need in the unit of their token', () => {
    const logs = [makeRow(0, { decoded: transferOf(10n ** 30n) })]
    const tokens = { [logs[0]!.address]: { symbol: 'T', decimals: 24 } }
    render(<LogTable logs={logs} columns={['args.value']} tokens={tokens} />)
    expect(shown('args.value', 1)).toEqual(['1,000,000 T'])
    expect(grid().style.getPropertyValue('--t0-tracks')).toContain('(14ch ')
  })

  test('amounts have all their decimals, and room for them', () => {
    const logs = [makeRow(0, { decoded: transferOf(1_234_567_890_123_456_789_012n) })]
    const tokens = { [logs[0]!.address]: { symbol: 'T', decimals: 18 } }
    render(<LogTable logs={logs} columns={['args.value']} tokens={tokens} />)
    expect(shown('args.value', 1)).toEqual(['1,234.567890123456789012 T'])
    expect(grid().style.getPropertyValue('--t0-tracks')).toContain('(29ch ')
  })

  test('the header shows the order of the rows while another one is computed', async () => {
    sortSlowly()
    const logs = Array.from({ length: 2_500 }, (_, at) => transfer(at))
    const by = (direction: 'asc' | 'desc') =>
      ({ sort: { column: 'custom', id: 'args.value', direction } }) as const
    const header = () => named('[role="columnheader"]', 'value')
    const { rerender } = render(<LogTable logs={logs} columns={['args.value']} view={by('asc')} />)
    await waitFor(() => expect(header()).toHaveAttribute('aria-sort', 'ascending'))
    rerender(<LogTable logs={logs} columns={['args.value']} view={by('desc')} />)
    expect(shown('args.value', 1)).toEqual(['0'])
    expect(header()).toHaveAttribute('aria-sort', 'ascending')
    await waitFor(() => expect(header()).toHaveAttribute('aria-sort', 'descending'))
    expect(shown('args.value', 1)).toEqual(['2,499'])
  })

  test('hidden ones are offered after the event, and built-in ones shown as usual', () => {
    const onViewChange = vi.fn<(view: LogTableView) => void>()
    const offered = [{ id: 'args.value', hidden: true }] as const
    render(<LogTable logs={rows} columns={offered} onViewChange={onViewChange} />)
    expect(headers()).not.toContain('value')
    expect(headers()).toContain('Event')
    fireEvent.click(button('View'))
    fireEvent.click(item('value'))
    expect(headers().slice(headers().indexOf('Event'))[1]).toBe('value')
    expect(cell(0, 'args.value')).toHaveTextContent(/^59$/)
    expect(onViewChange.mock.lastCall?.[0].columns).toContainEqual({ id: 'args.value' })
  })

  test('fields of the app keep their own clicks and arrow keys, and are reached by F2', () => {
    const onSelect = vi.fn<(log: unknown) => void>()
    const note = { id: 'note', header: 'Note', render: () => <input aria-label="Note" /> }
    render(<LogTable logs={rows} columns={['block', note]} onSelect={onSelect} />)
    const input = cell(0, 'note').querySelector('input')!
    expect(input).toHaveAttribute('tabindex', '-1')
    fireEvent.click(input)
    expect(onSelect).not.toHaveBeenCalled()
    focus(cell(0, 'note'))
    press('F2')
    expect(input).toHaveFocus()
    expect(press('ArrowLeft')).toBe(true)
    expect(input).toHaveFocus()
  })

  test('an argument that a log lacks leaves its cell empty', () => {
    const logs = [transfer(2), transfer(1, { decoded: undefined })]
    render(<LogTable logs={logs} columns={['args.value', 'args.nothing']} />)
    expect(shown('args.value', 2)).toEqual(['2', ''])
    expect(shown('args.nothing', 2)).toEqual(['', ''])
  })

  test('an argument without a name is found by its position', () => {
    const [log] = rows
    const args = log!.decoded!.args.map((arg) => ({ ...arg, name: '' }))
    const logs = [{ ...log!, decoded: { ...log!.decoded!, args } }]
    render(<LogTable logs={logs} columns={['args.1', { id: 'args.0', header: 'Who' }]} />)
    expect(shown('args.1', 1)).toEqual(['59'])
    expect(headers()).toEqual(['1', 'Who'])
  })

  test('a column with the id of a built-in one replaces it', () => {
    render(
      <LogTable logs={rows} columns={[{ id: 'contract', header: 'Pool', render: () => 'mine' }, 'block']} />,
    )
    expect(headers()).toEqual(['Pool', 'Block'])
    expect(shown('contract', 2)).toEqual(['mine', 'mine'])
  })

  test('are sorted by their value, among loaded logs, by click and by menu', () => {
    const onViewChange = vi.fn<(view: LogTableView) => void>()
    render(<LogTable logs={rows.slice(0, 6)} columns={columns} onViewChange={onViewChange} />)
    fireEvent.click(named('[role="columnheader"]', 'Parity')!)
    expect(onViewChange).toHaveBeenLastCalledWith({
      sort: { column: 'custom', id: 'parity', direction: 'asc' },
    })
    expect(shown('parity', 6)).toEqual(['even', 'even', 'even', 'odd', 'odd', 'odd'])
    expect(named('[role="columnheader"]', 'Parity')).toHaveAttribute('aria-sort', 'ascending')
    expect(screen.getByText('Parity ascending, among loaded logs')).toBeInTheDocument()
    fireEvent.click(named('[role="columnheader"]', 'Parity')!)
    expect(shown('parity', 2)).toEqual(['odd', 'odd'])
    fireEvent.click(button('Column value'))
    fireEvent.click(item('Sort by value, ascending'))
    expect(shown('args.value', 3)).toEqual(['54', '55', '56'])
  })

  test('logs that come while a table is sorted are not counted as hidden', async () => {
    sortSlowly()
    const many = Array.from({ length: 2_600 }, (_, index) => transfer(index))
    const view = { sort: { column: 'custom', id: 'args.value', direction: 'asc' } } as const
    const count = () => document.querySelector('.topic0-log-table-count')?.textContent
    const { rerender } = render(<LogTable logs={many.slice(0, 2_500)} columns={columns} view={view} />)
    await waitFor(() => expect(grid()).toHaveAttribute('aria-busy', 'false'))
    rerender(<LogTable logs={many} columns={columns} view={view} />)
    expect(count()).toBe('2,500 logs')
    await waitFor(() => expect(count()).toBe('2,600 logs'))
  })

  test('a table says that it is being sorted, until it is', async () => {
    sortSlowly()
    const many = Array.from({ length: 2_500 }, (_, index) => transfer(index))
    render(<LogTable logs={many} columns={columns} />)
    const note = () => document.querySelector('.topic0-log-table-note')?.textContent
    fireEvent.click(named('[role="columnheader"]', 'value')!)
    expect(note()).toBe('Sorting by value…')
    await waitFor(() => expect(grid()).toHaveAttribute('aria-busy', 'false'))
    expect(note()).toMatch(/^value (as|des)cending, among loaded logs$/)
  })

  test('without a value to sort by, a column is not sorted', () => {
    const onViewChange = vi.fn<(view: LogTableView) => void>()
    render(<LogTable logs={rows} columns={columns} onViewChange={onViewChange} />)
    fireEvent.click(named('[role="columnheader"]', 'Bare')!)
    expect(onViewChange).not.toHaveBeenCalled()
    fireEvent.click(button('Column Bare'))
    expect(named('[role^="menuitem"]', /^Sort by/)).toBeUndefined()
  })

  test('numbers and text may be mixed: numbers come first, nothing comes last', () => {
    const values = ['b', 10, undefined, 2n, Number.NaN, 'a']
    const mixed: LogTableColumnDefinition = {
      id: 'mixed',
      header: 'Mixed',
      render: (log) => String(values[Number(valueOf(log))]),
      sortValue: (log) => values[Number(valueOf(log))],
    }
    const logs = values.map((_, number) => transfer(number))
    const sort = { column: 'custom', id: 'mixed', direction: 'asc' } as const
    render(<LogTable logs={logs} columns={[mixed]} defaultView={{ sort }} />)
    expect(shown('mixed', 6)).toEqual(['2', '10', 'a', 'b', 'undefined', 'NaN'])
  })

  test.each([60, 2_500])(
    'logs of which `sortValue` throws come last, and it is reported: %i logs',
    async (count) => {
      const thrown = catchUncaught()
      const broken: LogTableColumnDefinition = {
        id: 'broken',
        header: 'Broken',
        render: (log) => String(valueOf(log)),
        sortValue: (log) => {
          if (valueOf(log) < 2n) throw new Error('There is no value.')
          return valueOf(log)
        },
      }
      const logs = Array.from({ length: count }, (_, number) => transfer(number))
      const sort = { column: 'custom', id: 'broken', direction: 'asc' } as const
      render(<LogTable logs={logs} columns={[broken]} defaultView={{ sort }} />)
      await waitFor(() => expect(shown('broken', 2)).toEqual(['2', '3']))
      expect(thrown[0]).toEqual(new Error('There is no value.'))
    },
  )

  test('are hidden, shown, moved and resized like the others, and kept in the view', () => {
    const onViewChange = vi.fn<(view: LogTableView) => void>()
    const { rerender } = render(<LogTable logs={rows} columns={columns} onViewChange={onViewChange} />)
    fireEvent.click(button('View'))
    fireEvent.click(item('Parity'))
    expect(headers()).toEqual(['Block', 'from', 'value', 'Bare'])
    fireEvent.click(item('Contract'))
    fireEvent.click(item('Parity'))
    expect(headers()).toEqual(['Block', 'from', 'value', 'Parity', 'Bare', 'Contract'])
    focus(named('[role="columnheader"]', 'Parity')!)
    press('ArrowLeft', { ctrlKey: true })
    press('ArrowRight', { shiftKey: true })
    const view = onViewChange.mock.lastCall![0]
    expect(view.columns?.map(({ id }) => id)).toEqual([
      'block',
      'args.from',
      'parity',
      'args.value',
      'bare',
      'contract',
    ])
    expect(view.columns?.[2]).toMatchObject({ id: 'parity', width: 56 })

    const stored: unknown = JSON.parse(JSON.stringify(view))
    expect(parseLogTableView(stored, columns)).toEqual(stored)
    expect(parseLogTableView(stored).columns?.map(({ id }) => id)).toEqual(['block', 'contract'])
    // The app dropped a column: what remains of the view still holds.
    rerender(<LogTable logs={rows} columns={['block', bare]} view={view} />)
    expect(headers()).toEqual(['Block', 'Bare', 'Contract'])
  })

  test('a stored sort by a column that is gone is ignored', () => {
    const sort = { column: 'custom', id: 'parity', direction: 'asc' } as const
    render(<LogTable logs={rows} view={{ sort, columns: [{ id: 'parity' }] }} />)
    expect(headers()).toContain('Event')
    expect(cell(0, 'block')).toHaveTextContent('1,059')
    expect(parseLogTableView({ sort }, columns)).toEqual({ sort })
    expect(parseLogTableView({ sort })).toEqual({})
    expect(parseLogTableView({ sort: { ...sort, id: 'bare' } }, columns)).toEqual({})
  })
})

describe('cells', () => {
  test('have menus: arguments filter and sort, others copy their text', () => {
    const onFilter = vi.fn()
    const onSelect = vi.fn()
    render(<LogTable logs={rows} columns={columns} {...{ onFilter, onSelect }} />)
    fireEvent.contextMenu(cell(0, 'args.from'))
    fireEvent.click(item('New query: only this'))
    expect(onFilter).toHaveBeenCalledWith(
      expect.objectContaining({ target: { field: 'topic', position: 1, name: 'from' } }),
    )
    fireEvent.contextMenu(cell(1, 'parity'))
    fireEvent.click(item('Copy'))
    expect(writeText).toHaveBeenLastCalledWith('=even')
    fireEvent.contextMenu(cell(1, 'bare'))
    fireEvent.click(item('Copy'))
    expect(writeText).toHaveBeenLastCalledWith('Open')
    focus(cell(2, 'args.value'))
    press('c', { ctrlKey: true })
    expect(writeText).toHaveBeenLastCalledWith('57')
  })

  test('selected rows are copied with columns that have text; the menu names the others', async () => {
    render(<LogTable logs={rows} columns={columns} />)
    fireEvent.click(row(0).querySelector('[data-act="mark"]')!)
    fireEvent.click(row(1).querySelector('[data-act="mark"]')!)
    fireEvent.click(button('Copy'))
    expect(screen.getByText('Columns without text are not copied: Bare')).toBeInTheDocument()
    fireEvent.click(item('As CSV'))
    await waitFor(() => expect(writeText).toHaveBeenCalledOnce())
    const lines = writeText.mock.lastCall![0].split('\r\n')
    expect(lines[0]).toMatch(/,Parity$/)
    expect(lines[1]).toMatch(/,"odd, ""really"""$/)
    // A formula would run in a spreadsheet.
    expect(lines[2]).toMatch(/'=even"?$/)
    fireEvent.click(button(/^Copied|^Copy$/))
    fireEvent.click(item('As JSON'))
    await waitFor(() => expect(writeText).toHaveBeenCalledTimes(2))
    const [first] = JSON.parse(writeText.mock.lastCall![0]) as [{ columns: object }]
    expect(first.columns).toEqual({ parity: 'odd, "really"' })
  })

  test('with a `data-index` of the app belong to their own row', () => {
    const onSelect = vi.fn<(log: LogRow) => void>()
    const own: LogTableColumnDefinition = { id: 'own', header: 'Own', render: () => <i data-index={2}>2</i> }
    render(<LogTable logs={rows} columns={['block', own]} onSelect={onSelect} />)
    fireEvent.click(cell(3, 'own').querySelector('i')!)
    expect(onSelect).toHaveBeenLastCalledWith(rows[3])
    focus(cell(1, 'block'))
    press('ArrowDown')
    expect(document.activeElement!.closest('[role="row"]')).toHaveAttribute('data-index', '2')
  })

  test('links of the app are out of the tab order, reached by F2, and do not open the log', () => {
    const onSelect = vi.fn()
    render(<LogTable logs={rows} columns={columns} onSelect={onSelect} />)
    const link = cell(1, 'bare').querySelector('a')!
    expect(link.tabIndex).toBe(-1)
    focus(cell(1, 'bare'))
    press('F2')
    expect(document.activeElement).toBe(link)
    press('Escape')
    expect(document.activeElement).toBe(cell(1, 'bare'))
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link)
    expect(onSelect).not.toHaveBeenCalled()
    fireEvent.click(cell(1, 'parity'))
    expect(onSelect).toHaveBeenCalledWith(rows[1])
  })
})

describe('renderers', () => {
  test('addresses and arguments, in the event and in columns; undefined keeps the default', () => {
    const label = 'Alice'
    const table = (columns: readonly LogTableColumnDefinition[]) => (
      <LogTable
        logs={rows}
        columns={columns}
        labels={{ [`0x${'11'.repeat(20)}`]: label }}
        renderAddress={({ address, label, log }) =>
          label === undefined ? undefined : <b>{`${label} ${address.slice(0, 4)} ${log.blockNumber}`}</b>
        }
        renderArg={({ arg, text }) => (arg.name === 'value' ? <i>{`${text} wei`}</i> : undefined)}
      />
    )
    const { rerender } = render(table(['event']))
    expect(cell(0, 'event')).toHaveTextContent('Sent from: Alice 0x11 1059 value: 59 wei')
    rerender(table(['contract', 'event', 'args.from', 'args.value']))
    expect(cell(0, 'event')).toHaveTextContent(/^Sent$/)
    expect(cell(0, 'args.from').querySelector('b')).toHaveTextContent('Alice 0x11 1059')
    expect(cell(0, 'args.value').querySelector('i')).toHaveTextContent('59 wei')
    expect(cell(0, 'contract').querySelector('b')).toBeNull()
    expect(cell(0, 'contract')).toHaveTextContent('0xCdCD')
  })

  test('a row keeps all that the table needs', () => {
    const onSelect = vi.fn()
    render(
      <LogTable
        logs={rows}
        onSelect={onSelect}
        renderRow={({ props, log }) => <div {...props} data-large={valueOf(log) > 50n} />}
      />,
    )
    expect(row(0)).toHaveAttribute('data-large', 'true')
    expect(row(12)).toHaveAttribute('data-large', 'false')
    expect(row(0)).toHaveAttribute('aria-rowindex', '2')
    focus(cell(0, 'event'))
    press('ArrowDown')
    press('Enter')
    expect(onSelect).toHaveBeenCalledWith(rows[1])
  })
})

describe('lookups', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })
  const passLookupDelay = () => act(() => vi.advanceTimersByTimeAsync(400))

  test('each address in sight is looked up once, and shown when it is known', async () => {
    const resolveLabel = vi.fn((address: string) =>
      Promise.resolve(address.startsWith('0x11') ? 'Alice' : null),
    )
    const { rerender } = render(
      <LogTable logs={rows} resolveLabel={resolveLabel} labels={{ [`0x${'ab'.repeat(20)}`]: 'Given' }} />,
    )
    expect(resolveLabel).not.toHaveBeenCalled()
    await passLookupDelay()
    expect(resolveLabel.mock.calls.map(([address]) => address.slice(0, 6)).sort()).toEqual([
      '0x1111',
      '0xcdcd',
    ])
    expect(cell(0, 'event')).toHaveTextContent('from: Alice')
    expect(cell(1, 'contract')).toHaveTextContent('Given')
    rerender(<LogTable logs={rows.slice(1)} resolveLabel={(address) => resolveLabel(address)} />)
    await passLookupDelay()
    // Given no longer, so that it is looked up.
    expect(resolveLabel).toHaveBeenCalledTimes(3)
  })

  test('units of tokens are looked up for amounts only; impossible ones are refused', async () => {
    const args = ['from', 'to', 'value'].map((name, at) => ({
      name,
      type: at < 2 ? 'address' : 'uint256',
      value: at < 2 ? (`0x${'22'.repeat(20)}` as const) : 1_500_000n,
      indexed: at < 2,
      hashed: false,
    }))
    const signature = 'Transfer(address,address,uint256)'
    const logs = [3, 2, 1].map((number) =>
      transfer(number, { decoded: { name: 'Transfer', signature, source: 'given', args } }),
    )
    const resolveToken = vi.fn((address: string) => ({
      symbol: 'USDC',
      decimals: address.startsWith('0xab') ? 1e9 : 6,
    }))
    render(<LogTable logs={[...logs, transfer(0)]} columns={['args.value']} resolveToken={resolveToken} />)
    await passLookupDelay()
    expect(shown('args.value', 3)).toEqual(['1.5 USDC', '1,500,000', '1.5 USDC'])
    expect(resolveToken).toHaveBeenCalledTimes(2)
  })

  test('failures are harmless, and lookups end with the table', async () => {
    const signals: AbortSignal[] = []
    const resolveLabel = vi.fn((address: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      if (address.startsWith('0x11')) throw new Error('offline')
      return address.startsWith('0xcd') ? Promise.reject(new Error('offline')) : new Promise<string>(() => {})
    })
    const { unmount } = render(<LogTable logs={rows} resolveLabel={resolveLabel} />)
    await passLookupDelay()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false])
    expect(cell(0, 'event')).toHaveTextContent('from: 0x1111')
    unmount()
    expect(signals.filter(({ aborted }) => aborted)).toHaveLength(1)
  })
})
