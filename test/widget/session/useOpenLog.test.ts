import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { markRemoved, useOpenLog } from '../../../src/widget/session/useOpenLog.ts'
import { makeRow } from '../../components/makeRow.ts'
import { packChange } from '../../support/packChange.ts'

const rows = Array.from({ length: 300 }, (_, number) => makeRow(number))
const { blockNumber: from } = rows[0]!
const { blockNumber: to, blockHash: hash } = rows.at(-1)!
const base = { range: { from, to }, head: { number: to, hash }, finalized: 0n, reorg: { from, isDeep: true } }
const open = rows[178]!
const removed = { ...open, removed: true }
const others = rows.filter((row) => row !== open)

test('a change removes the logs that it names, and brings them back', () => {
  const change = { ...base, ...packChange(others), type: 'change' } as const
  expect(markRemoved(open, { ...change, added: [], removed: rows })).toEqual(removed)
  expect(markRemoved(open, { ...change, added: [], removed: others })).toBe(open)
  expect(markRemoved(removed, { ...change, added: rows, removed: [] })).toEqual(open)
  expect(markRemoved(removed, { ...change, added: others, removed: [] })).toBe(removed)
})

test('a reset removes the logs of its range that it no longer has', () => {
  const reset = { ...base, ...packChange(rows), type: 'reset' } as const
  expect(markRemoved(open, { ...reset, current: others })).toEqual(removed)
  expect(markRemoved(open, { ...reset, current: rows })).toBe(open)
  expect(markRemoved(removed, { ...reset, current: rows })).toEqual(open)
  expect(markRemoved(makeRow(5_000), { ...reset, current: rows })).toMatchObject({ removed: false })
})

test('of very many logs, a reset reads a few only', () => {
  let reads = 0
  const current = new Proxy(rows, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++
      return Reflect.get(target, key, receiver)
    },
  })
  const reset = { ...base, ...packChange(rows), type: 'reset', current } as const
  expect(markRemoved(open, reset)).toBe(open)
  expect(reads).toBeLessThan(20)
})

test.each(['asc', 'desc'] as const)(
  'an open log is marked as removed, until its block is back, with or without a reorganization: %s',
  (order) => {
    const listOf = (logs: readonly LogRow[]) => createLogList(order === 'asc' ? logs : logs.toReversed())
    const change = { ...base, ...packChange(others), type: 'change', added: [], removed: [open] } as const
    const update = vi.fn<(log: LogRow) => void>()
    interface Props {
      log: LogRow | undefined
      reorg?: FollowChange
      logs: readonly LogRow[]
    }
    const { rerender } = renderHook(
      ({ log, reorg, logs }: Props) => useOpenLog(log, { reorg, logs: listOf(logs), order }, update),
      { initialProps: { log: open, logs: rows } as Props },
    )
    rerender({ log: open, reorg: change, logs: others })
    expect(update.mock.calls).toEqual([[removed]])
    rerender({ log: removed, reorg: change, logs: others })
    rerender({ log: removed, reorg: change, logs: [] })
    expect(update).toHaveBeenCalledTimes(1)
    rerender({ log: removed, reorg: change, logs: rows })
    expect(update.mock.calls.at(-1)).toEqual([open])
    rerender({ log: undefined, logs: rows })
    expect(update).toHaveBeenCalledTimes(2)
  },
)
