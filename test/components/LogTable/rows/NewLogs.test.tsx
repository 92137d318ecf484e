import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LogTable } from '../../../../src/components/LogTable/LogTable.tsx'
import type { LogRow } from '../../../../src/logs/Log.ts'
import { cell, focus, grid, item, named, press, row, rows, transfer } from '../logGrid.ts'

// jsdom has no layout: a table has this size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1280)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(638)
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
