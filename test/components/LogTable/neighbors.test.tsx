import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { LogDetails } from '../../../src/components/LogDetails/LogDetails.tsx'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import type { LogNeighbors } from '../../../src/components/LogTable/model/LogNeighbors.ts'
import type { LogTableProps } from '../../../src/components/LogTable/model/LogTableProps.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { makeRow } from '../makeRow.ts'

const rows = Array.from({ length: 4 }, (_, number) => makeRow(number * 10))

/** A list and its open log, as in an app. */
function Reader({ first = rows[1], ...table }: Partial<LogTableProps> & { first?: LogRow | undefined }) {
  const [open, setOpen] = useState(first)
  const [neighbors, setNeighbors] = useState<LogNeighbors>()
  return (
    <>
      <LogTable logs={createLogList(rows)} {...table} selected={open} onNeighbors={setNeighbors} />
      {open && <LogDetails log={open} neighbors={neighbors} onSelect={setOpen} />}
    </>
  )
}

const block = () => screen.getByRole('article').querySelector('dl')!.textContent
const step = (name: string) => screen.getByRole('button', { name })
const keys = (element: Element, key: string) => fireEvent.keyDown(element, { key, altKey: true })

test('buttons lead to the log above and the one below, and keep focus at the ends', () => {
  render(<Reader />)
  const next = step('Next log')
  next.focus()
  expect(block()).toContain('1,010')
  fireEvent.click(next)
  fireEvent.click(next)
  expect(block()).toContain('1,030')
  expect(next).toHaveAttribute('aria-disabled', 'true')
  expect(next).toHaveFocus()
  fireEvent.click(next)
  expect(block()).toContain('1,030')
  expect(step('Previous log')).toHaveAttribute('aria-disabled', 'false')
})

test('so do Alt with arrow keys, from anywhere in the details but a list of choices', () => {
  render(<Reader view={{ sort: { column: 'block', direction: 'desc' } }} />)
  keys(step('Copy JSON'), 'ArrowDown')
  expect(block()).toContain('1,000')
  keys(screen.getByRole('article'), 'ArrowUp')
  keys(screen.getByRole('article'), 'ArrowUp')
  expect(block()).toContain('1,020')
  const choices = document.createElement('select')
  screen.getByRole('article').append(choices)
  keys(choices, 'ArrowUp')
  fireEvent.keyDown(screen.getByRole('article'), { key: 'ArrowUp' })
  expect(block()).toContain('1,020')
})

test('missing blocks and filtered logs are skipped', () => {
  const coverage = {
    verified: [
      { from: 1_000n, to: 1_010n },
      { from: 1_015n, to: 1_030n },
    ],
    trimmed: [],
    pending: [],
    failed: [{ range: { from: 1_011n, to: 1_014n }, error: new Error('The node is asleep.') }],
  }
  const { unmount } = render(<Reader logs={rows} coverage={coverage} />)
  fireEvent.click(step('Next log'))
  expect(block()).toContain('1,020')
  unmount()
  const { blockHash } = rows[2]!
  const left = rows.filter((row) => row.blockHash !== blockHash)
  render(<Reader logs={left} />)
  fireEvent.click(step('Next log'))
  expect(block()).toContain('1,030')
})

test('another reading of a neighbor is announced, as after its ABI is known', () => {
  const onNeighbors = vi.fn<(neighbors: LogNeighbors) => void>()
  const raw = rows.map((row) => ({ ...row, decoded: undefined }))
  const { rerender } = render(<LogTable logs={raw} selected={raw[0]} onNeighbors={onNeighbors} />)
  expect(onNeighbors.mock.lastCall![0].next).toBe(raw[1])
  rerender(<LogTable logs={rows} selected={raw[0]} onNeighbors={onNeighbors} />)
  expect(onNeighbors.mock.lastCall![0].next).toBe(rows[1])
})

test('a log that is not in the table has none, and none is announced twice', () => {
  const onNeighbors = vi.fn<(neighbors: LogNeighbors) => void>()
  const props = { onNeighbors, selected: makeRow(99) }
  const { rerender } = render(<LogTable {...props} logs={createLogList(rows)} />)
  expect(onNeighbors.mock.calls).toEqual([[{ previous: undefined, next: undefined }]])
  rerender(<LogTable {...props} selected={rows[0]} logs={createLogList(rows)} />)
  rerender(<LogTable {...props} selected={rows[0]} logs={createLogList([...rows, makeRow(40)])} />)
  expect(onNeighbors).toHaveBeenCalledTimes(2)
  expect(onNeighbors.mock.lastCall![0].next?.blockNumber).toBe(1_010n)
})
