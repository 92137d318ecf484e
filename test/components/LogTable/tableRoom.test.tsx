import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fitColumns } from '../../../src/components/LogTable/columns/useTableView.ts'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import type { LogTableView } from '../../../src/components/LogTable/model/LogTableView.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { button, cell, focus, grid, item, named, press, row, rows, transfer } from './logGrid.ts'

// jsdom has no layout: a table has this width.
const room = { width: 1280, height: 638 }
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room.width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => room.height)
})
afterEach(() => {
  room.width = 1280
})

const timed = rows.map((log) => ({ ...log, blockTimestamp: 1_700_000_000n }))
const columns = () =>
  [...grid().querySelectorAll<HTMLElement>('[role="columnheader"]')].map((one) => one.dataset['column'])
const all = ['block', 'time', 'contract', 'event', 'transaction', 'logIndex']
function resize(width: number) {
  room.width = width
  fireEvent.scroll(grid())
}

describe('default columns', () => {
  test('leave space for arguments, and all are shown where there is enough', () => {
    render(<LogTable logs={timed} />)
    expect(columns()).toEqual(all)
    resize(1150)
    expect(columns()).toEqual(all.slice(0, 5))
    resize(770)
    expect(columns()).toEqual(['time', 'contract', 'event'])
    resize(1270)
    expect(columns()).toEqual(all)
  })

  test('a card shows all but the transaction', () => {
    render(<LogTable logs={timed} />)
    resize(480)
    expect(columns()).toEqual(all.filter((id) => id !== 'transaction'))
  })

  test('a narrow card with dates leaves out the index too', () => {
    render(<LogTable logs={timed} />)
    resize(360)
    expect(columns()).toEqual(['block', 'time', 'contract', 'event'])
  })

  test('times of today have no date, and take less space', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12), toFake: ['Date'] })
    const today = BigInt(Math.floor(Date.now() / 1000))
    const { rerender } = render(<LogTable logs={rows.map((log) => ({ ...log, blockTimestamp: today }))} />)
    resize(1220)
    expect(columns()).toEqual(all)
    expect(cell(0, 'time').textContent).toMatch(/^\d\d:\d\d:\d\d$/)
    rerender(<LogTable logs={timed} />)
    expect(cell(0, 'time').textContent).toBe('2023-11-14 22:13:20')
    expect(columns()).toEqual(all.slice(0, 5))
  })

  test('unknown width hides nothing, and columns are hidden in a fixed order', () => {
    const ids = ['block', 'time', 'contract', 'event', 'transaction', 'logIndex'] as const
    const inRoom = (width: number) => fitColumns(ids, { width, rem: 16, digit: 7.2 })
    expect(inRoom(0).columns).toBe(ids)
    expect([1270, 1150, 1060, 820].map((width) => inRoom(width).columns.length)).toEqual([6, 5, 4, 4])
    expect([770, 600, 550].map((width) => inRoom(width).columns)).toEqual([
      ['time', 'contract', 'event'],
      ['contract', 'event'],
      ['event'],
    ])
    expect(inRoom(900).columns).not.toContain('transaction')
  })

  test('times become ages before they are hidden, unless their format is chosen', () => {
    vi.useFakeTimers({ now: 1_700_000_060_000, toFake: ['Date'] })
    render(<LogTable logs={timed} />)
    expect(cell(0, 'time').textContent).toBe('22:13:20')
    resize(770)
    expect(cell(0, 'time').textContent).toBe('60 sec')
    fireEvent.click(button('View'))
    expect(item('Age')).toHaveAttribute('aria-checked', 'true')
    fireEvent.click(item('Time (UTC)'))
    expect(cell(0, 'time').textContent).toBe('22:13:20')
    expect(columns()).toEqual(['time', 'contract', 'event'])
  })

  test('wider text needs more space', () => {
    const ids = ['block', 'time', 'contract', 'event', 'transaction', 'logIndex'] as const
    const lengths = [6, 7, 8, 11].map(
      (digit) => fitColumns(ids, { width: 1100, rem: 16, digit }).columns.length,
    )
    expect(lengths).toEqual([6, 5, 4, 3])
  })

  test('a resized column keeps hidden ones hidden', () => {
    const onViewChange = vi.fn<(view: LogTableView) => void>()
    render(<LogTable logs={timed} onViewChange={onViewChange} />)
    resize(770)
    focus(cell(-1, 'event'))
    press('ArrowRight', { shiftKey: true })
    const kept = onViewChange.mock.lastCall![0].columns!
    expect(kept.map(({ id }) => id)).toEqual(all)
    expect(kept.find(({ id }) => id === 'event')?.width).toBeGreaterThan(0)
  })

  test('a chosen column is shown, and no other with it', () => {
    render(<LogTable logs={timed} />)
    resize(770)
    fireEvent.click(button('View'))
    fireEvent.click(item('Transaction'))
    expect(columns()).toEqual(['time', 'contract', 'event', 'transaction'])
  })

  test('focus stays in its column when an earlier one is hidden', () => {
    render(<LogTable logs={timed} />)
    focus(cell(2, 'event'))
    resize(770)
    expect(cell(2, 'event')).toHaveFocus()
    expect(grid().querySelectorAll('[tabindex="0"]')).toHaveLength(1)
    expect(cell(2, 'event').tabIndex).toBe(0)
    press('ArrowLeft')
    expect(cell(2, 'contract')).toHaveFocus()
  })
})

