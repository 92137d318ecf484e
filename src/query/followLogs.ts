import { replaceChain, type KnownChain } from '../logs/cache/KnownChain.ts'
import { clipSelection } from '../logs/columns/LogSelection.ts'
import { packLogs } from '../logs/columns/packLogs.ts'
import type { RangeLogs } from '../logs/columns/RangeLogs.ts'
import type { BlockInterval } from '../logs/Coverage.ts'
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
import type { Pool } from '../rpc/Pool.ts'
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

/** Follows the head from where a snapshot ends; `undefined` while its head is unknown. */
export function followLogs(
  snapshot: LogsSnapshot,
  options: LogsTarget & FollowLogsCallbacks,
): Following | undefined {
  const { requested, readHead } = snapshot
  return requested && readHead !== undefined
    ? new Following(snapshot, { requested, head: readHead }, options)
    : undefined
}

/** Keeps a snapshot up to date with the head. */
export class Following {
  readonly #options: LogsTarget & FollowLogsCallbacks
  readonly #pool: Pool
  readonly #follower: Follower
  readonly stop: () => void
  #readTo: bigint
  /** Blocks up to the head whose logs are not all held, perhaps because of a limit: they are not new when they are read. */
  #history: IntervalSet

  constructor(
    { held, fields, pageBounds }: LogsSnapshot,
    { requested, head }: { readonly requested: BlockInterval; readonly head: bigint },
    options: LogsTarget & FollowLogsCallbacks,
  ) {
    const { config, chainId, query, pollingInterval, onState } = options
    const client = config.getClient(chainId)
    this.#options = options
    this.#pool = getPool(client)
    // Deeper blocks are not read again, even if they are not final yet.
    const deepTo = head - this.#depth
    const recentFrom = later(deepTo + 1n, requested.from)
    const clip = (from: bigint, to: bigint) => held.map((one) => clipSelection(one, { from, to }))
    this.#readTo = deepTo
    this.#history = subtract([{ from: 0n, to: head }], fields.read)
    this.#follower = new Follower(client, {
      filter: query.filter,
      // A deep reorg may have replaced blocks that become pages later.
      start: pageBounds?.from ?? requested.from,
      verifiedTo: head < requested.from ? requested.from - 1n : head,
      recent: createPackedLogList({ segments: clip(recentFrom, head) }).toArray(),
      // The newest deep log shows the hash of its block.
      checkpoint: lastBlock(clip(0n, deepTo)),
      cache: config.cache,
      pollingInterval,
      onChange: (change) => this.#changed(change),
    })
    this.stop = this.#follower.subscribe(() => onState(this.getState()))
  }

  /** A scan may read blocks up to this one; newer ones are kept up to date here. Never decreases. */
  get readTo(): bigint {
    return this.#readTo
  }

  /** The newest blocks with all their logs; `undefined` until they have been read. */
  get recent(): RangeLogs | undefined {
    const known = this.#follower.getRecent()
    return known && { range: known.range, selection: { segment: packLogs(known.logs), rows: undefined } }
  }

  getState(): FollowState {
    return this.#follower.getState()
  }

  setPaused(isPaused: boolean): void {
    if (isPaused) this.#follower.pause()
    else this.#follower.resume()
  }

  setPollingInterval(milliseconds: number): void {
    this.#follower.setPollingInterval(milliseconds)
  }

  get #depth(): bigint {
    return BigInt(this.#pool.network.finality)
  }

  #changed(change: FollowChange): void {
    const { config, chainId, query, source, onChange } = this.#options
    // Final blocks were replaced: caches and other results are of another chain.
    if (change.reorg?.isDeep) {
      source.chain = replaceChain(this.#pool, source.chain)
      void config.cache.clear(chainId)
    }
    // Twice the depth: a late sync may remove logs that have become deep meanwhile.
    const reorgFrom = later(0n, change.head.number - 2n * this.#depth)
    this.#readTo = later(this.#readTo, change.head.number - this.#depth)
    // A limit counts rows.
    const selection = query.limit === undefined ? change.selection : selectRowsOf(query, change.selection)
    // A relative range slides along with the head.
    const window = 'blockHash' in query.range ? undefined : blocksBeforeLatest(query.range.fromBlock)
    const reported = withoutHistory(change, this.#history)
    this.#history = subtract(this.#history, toIntervalSet([change.range]))
    onChange(reported, (before) => applyFollowChange(before, { ...change, selection }, reorgFrom, window))
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
