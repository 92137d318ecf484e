import { act, fireEvent, render, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import type { LogTableView } from '../../../src/components/LogTable/model/LogTableView.ts'
import type { Coverage } from '../../../src/logs/Coverage.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { makeRow } from '../makeRow.ts'

const ascending = Array.from({ length: 500 }, (_, number) => makeRow(number))
const descending = ascending.toReversed()
const rowIndex = () => Number(document.activeElement?.parentElement?.dataset['index'])

describe('a revealed block', () => {
  test.each([
    ['oldest first', ascending, 300],
    ['newest first', descending, 199],
  ])('is scrolled to, and its first log gets focus: %s', async (_, logs, row) => {
    const list = createLogList(logs)
    const { rerender } = render(<LogTable logs={list} />)
    rerender(<LogTable logs={list} reveal={{ block: 1_300n }} />)
    await waitFor(() => expect(rowIndex()).toBe(row))
    expect(document.activeElement).toHaveTextContent('1,300')
  })

  test.each([
    ['oldest first', 'asc', 300],
    ['newest first', 'desc', 199],
    ['by contract', 'contract', 300],
  ] as const)('is found if a filter hides its first log: %s', async (_, order, row) => {
    const hidden: LogRow['address'] = `0x${'99'.repeat(20)}`
    const logs = ascending.flatMap((log) => [
      { ...log, address: hidden, logIndex: 0 },
      { ...log, logIndex: 1 },
    ])
    const view: LogTableView = {
      filters: [{ field: 'address', mode: 'not', values: [hidden] }],
      ...(order === 'contract' && { sort: { column: 'contract', direction: 'asc' } }),
    }
    const list = createLogList(order === 'desc' ? logs.toReversed() : logs)
    const { rerender } = render(<LogTable logs={list} view={view} />)
    await waitFor(() => expect(document.querySelector('[role=grid]')).toHaveAttribute('aria-rowcount', '501'))
    rerender(<LogTable logs={list} view={view} reveal={{ block: 1_300n }} />)
    await waitFor(() => expect(rowIndex()).toBe(row))
  })

  test('is scrolled to again on request, and not when other logs arrive', async () => {
    const reveal = { block: 1_300n }
    const { rerender } = render(<LogTable logs={ascending.slice(0, 400)} reveal={reveal} />)
    await waitFor(() => expect(rowIndex()).toBe(300))
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
    rerender(<LogTable logs={ascending} reveal={reveal} />)
    expect(rowIndex()).toBe(301)
    rerender(<LogTable logs={ascending} reveal={{ ...reveal }} />)
    await waitFor(() => expect(rowIndex()).toBe(300))
  })

  test('is scrolled to when it is loaded', async () => {
    const reveal = { block: 1_300n }
    const { rerender } = render(<LogTable logs={ascending.slice(0, 200)} reveal={reveal} />)
    await act(async () => {})
    rerender(<LogTable logs={ascending} reveal={reveal} />)
    await waitFor(() => expect(rowIndex()).toBe(300))
  })

  test('leads to the next log if it has none, and to the gap if it is unknown', async () => {
    const some = ascending.filter((_, index) => index < 10 || index > 20)
    const { rerender } = render(<LogTable logs={some} reveal={{ block: 1_015n }} />)
    await waitFor(() => expect(document.activeElement).toHaveTextContent('1,021'))
    const coverage: Coverage = {
      verified: [
        { from: 1_000n, to: 1_009n },
        { from: 1_021n, to: 1_500n },
      ],
      trimmed: [],
      pending: [],
      failed: [{ range: { from: 1_010n, to: 1_020n }, error: new Error('The node is asleep.') }],
    }
    rerender(<LogTable logs={some} coverage={coverage} reveal={{ block: 1_015n }} />)
    await waitFor(() => expect(document.activeElement).toHaveTextContent('1,010'))
  })
})

test('a revealed log is scrolled to and becomes the tab stop, and focus stays', async () => {
  const list = createLogList(ascending)
  const { rerender } = render(<LogTable logs={list} />)
  const elsewhere = document.body.appendChild(document.createElement('button'))
  elsewhere.focus()
  rerender(<LogTable logs={list} reveal={{ log: { ...ascending[300]! } }} />)
  await waitFor(() =>
    expect(document.querySelector('[role="gridcell"][tabindex="0"]')?.parentElement).toHaveAttribute(
      'data-index',
      '300',
    ),
  )
  expect(document.querySelector('[role="grid"]')!.scrollTop).toBeGreaterThan(300 * 30 - 640)
  expect(elsewhere).toHaveFocus()
  elsewhere.remove()
})

test('a log that is not loaded yet is revealed when it is, once', async () => {
  const tabStop = () =>
    document.querySelector('[role="gridcell"][tabindex="0"]')?.parentElement?.getAttribute('data-index')
  const reveal = { log: ascending[300]! }
  const { rerender } = render(<LogTable logs={ascending.slice(0, 200)} reveal={reveal} />)
  await act(async () => {})
  rerender(<LogTable logs={ascending} reveal={reveal} />)
  await waitFor(() => expect(tabStop()).toBe('300'))
  rerender(<LogTable logs={ascending.slice(100)} reveal={reveal} />)
  await act(async () => {})
  rerender(<LogTable logs={ascending.slice(200)} reveal={reveal} />)
  await act(async () => {})
  expect(document.querySelector('[role="grid"]')!.scrollTop).toBeGreaterThan(0)
})
