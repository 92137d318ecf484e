import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import { NodeError, UnreadBlocksError } from '../../../src/errors/NodeError.ts'
import type { Coverage } from '../../../src/logs/Coverage.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import { makeRow } from '../makeRow.ts'

const ascending = Array.from({ length: 500 }, (_, number) => makeRow(number))
const descending = ascending.toReversed()
const error = new Error('The node is asleep.')
const refusal = new NodeError('a.example is asleep.', { kind: 'transient', method: 'eth_getLogs' })
const known: Coverage = { verified: [{ from: 1n, to: 1_500n }], trimmed: [], pending: [], failed: [] }

// By attribute: looking for roles among hundreds of cells takes jsdom seconds.
const grid = () => document.querySelector<HTMLElement>('[role="grid"]')!
const cells = () => [...document.querySelectorAll<HTMLElement>('[role="gridcell"]')]

function focusCell(row: number, column: number) {
  const cell = grid().querySelector<HTMLElement>(`[data-index="${row}"] > [aria-colindex="${column + 1}"]`)
  if (!cell) throw new Error(`Row ${row} is not drawn.`)
  fireEvent.focus(cell)
  cell.focus()
}

const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
const rowIndex = () => Number(document.activeElement?.parentElement?.dataset['index'])
const columnIndex = () => Number(document.activeElement?.getAttribute('aria-colindex')) - 1

