import { clipSelection } from '../logs/columns/LogSelection.ts'
import { createPackedLogList } from '../logs/list/createPackedLogList.ts'
import { Follower } from '../logs/follow/Follower.ts'
import type { FollowChange, FollowState } from '../logs/follow/FollowState.ts'
import { lastBlock } from '../logs/follow/Checkpoints.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { blocksBeforeLatest } from '../logs/filter/relativeBlock.ts'
import { selectRowsOf } from '../logs/list/queryRows.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import type { LogsConfig } from './createLogsConfig.ts'

/** What is read, and over which network. */
export interface LogsTarget {
  readonly config: LogsConfig
  readonly chainId: number
  readonly query: ParsedLogQuery
}

export interface FollowLogsCallbacks {
  /** Least milliseconds between two polls. */
  readonly pollingInterval?: number | undefined
  readonly onState: (state: FollowState) => void
  /** Told of each change, and how it changes a snapshot. */
  readonly onChange: (change: FollowChange, apply: (snapshot: LogsSnapshot) => LogsSnapshot) => void
}

export interface Following {
  /** Blocks up to this one are left to whoever reads history. It does not go back, also when the chain does. */
  readTo(): bigint
  getState(): FollowState
  setPaused(isPaused: boolean): void
  stop(): void
}

/** Follows the head from where a snapshot ends; `undefined` when it does not say where that is. */
export function followLogs(
  snapshot: LogsSnapshot,
  { config, chainId, query, pollingInterval, onState, onChange }: LogsTarget & FollowLogsCallbacks,
): Following | undefined {
  const { requested, head, held } = snapshot
  if (!requested || head === undefined) return undefined
  const client = config.getClient(chainId)
  const depth = BigInt(getPool(client).network.finality)
  // What lies deeper is not read again, whatever is final by then.
  const settled = head - depth
  const tailFrom = settled + 1n > requested.from ? settled + 1n : requested.from
  const clip = (from: bigint, to: bigint) => held.map((one) => clipSelection(one, { from, to }))
  let readTo = settled
  // "The last 500 blocks" stay the last 500.
  const window = 'blockHash' in query.range ? undefined : blocksBeforeLatest(query.range.fromBlock)
  const follower = new Follower(client, {
    filter: query.filter,
    start: requested.from,
    verifiedTo: head < requested.from ? requested.from - 1n : head,
    recent: createPackedLogList({ segments: clip(tailFrom, head) }).toArray(),
    // The newest log of a block that lies deep enough shows its hash.
    checkpoint: lastBlock(clip(0n, settled)),
    cache: config.cache,
    pollingInterval,
    onChange: (change) => {
      // What was kept for good is of a chain that is gone.
      if (change.reorg?.isDeep) void config.cache.clear(chainId)
      // Twice as deep as what is read again: a look that is late removes what has sunk meanwhile.
      const open = change.head.number - 2n * depth
      if (change.head.number - depth > readTo) readTo = change.head.number - depth
      // A limit counts the rows that are shown.
      const selection = query.limit === undefined ? change.selection : selectRowsOf(query, change.selection)
      onChange(change, (before) => before.changed({ ...change, selection }, open < 0n ? 0n : open, window))
    },
  })
  const stop = follower.subscribe(() => {
    onState(follower.getState())
  })
  return {
    readTo: () => readTo,
    getState: follower.getState,
    setPaused: (isPaused) => {
      if (isPaused) follower.pause()
      else follower.resume()
    },
    stop,
  }
}
