import { replaceChain, type KnownChain } from '../logs/cache/KnownChain.ts'
import { clipSelection } from '../logs/columns/LogSelection.ts'
import { packLogs } from '../logs/columns/packLogs.ts'
import type { RangeLogs } from '../logs/columns/RangeLogs.ts'
import { blocksBeforeLatest } from '../logs/filter/relativeBlock.ts'
import { lastBlock } from '../logs/follow/Checkpoints.ts'
import { Follower } from '../logs/follow/Follower.ts'
import type { FollowChange, FollowState } from '../logs/follow/FollowState.ts'
import { covers, later, subtract, toIntervalSet, type IntervalSet } from '../logs/intervals.ts'
import { createPackedLogList } from '../logs/list/createPackedLogList.ts'
import { selectRowsOf } from '../logs/list/listRows.ts'
import type { RawLog } from '../logs/Log.ts'
import { applyFollowChange } from '../logs/snapshot/applyFollowChange.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import type { LogsTarget } from './LogsConfig.ts'

/** The chain that a query was read from, which each read and each replacement of final blocks updates. */
export interface ReadSource {
  chain?: KnownChain
}

export interface FollowLogsCallbacks {
  readonly source: ReadSource
  /** Minimum milliseconds between two polls. */
  readonly pollingInterval?: number | undefined
  readonly onState: (state: FollowState) => void
  /** Called with each change, without history, and a function that applies it to a snapshot. */
  readonly onChange: (change: FollowChange, apply: (snapshot: LogsSnapshot) => LogsSnapshot) => void
}

export interface Following {
  /** A scan may read blocks up to this one; newer ones are kept up to date here. Never decreases. */
  readTo(): bigint
  /** The newest blocks with all their logs; `undefined` until they have been read. */
  recent(): RangeLogs | undefined
  getState(): FollowState
  setPaused(isPaused: boolean): void
  setPollingInterval(milliseconds: number): void
  stop(): void
}

/** Follows the head from where a snapshot ends; `undefined` while its head is unknown. */
export function followLogs(
  snapshot: LogsSnapshot,
  { config, chainId, query, source, pollingInterval, onState, onChange }: LogsTarget & FollowLogsCallbacks,
): Following | undefined {
  const { requested, readHead: head, held, fields } = snapshot
  if (!requested || head === undefined) return undefined
  const client = config.getClient(chainId)
  const pool = getPool(client)
  const depth = BigInt(pool.network.finality)
  // Deeper blocks are not read again, even if they are not final yet.
  const deepTo = head - depth
  const recentFrom = later(deepTo + 1n, requested.from)
  const clip = (from: bigint, to: bigint) => held.map((one) => clipSelection(one, { from, to }))
  let readTo = deepTo
  /** Blocks up to the head whose logs are not all held, perhaps because of a limit: they are not new when they are read. */
  let history = subtract([{ from: 0n, to: head }], fields.read)
  // A relative range slides along with the head.
  const window = 'blockHash' in query.range ? undefined : blocksBeforeLatest(query.range.fromBlock)
  const follower = new Follower(client, {
    filter: query.filter,
    // A deep reorg may have replaced blocks that become pages later.
    start: snapshot.pageBounds?.from ?? requested.from,
    verifiedTo: head < requested.from ? requested.from - 1n : head,
    recent: createPackedLogList({ segments: clip(recentFrom, head) }).toArray(),
    // The newest deep log shows the hash of its block.
    checkpoint: lastBlock(clip(0n, deepTo)),
    cache: config.cache,
    pollingInterval,
    onChange: (change) => {
      // Final blocks were replaced: caches and other results are of another chain.
      if (change.reorg?.isDeep) {
        source.chain = replaceChain(pool, source.chain)
        void config.cache.clear(chainId)
      }
      // Twice the depth: a late sync may remove logs that have become deep meanwhile.
      const reorgFrom = change.head.number - 2n * depth
      readTo = later(readTo, change.head.number - depth)
      // A limit counts rows.
      const selection = query.limit === undefined ? change.selection : selectRowsOf(query, change.selection)
      const reported = withoutHistory(change, history)
      history = subtract(history, toIntervalSet([change.range]))
      onChange(reported, (before) =>
        applyFollowChange(before, { ...change, selection }, later(0n, reorgFrom), window),
      )
    },
  })
  const stop = follower.subscribe(() => {
    onState(follower.getState())
  })
  return {
    readTo: () => readTo,
    recent: () => {
      const known = follower.getRecent()
      return known && { range: known.range, selection: { segment: packLogs(known.logs), rows: undefined } }
    },
    getState: follower.getState,
    setPaused: (isPaused) => {
      if (isPaused) follower.pause()
      else follower.resume()
    },
    setPollingInterval: follower.setPollingInterval,
    stop,
  }
}

/** A change that does not report the logs of some blocks as new, unless a reorganization may have replaced them. */
function withoutHistory(change: FollowChange, history: IntervalSet): FollowChange {
  if (change.type === 'reset' || history.length === 0) return change
  const { added, reorg } = change
  const isNew = ({ blockNumber }: RawLog) =>
    !covers(history, { from: blockNumber, to: blockNumber }) ||
    (reorg !== undefined && blockNumber >= reorg.from)
  return { ...change, added: added.filter(isNew) }
}
