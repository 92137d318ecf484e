import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import { countBlocks, toIntervalSet } from '../../../src/logs/intervals.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { compareLogs, logId } from '../../../src/logs/order.ts'
import type { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { check } from './ScanWatch.ts'
import { show } from './show.ts'

export interface SnapshotTruth {
  readonly order: 'asc' | 'desc'
  readonly limit: number
  /** All matching logs of the chain, oldest first, as reported to the writer of the snapshot. */
  readonly logs: readonly RawLog[]
}

/** Compares a published snapshot with the chain, and throws at the first false claim. */
export function checkSnapshot(what: string, snapshot: LogsSnapshot, truth: SnapshotTruth): void {
  const { order, limit, logs } = truth
  const { coverage, selections, requested, isComplete, progress } = snapshot
  const rows = createPackedLogList({ segments: selections }).toArray()
  check(rows.length === snapshot.count && rows.length <= limit, `${what} shows ${rows.length} of ${limit}`)
  for (let at = 1; at < rows.length; at++)
    if (compareLogs(rows[at - 1]!, rows[at]!) >= 0)
      check(false, `${what}: row ${at} is out of order, or there twice`)

  const { verified, trimmed, pending } = coverage
  const failed = coverage.failed.map(({ range }) => range)
  const parts = [verified, trimmed, pending, failed]
  const apart = parts.reduce((sum, part) => sum + countBlocks(toIntervalSet(part)), 0n)
  check(countBlocks(toIntervalSet(parts.flat())) === apart, `${what} says two things of a block`)

  const within = (list: readonly RawLog[], { from, to }: BlockInterval) =>
    list.filter(({ blockNumber: at }) => at >= from && at <= to).map(logId)
  for (const range of verified) {
    const [has, all] = [within(rows, range), within(logs, range)]
    if (!isSameList(has, all))
      check(false, `${what}: ${show(range)} is verified with ${has.length} logs of ${all.length}`)
  }
  const known = new Set(logs.map(logId))
  for (const id of rows.map(logId))
    if (!known.has(id)) check(false, `${what} shows ${id}, which is not on the chain`)

  const { fraction } = progress
  check(fraction >= 0 && fraction <= 1 && (fraction === 1) === isComplete, `${what}: progress ${fraction}`)
  if (!isComplete || !requested) return
  const all = logs.filter(({ blockNumber: at }) => at >= requested.from && at <= requested.to)
  const wanted =
    limit === Number.POSITIVE_INFINITY ? all : order === 'desc' ? all.slice(-limit) : all.slice(0, limit)
  check(
    isSameList(rows.map(logId), wanted.map(logId)),
    `${what} is said to be complete with ${rows.length} logs of ${wanted.length}`,
  )
}

/** Whether two lists have the same items in the same order. */
export function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at])
}