describe('rows', () => {
  test('only visible rows are rendered, and all are counted', () => {
    render(<LogTable logs={createLogList(ascending)} />)
    const grid = screen.getByRole('grid', { name: 'Logs' })
    expect(grid).toHaveAttribute('aria-rowcount', '501')
    expect(within(grid).getAllByRole('row').length).toBeLessThan(60)
    expect(within(grid).getAllByRole('row')[1]).toHaveAttribute('aria-rowindex', '2')
  })

  test('show block, contract label, event with its arguments, transaction and index', () => {
    const labels = { [ascending[0]!.address.toUpperCase().replace('0X', '0x')]: 'The Counter' }
    render(<LogTable logs={ascending.slice(7, 8)} labels={labels} explorerUrl="https://scan.example" />)
    const cells = screen.getAllByRole('gridcell')
    expect(cells[0]).toHaveTextContent('1,007')
    expect(cells[1]).toHaveTextContent('The Counter')
    expect(cells[2]).toHaveTextContent('Counted count: 7')
    expect(within(cells[3]!).getByRole('link')).toHaveAttribute(
      'href',
      `https://scan.example/tx/${ascending[7]!.transactionHash}`,
    )
    expect(cells[4]).toHaveTextContent('0')
  })

  test('the time has a column when logs carry it', () => {
    render(<LogTable logs={[makeRow(1, { blockTimestamp: 1_700_000_000n })]} />)
    expect(screen.getByText('2023-11-14 22:13:20')).toHaveAttribute('datetime', '2023-11-14T22:13:20Z')
  })

  test('removed and selected rows are marked', () => {
    render(<LogTable logs={[makeRow(1), makeRow(2, { removed: true })]} selected={makeRow(1)} />)
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows[0]).toHaveAttribute('aria-current', 'true')
    expect(rows[1]).toHaveAttribute('data-state', 'removed')
    expect(rows[1]).toHaveTextContent('Removed')
  })

  test('rows of a chain that may be gone are marked until replaced', () => {
    const states = () => screen.getAllByRole('row').map(({ dataset }) => dataset['state'])
    const logs = ascending.slice(0, 3)
    const { rerender } = render(<LogTable logs={logs} staleFrom={logs[1]!.blockNumber} />)
    expect(states().slice(1)).toEqual(['default', 'stale', 'stale'])
    rerender(<LogTable logs={logs} staleFrom={undefined} />)
    expect(states().slice(1)).toEqual(['default', 'default', 'default'])
  })

  test('links are built only from well-formed hex and https', () => {
    const bad = makeRow(1, { transactionHash: '0x"><script>' })
    const links = { block: () => 'javascript:alert(1)', address: () => 'http://plain.example' }
    render(<LogTable logs={[bad]} explorerUrl="https://scan.example" links={links} />)
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('keyboard', () => {
  test('arrows, Page, Home and End move a single tab stop through all rows', () => {
    render(<LogTable logs={ascending} />)
    focusCell(0, 0)
    press('ArrowDown')
    press('ArrowRight')
    expect([rowIndex(), columnIndex()]).toEqual([1, 1])
    press('End')
    expect([rowIndex(), columnIndex()]).toEqual([1, 4])
    press('ArrowRight')
    expect(columnIndex()).toBe(4)
    press('End', { ctrlKey: true })
    expect([rowIndex(), columnIndex()]).toEqual([499, 4])
    press('Home', { ctrlKey: true })
    expect([rowIndex(), columnIndex()]).toEqual([0, 0])
    press('PageDown')
    expect(rowIndex()).toBeGreaterThan(0)
    press('PageUp')
    expect(rowIndex()).toBe(0)
    expect(grid().querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  })

  test('Enter and a click open a log; a click on its links does not', () => {
    const onSelect = vi.fn<(log: unknown) => void>()
    render(<LogTable logs={ascending} onSelect={onSelect} explorerUrl="https://scan.example" />)
    focusCell(3, 2)
    press('Enter')
    expect(onSelect).toHaveBeenLastCalledWith(ascending[3])
    fireEvent.click(cells()[2]!)
    expect(onSelect).toHaveBeenLastCalledWith(ascending[0])
    fireEvent.click(grid().querySelector('a')!)
    expect(onSelect).toHaveBeenCalledTimes(2)
  })

  test('a click opens the log that was pressed, though new logs have moved the rows', () => {
    const onSelect = vi.fn<(log: unknown) => void>()
    const { rerender } = render(<LogTable logs={ascending.slice(2)} onSelect={onSelect} />)
    const pressed = cells()[0]!
    const place = { button: 0, clientX: 30, clientY: 90 }
    fireEvent.pointerDown(pressed, place)
    rerender(<LogTable logs={ascending} onSelect={onSelect} />)
    // Another row is under the pointer now: browsers send the click to what holds both.
    fireEvent.click(pressed.closest('[role="row"]')!.parentElement!, place)
    expect(onSelect).toHaveBeenLastCalledWith(ascending[2])
    fireEvent.pointerDown(cells()[0]!, place)
    fireEvent.click(grid(), { ...place, clientY: 140 })
    expect(onSelect).toHaveBeenCalledTimes(1)
  })

  test('F2 enters the links and buttons of a cell, Escape leaves', () => {
    render(<LogTable logs={ascending} explorerUrl="https://scan.example" />)
    focusCell(0, 3)
    const cell = document.activeElement
    press('F2')
    expect(document.activeElement).toHaveAttribute('href')
    press('ArrowRight')
    expect(document.activeElement).toHaveAccessibleName(/^Copy hash/)
    press('Escape')
    expect(document.activeElement).toBe(cell)
  })

  test.each([
    ['oldest first', ascending.slice(10), ascending],
    ['newest first', descending.slice(10), descending],
  ])('focus stays on its log when others are inserted above, %s', (_order, before, after) => {
    const { rerender } = render(<LogTable logs={before} />)
    focusCell(0, 0)
    press('ArrowDown')
    const focused = document.activeElement
    rerender(<LogTable logs={after} />)
    expect(document.activeElement).toBe(focused)
    expect(rowIndex()).toBe(11)
    press('ArrowUp')
    expect(rowIndex()).toBe(10)
  })

  test('the focused row stays rendered, however far the user scrolls', () => {
    render(<LogTable logs={ascending} />)
    focusCell(2, 1)
    const focused = document.activeElement
    grid().scrollTop = 12_000
    fireEvent.scroll(grid())
    expect(screen.getByText('1,320')).toBeInTheDocument()
    expect(document.activeElement).toBe(focused)
  })
})

describe('states', () => {
  const stateOf = (container: HTMLElement) => container.firstElementChild?.getAttribute('data-state')

  test('no query, and loading', () => {
    const { container, rerender } = render(<LogTable logs={[]} status="idle" />)
    expect(stateOf(container)).toBe('idle')
    expect(screen.getByText('No query yet', { selector: 'strong' })).toBeInTheDocument()
    rerender(<LogTable logs={[]} status="loading" />)
    expect(stateOf(container)).toBe('loading')
    expect(grid()).toHaveAttribute('aria-busy', 'true')
    expect(screen.getAllByRole('status')[0]).toHaveTextContent('Reading logs…')
  })

  test('blocks that do not exist yet are not called read', () => {
    const coverage = { ...known, trimmed: [], pending: [{ from: 1_501n, to: 1_510n }] }
    render(<LogTable logs={[]} status="success" coverage={coverage} isComplete={false} head={1_500n} />)
    expect(document.querySelector('.topic0-panel')).toHaveTextContent(
      'Not available yetThe chain has not reached these blocks, or they are not final yet.No log matches in the 1,500 blocks read.',
    )
  })

  test('no logs, incomplete and unknown are three different states', () => {
    const { rerender } = render(<LogTable logs={[]} coverage={known} />)
    expect(screen.getByText('No logs match', { selector: 'strong' })).toBeInTheDocument()
    expect(screen.getByText('No log matches in the 1,500 blocks read.')).toBeInTheDocument()
    expect(screen.getByText('0 logs')).toBeInTheDocument()
    rerender(
      <LogTable logs={[]} coverage={{ ...known, trimmed: [], pending: [{ from: 1_501n, to: 1_510n }] }} />,
    )
    expect(screen.queryByText('No logs match')).toBeNull()
    expect(screen.getByText(/10 blocks left to read/)).toBeInTheDocument()
    expect(screen.queryByText('0 logs')).toBeNull()
    const failed = [{ range: { from: 1_501n, to: 1_502n }, error }]
    rerender(<LogTable logs={[]} coverage={{ ...known, failed }} />)
    expect(screen.queryByText('No logs match')).toBeNull()
    expect(screen.getByText('Incomplete result', { selector: 'strong' })).toBeInTheDocument()
    expect(screen.queryByText('0 logs')).toBeNull()
  })

  test('placeholders stand for pending blocks, and existing rows are shown at once', () => {
    const pending = [{ from: 1_501n, to: 1_510n }]
    const { container } = render(<LogTable logs={descending.slice(0, 3)} coverage={{ ...known, pending }} />)
    expect(stateOf(container)).toBe('success')
    expect(grid()).not.toHaveAttribute('aria-busy', 'true')
    expect(screen.getByText('Blocks 1,501–1,510 not read yet')).toBeInTheDocument()
    expect(screen.getAllByRole('status')[0]).toHaveTextContent('3 logs')
  })

  test('an error without rows is explained and can be retried', () => {
    const onRetry = vi.fn<() => void>()
    render(<LogTable logs={[]} status="error" error={error} onRetry={onRetry} />)
    expect(screen.getByRole('alert')).toHaveTextContent('The node is asleep.')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  test('an error keeps the existing rows', () => {
    render(<LogTable logs={ascending.slice(0, 3)} status="error" error={error} />)
    expect(screen.getByRole('alert')).toHaveTextContent('The logs below were read earlier.')
    expect(screen.getByText('1,000')).toBeInTheDocument()
  })

  test('failed blocks are named, each with its own retry', () => {
    const onRetryRange = vi.fn<(range: unknown) => void>()
    const range = { from: 2_000n, to: 2_999n }
    render(
      <LogTable
        logs={ascending.slice(0, 3)}
        coverage={{ ...known, failed: [{ range, error: new UnreadBlocksError(range, refusal) }] }}
        onRetryRange={onRetryRange}
      />,
    )
    // The blocks once, formatted for the locale, and then the reason.
    expect(screen.getByRole('alert')).toHaveTextContent(
      `Blocks 2,000–2,999 could not be read.${refusal.shortMessage}`,
    )
    expect(screen.getByRole('alert')).not.toHaveTextContent('2000')
    fireEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again: 2,000–2,999' }))
    expect(onRetryRange).toHaveBeenCalledWith(range)
  })
})

test.each([
  [1, '1 log does not match the event'],
  [1_234, '1,234 logs do not match the event'],
])('%i logs that were left out are counted next to those shown', async (count, note) => {
  const { rerender } = render(<LogTable logs={createLogList([makeRow(1)], count)} />)
  expect(await screen.findByText(note)).toBeInTheDocument()
  rerender(<LogTable logs={createLogList([makeRow(1)])} />)
  expect(screen.queryByText(note)).toBeNull()
})

test('the first thousand are printed, with the total, and then the view is restored', () => {
  const many = Array.from({ length: 1_200 }, (_, number) => makeRow(1_199 - number))
  render(<LogTable logs={many} />)
  const drawn = () => grid().querySelectorAll('[role="row"][data-index]').length - 1
  const before = drawn()
  expect(before).toBeLessThan(100)
  fireEvent(window, new Event('beforeprint'))
  expect(drawn()).toBe(1_000)
  expect(screen.getByText('First 1,000 of 1,200 rows. Export to get all.')).toBeInTheDocument()
  fireEvent(window, new Event('afterprint'))
  expect(drawn()).toBe(before)
})

test('progress is next to the count until the scan is done, and never shows 100% before', () => {
  const { rerender } = render(<LogTable logs={ascending.slice(0, 3)} progress={{ fraction: 0.99999 }} />)
  const bar = screen.getByRole('progressbar', { name: 'Progress' })
  expect(bar).toHaveTextContent('99.9% read')
  expect(bar).toHaveAttribute('aria-valuenow', '99.9')
  rerender(<LogTable logs={ascending.slice(0, 3)} progress={{ fraction: 1 }} />)
  expect(screen.queryByRole('progressbar')).toBeNull()
  rerender(<LogTable logs={ascending.slice(0, 3)} progress={undefined} />)
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('screen readers hear why there are no logs', () => {
  const said = () => Array.from(document.querySelectorAll('output'), (one) => one.textContent).join('')
  const { rerender } = render(<LogTable logs={undefined} status="loading" />)
  expect(said()).toBe('Reading logs…')
  rerender(<LogTable logs={[]} status="success" />)
  expect(said()).toBe('No logs match')
  // An error is an alert.
  rerender(<LogTable logs={[]} status="error" error={new Error('no')} />)
  expect(said()).toBe('')
})

test('screen readers hear the count, and updates only now and then', () => {
  vi.useFakeTimers()
  const said = () => document.querySelector('output')?.textContent
  const { rerender } = render(<LogTable logs={undefined} status="loading" />)
  expect(said()).toBe('Reading logs…')
  const show = (count: number) => rerender(<LogTable logs={descending.slice(-count)} status="success" />)
  act(() => show(100))
  expect(said()).toBe('100 logs')
  const heard = new Set<string | null | undefined>()
  // A block every three seconds, for a minute.
  for (let block = 1; block <= 20; block++) {
    act(() => show(100 + block))
    act(() => void vi.advanceTimersByTime(3_000))
    heard.add(said())
  }
  expect(heard.size).toBeGreaterThan(2)
  expect(heard.size).toBeLessThan(7)
  act(() => void vi.advanceTimersByTime(15_000))
  expect(said()).toBe('120 logs')
})
