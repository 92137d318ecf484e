import { act, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FollowChange, FollowUpdate } from '../../../src/logs/follow/FollowState.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { compareLogs, logId } from '../../../src/logs/order.ts'
import { useRemovedLogs, withRemoved } from '../../../src/widget/session/useRemovedLogs.ts'
import { makeRow } from '../../components/makeRow.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

const options = { events: [], known: [], where: undefined, order: 'desc' } as const
const logs = createLogList([makeRow(9), makeRow(7), makeRow(5)])
const change = (...numbers: number[]) =>
  ({
    type: 'change',
    removed: numbers.map((number) => makeRow(number, { blockHash: `0x${'f'.repeat(64)}`, removed: true })),
  }) as Pick<FollowUpdate, 'type' | 'removed'> as FollowUpdate

test('removed logs are marked in place for a while', () => {
  const { result, rerender } = renderHook(({ reorg }) => useRemovedLogs(logs, reorg, options), {
    initialProps: { reorg: undefined as FollowChange | undefined },
  })
  expect(result.current.displayed).toBe(logs)
  const reorg = change(8, 6)
  rerender({ reorg })
  expect(result.current.displayed.map(({ blockNumber, removed }) => [blockNumber, removed])).toEqual([
    [1_009n, false],
    [1_008n, true],
    [1_007n, false],
    [1_006n, true],
    [1_005n, false],
  ])
  act(() => void vi.runAllTimers())
  expect(result.current.displayed).toBe(logs)
  // The next one is shown like the first.
  rerender({ reorg: change(8) })
  expect(result.current.displayed.length).toBe(4)
  act(() => void vi.runAllTimers())
  expect(result.current.displayed.map(logId)).toEqual(logs.map(logId))
})

test('a removed log whose block is back is shown once', () => {
  const { result } = renderHook(() => useRemovedLogs(logs, change(8, 7), options))
  expect(result.current.displayed.map(({ blockNumber }) => blockNumber)).toEqual([
    1_009n,
    1_008n,
    1_007n,
    1_007n,
    1_005n,
  ])
  const back = { ...change(), removed: [makeRow(7)] } as FollowChange
  const { result: next } = renderHook(() => useRemovedLogs(logs, back, options))
  expect(next.current.displayed).toBe(logs)
})

test('logs that were removed long ago are not shown again with their query', () => {
  const reorg = change(8)
  const { result, rerender } = renderHook(({ of }) => useRemovedLogs(logs, of, options), {
    initialProps: { of: reorg as FollowChange | undefined },
  })
  rerender({ of: undefined })
  act(() => void vi.advanceTimersByTime(5_000))
  rerender({ of: reorg })
  expect(result.current.displayed.length).toBe(4)
  rerender({ of: undefined })
  act(() => void vi.advanceTimersByTime(10_000))
  rerender({ of: reorg })
  expect(result.current.displayed).toBe(logs)
})

test('a removed log that does not match the conditions is not shown', () => {
  const where = [{ arg: 0, is: 'atLeast', values: [1n] }] as const
  const { result } = renderHook(() => useRemovedLogs(logs, change(8), { ...options, where }))
  expect(result.current.displayed.length).toBe(3)
})

test('of very many, some are shown and the others counted', () => {
  const shownOf = (removed: number) => {
    const reorg = change(...Array.from({ length: removed }, (_, index) => 100 + index))
    const { result } = renderHook(() => useRemovedLogs(logs, reorg, options))
    return { shown: result.current.displayed.length - logs.length, notShown: result.current.notShown }
  }
  expect(shownOf(200)).toEqual({ shown: 200, notShown: 0 })
  expect(shownOf(217)).toEqual({ shown: 200, notShown: 17 })
})

test('of very many, those that do not match the conditions are not counted', () => {
  const where = [{ arg: 0, is: 'atLeast', values: [1n] }] as const
  const reorg = change(...Array.from({ length: 217 }, (_, index) => 100 + index))
  const { result } = renderHook(() => useRemovedLogs(logs, reorg, { ...options, where }))
  expect(result.current).toMatchObject({ displayed: { length: logs.length }, notShown: 0 })
})

test('dismissed ones are gone, until the next reorganization', () => {
  const { result, rerender } = renderHook(({ reorg }) => useRemovedLogs(logs, reorg, options), {
    initialProps: { reorg: change(6) },
  })
  const before = result.current.displayed.length
  expect(before).toBeGreaterThan(logs.length)
  act(() => result.current.dismissRemoved())
  expect(result.current.displayed).toBe(logs)
  rerender({ reorg: change(6) })
  expect(result.current.displayed.length).toBe(before)
})

const places = fc.uniqueArray(fc.tuple(fc.nat(20), fc.nat(3)), { selector: String, maxLength: 30 })
const rowsOf = (list: readonly (readonly [number, number])[], chain: string) =>
  list.map(([block, logIndex]) =>
    makeRow(0, {
      blockNumber: BigInt(block),
      logIndex,
      blockHash: `0x${chain.repeat(62)}${String(block).padStart(2, '0')}`,
    }),
  )

test('removed logs stay at their position, in list order', () => {
  fc.assert(
    fc.property(places, places, fc.boolean(), (there, gone, newestFirst) => {
      const rows = rowsOf(there, 'a').toSorted(compareLogs)
      const removed = rowsOf(gone, 'b')
      const list = withRemoved(
        createLogList(newestFirst && rows.length > 1 ? rows.toReversed() : rows),
        removed,
      )
      const direction = newestFirst && rows.length > 1 && compareLogs(rows[0]!, rows.at(-1)!) < 0 ? -1 : 1
      expect(list.length).toBe(rows.length + removed.length)
      const ids = [...list].map(logId)
      expect(ids.toSorted()).toEqual([...rows, ...removed].map(logId).toSorted())
      const all = list.toArray()
      for (const [index, row] of all.entries()) {
        expect(list.at(index)).toBe(row)
        expect(list.at(index - all.length)).toBe(row)
        const next = all[index + 1]
        if (next) expect(compareLogs(row, next) * direction).toBeLessThanOrEqual(0)
      }
      expect(list.at(all.length)).toBeUndefined()
      expect(list.at(-all.length - 1)).toBeUndefined()
    }),
  )
})

test('removed logs are in the order of the query, also if no log is left', () => {
  const removed = [makeRow(1), makeRow(2)]
  const numbers = (order: 'asc' | 'desc') =>
    withRemoved(createLogList<LogRow>([]), removed, order).map(({ blockNumber }) => blockNumber)
  expect(numbers('desc')).toEqual([1_002n, 1_001n])
  expect(numbers('asc')).toEqual([1_001n, 1_002n])
})

test('without removed logs, it returns the list itself', () => {
  const list = createLogList([makeRow(1)])
  expect(withRemoved(list, [])).toBe(list)
})
