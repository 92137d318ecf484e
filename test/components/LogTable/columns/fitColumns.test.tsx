import { fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fitColumns } from '../../../../src/components/LogTable/columns/useTableView.ts'
import { LogTable } from '../../../../src/components/LogTable/LogTable.tsx'
import type { LogTableView } from '../../../../src/components/LogTable/model/LogTableView.ts'
import { button, cell, focus, grid, item, press, rows } from '../logGrid.ts'

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
