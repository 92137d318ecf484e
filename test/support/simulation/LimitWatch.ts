import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { toLogsEvent } from '../../../src/logs/scan/toLogsEvent.ts'
import { applyFollowChange } from '../../../src/logs/snapshot/applyFollowChange.ts'
import { applyScanEvent } from '../../../src/logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { checkSnapshot } from './checkSnapshot.ts'

const queries = [
  { order: 'desc', limit: 3 },
  { order: 'desc', limit: 40 },
  { order: 'asc', limit: 7 },
  { order: 'asc', limit: Number.POSITIVE_INFINITY },
] as const

/** What lists with a limit would show of one follower, in both orders: each state is held to what it claims. */
export class LimitWatch {
  readonly #depth: bigint
  #snapshots: readonly LogsSnapshot[] | undefined

  constructor(depth: bigint) {
    this.#depth = depth
  }

  /** `shown` are all logs after the change, `known` those from before the first one. */
  change(what: string, change: FollowChange, { shown, known, start }: ChangedLogs): void {
    this.#snapshots ??= queries.map((query) => historyOf(query, known, start))
    const settled = change.head.number - 2n * this.#depth
    this.#snapshots = this.#snapshots.map((before, at) => {
      const next = applyFollowChange(before, change, settled < 0n ? 0n : settled)
      checkSnapshot(`${what}, ${queries[at]!.order} ${queries[at]!.limit}`, next, {
        ...queries[at]!,
        logs: shown,
      })
      return next
    })
  }
}

export interface ChangedLogs {
  readonly shown: readonly RawLog[]
  readonly known: readonly RawLog[]
  readonly start: bigint
}

/** What a scan had read before: up to the last log that was known. */
function historyOf(
  { order, limit }: (typeof queries)[number],
  known: readonly RawLog[],
  start: bigint,
): LogsSnapshot {
  const to = known.at(-1)?.blockNumber ?? start - 1n
  const range = { from: start, to }
  const query = parseLogQuery({ order, limit: Number.isFinite(limit) ? limit : undefined })
  const begun = applyScanEvent(LogsSnapshot.empty, {
    ...{ type: 'planned', range, requested: range, head: to, order },
    limit: query.limit,
  })
  if (known.length === 0) return begun
  const selection = { segment: packLogs(known), rows: undefined }
  const read = { type: 'logs', range, selection, endpoint: undefined, rejected: 0 } as const
  return applyScanEvent(begun, toLogsEvent(read, query, limit))
}