describe('new logs', () => {
  const newer = (count: number) => [
    ...Array.from({ length: count }, (_, at) => transfer(59 + count - at)),
    ...rows,
  ]
  const pill = () => named('button', /new log/)

  test('are inserted at the newest end', () => {
    const { rerender } = render(<LogTable logs={rows} />)
    rerender(<LogTable logs={newer(3)} />)
    expect(grid().scrollTop).toBe(0)
    expect(pill()).toBeUndefined()
  })

  test('do not move the open log, and are counted', () => {
    const { rerender } = render(<LogTable logs={rows} selected={rows[4]} />)
    rerender(<LogTable logs={newer(3)} selected={rows[4]} />)
    expect(grid().scrollTop).toBe(3 * 38)
    expect(pill()).toHaveTextContent('3 new logs')
    fireEvent.click(pill()!)
    expect(grid().scrollTop).toBe(0)
    expect(pill()).toBeUndefined()
  })

  test('are not counted as new during a scan, nor when it ends', () => {
    const older = rows.toReversed()
    const pending = { verified: [], trimmed: [], pending: [{ from: 0n, to: 60n }], failed: [] }
    const { rerender } = render(<LogTable logs={older.slice(0, 40)} coverage={pending} />)
    rerender(<LogTable logs={older.slice(0, 50)} coverage={pending} />)
    expect(pill()).toBeUndefined()
    const verified = { verified: pending.pending, trimmed: [], pending: [], failed: [] }
    rerender(<LogTable logs={older} coverage={verified} />)
    expect(pill()).toBeUndefined()
    rerender(<LogTable logs={[...older, transfer(60)]} coverage={verified} />)
    expect(pill()).toHaveTextContent('1 new log')
  })

  test('are no longer counted once they are gone', () => {
    const newestFirst = { view: { sort: { column: 'block', direction: 'desc' } } } as const
    const { rerender } = render(<LogTable logs={rows} status="success" {...newestFirst} />)
    grid().scrollTop = 800
    fireEvent.scroll(grid())
    rerender(<LogTable logs={newer(5)} status="success" {...newestFirst} />)
    expect(pill()).toHaveTextContent('5 new logs')
    rerender(<LogTable logs={[]} status="loading" {...newestFirst} />)
    expect(pill()).toBeUndefined()
  })

  test('are inserted where the open log is out of view', () => {
    const { rerender } = render(<LogTable logs={rows} selected={rows[50]} />)
    rerender(<LogTable logs={newer(3)} selected={rows[50]} />)
    expect(grid().scrollTop).toBe(0)
  })

  test('do not move the cell that has keyboard focus', () => {
    const { rerender } = render(<LogTable logs={rows} />)
    focus(cell(0, 'block'))
    press('ArrowDown')
    rerender(<LogTable logs={newer(2)} />)
    expect(grid().scrollTop).toBe(2 * 38)
    expect(row(3)).toContainElement(document.activeElement as HTMLElement)
  })

  test('are counted where the list is bounded', () => {
    const { rerender } = render(<LogTable logs={rows} />)
    grid().scrollTop = 800
    fireEvent.scroll(grid())
    rerender(<LogTable logs={newer(5).slice(0, rows.length)} />)
    expect(grid().scrollTop).toBe(800 + 5 * 38)
    expect(pill()).toHaveTextContent('5 new logs')
  })

  test('at the end of a scan are history, and later ones are new', () => {
    const oldest = rows.toReversed()
    const history = oldest.slice(0, 50)
    const { rerender } = render(<LogTable logs={oldest.slice(0, 30)} status="loading" />)
    rerender(<LogTable logs={history} status="success" />)
    expect(pill()).toBeUndefined()
    // A brief refetch is not a scan.
    rerender(<LogTable logs={history} status="loading" />)
    rerender(<LogTable logs={oldest} status="success" />)
    expect(pill()).toHaveTextContent('10 new logs')
  })

  test.each(['newest', 'oldest'])('in a sorted table are not those of older blocks: %s first', (first) => {
    const view = { sort: { column: 'contract', direction: 'asc' } } as const
    const inOrder = (logs: readonly LogRow[]) => (first === 'newest' ? logs : logs.toReversed())
    const some = inOrder(rows.slice(0, 40))
    const { rerender } = render(<LogTable logs={some} status="success" view={view} />)
    rerender(<LogTable logs={some} status="loading" view={view} />)
    rerender(<LogTable logs={inOrder(rows)} status="success" view={view} />)
    expect(grid()).toHaveAttribute('aria-rowcount', '61')
    expect(pill()).toBeUndefined()
    rerender(<LogTable logs={inOrder(newer(3))} status="success" view={view} />)
    expect(pill()).toHaveTextContent('3 new logs')
  })

  test('do not include logs that a filter had excluded', () => {
    const only = { field: 'address', mode: 'not', values: [rows[0]!.address] } as const
    const { rerender } = render(<LogTable logs={rows} view={{ filters: [only] }} />)
    grid().scrollTop = 400
    fireEvent.scroll(grid())
    rerender(<LogTable logs={rows} view={{}} />)
    expect(grid()).toHaveAttribute('aria-rowcount', '61')
    expect(pill()).toBeUndefined()
    rerender(<LogTable logs={newer(3)} view={{}} />)
    expect(pill()).toHaveTextContent('3 new logs')
  })

  test('are shown by a button that passes focus to the grid', () => {
    const { rerender } = render(<LogTable logs={rows} selected={rows[4]} />)
    rerender(<LogTable logs={newer(3)} selected={rows[4]} />)
    focus(pill()!)
    fireEvent.click(pill()!)
    expect(grid()).toContainElement(document.activeElement as HTMLElement)
  })

  test('change neither the target nor the place of an open menu', () => {
    const onFilter = vi.fn<(action: { values: readonly string[] }) => void>()
    const { rerender } = render(<LogTable logs={rows} onFilter={onFilter} />)
    focus(cell(1, 'contract'))
    press('F10', { shiftKey: true })
    act(() => (document.activeElement as HTMLElement).focus())
    rerender(<LogTable logs={newer(2)} onFilter={onFilter} />)
    expect(grid().scrollTop).toBe(2 * 38)
    fireEvent.click(item('New query: only this'))
    expect(onFilter.mock.lastCall![0]).toMatchObject({ values: [rows[1]!.address], log: rows[1] })
    expect(screen.queryByRole('menu')).toBeNull()
  })
})

