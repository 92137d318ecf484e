import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import { countBlocks, toIntervalSet } from '../../../src/logs/intervals.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { lowerBound } from '../../../src/logs/lowerBound.ts'
import { compareLogs, logId } from '../../../src/logs/order.ts'
import type { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { check } from './check.ts'
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
  const rows = createPackedLogList({ segments: snapshot.selections }).toArray()
  checkClaims(what, snapshot, rows, limit)
  const { coverage, requested, isComplete } = snapshot
  for (const range of coverage.verified) {
    const [has, all] = [logsWithin(rows, range), logsWithin(logs, range)]
    if (!isSameLogs(has, all))
      check(false, `${what}: ${show(range)} is verified with ${has.length} logs of ${all.length}`)
  }
  let next = 0
  for (const row of rows) {
    while (next < logs.length && compareLogs(logs[next]!, row) < 0) next++
    const there = logs[next]
    if (!there || !isSameLog(there, row))
      check(false, `${what} shows ${logId(row)}, which is not on the chain`)
  }
  if (!isComplete || !requested) return
  const all = logsWithin(logs, requested)
  const wanted =
    limit === Number.POSITIVE_INFINITY ? all : order === 'desc' ? all.slice(-limit) : all.slice(0, limit)
  check(
    isSameLogs(rows, wanted),
    `${what} is said to be complete with ${rows.length} logs of ${wanted.length}`,
  )
}

/** Lists that were found to be in order: many snapshots have the same. */
const inOrder = new WeakSet<readonly RawLog[]>()

/** Checks that a snapshot does not contradict itself. `rows` are its logs, oldest first. */
export function checkClaims(
  what: string,
  snapshot: LogsSnapshot,
  rows: readonly RawLog[],
  limit: number,
): void {
  const { coverage, requested, isComplete, progress } = snapshot
  check(rows.length === snapshot.count && rows.length <= limit, `${what} shows ${rows.length} of ${limit}`)
  if (!inOrder.has(rows))
    for (let at = 1; at < rows.length; at++)
      if (compareLogs(rows[at - 1]!, rows[at]!) >= 0)
        check(false, `${what}: row ${at} is out of order, or there twice`)
  inOrder.add(rows)

  const { verified, trimmed, pending } = coverage
  const failed = coverage.failed.map(({ range }) => range)
  const parts = [verified, trimmed, pending, failed]
  const apart = parts.reduce((sum, part) => sum + countBlocks(toIntervalSet(part)), 0n)
  check(countBlocks(toIntervalSet(parts.flat())) === apart, `${what} says two things of a block`)

  const { fraction } = progress
  check(fraction >= 0 && fraction <= 1 && (fraction === 1) === isComplete, `${what}: progress ${fraction}`)
  if (isComplete && requested)
    check(logsWithin(rows, requested).length === rows.length, `${what} has rows of other blocks`)
}

/** The logs of some blocks, of a list that is in order. */
export function logsWithin(logs: readonly RawLog[], { from, to }: BlockInterval): readonly RawLog[] {
  return logs.slice(
    lowerBound(logs.length, (at) => logs[at]!.blockNumber < from),
    lowerBound(logs.length, (at) => logs[at]!.blockNumber <= to),
  )
}

const isSameLog = (one: RawLog, other: RawLog) =>
  one.logIndex === other.logIndex && one.blockHash === other.blockHash

function isSameLogs(one: readonly RawLog[], other: readonly RawLog[]): boolean {
  return one.length === other.length && one.every((log, at) => isSameLog(log, other[at]!))
}

/** Whether two lists have the same items in the same order. */
export function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at])
}