test('rows sorted anew are shown from the top', () => {
  const sort = { column: 'contract', direction: 'asc' } as const
  const { rerender } = render(<LogTable logs={rows} view={{ sort }} />)
  grid().scrollTop = 400
  fireEvent.scroll(grid())
  rerender(<LogTable logs={rows} view={{ sort: { ...sort, direction: 'desc' } }} />)
  expect(grid().scrollTop).toBe(0)
})

test('among a million, scrolling moves rendered rows and rerenders none', () => {
  const at = (index: number) => transfer(index < 0 ? 1_000_000 + index : index)
  const million = { length: 1_000_000, at } as readonly LogRow[]
  render(<LogTable logs={million} />)
  const box = document.querySelector<HTMLElement>('.topic0-log-table-window')!
  const scrollTo = (top: number) => {
    grid().scrollTop = top
    fireEvent.scroll(grid())
  }
  scrollTo(5_000_007)
  const shift = () => Number(/translateY\((.*)px\)/.exec(box.style.transform)![1])
  /** The position of a row, in pixels from the top of the viewport. */
  const place = (index: number) =>
    shift() + Number(/translateY\((.*)px\)/.exec(row(index).style.transform)![1]) - grid().scrollTop
  const drawn = [...box.querySelectorAll<HTMLElement>('[role="row"]')].map(({ dataset }) =>
    Number(dataset['index']),
  )
  const first = drawn.filter((index) => index > 1_000)[8]!
  const before = place(first)
  const transforms = new Set<string>()
  for (let by = 1; by <= 40; by++) {
    scrollTo(5_000_007 + by)
    transforms.add(box.style.transform)
  }
  expect(place(first)).toBeCloseTo(before - 40, 1)
  expect(transforms.size).toBe(1)
})

test('addresses among arguments, and hashes, are shown in full where a table is wide enough', () => {
  render(<LogTable logs={rows} />)
  const whole = `0x${'11'.repeat(20)}`
  const isShort = () => cell(0, 'transaction').querySelector('[data-short]') !== null
  expect(cell(0, 'event')).toHaveTextContent(/from: 0x1111…1111/)
  expect(isShort()).toBe(true)
  resize(2560)
  expect(isShort()).toBe(false)
  expect(cell(0, 'event')).toHaveTextContent(`from: ${whole}`)
})
