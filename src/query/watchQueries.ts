import { matchesWhere } from '../logs/analyze/matchesWhere.ts'
import type { BlockInterval } from '../logs/Coverage.ts'
import { findDecoder } from '../logs/decode/findDecoder.ts'
import { partsOf, type Filter } from '../logs/filter/Filter.ts'
import { eventsIn } from '../logs/filter/LogQuery.ts'
import type { LogSearch } from '../logs/filter/LogSearch.ts'
import { matchesFilter } from '../logs/filter/matchesFilter.ts'
import { parseFollowQuery } from '../logs/filter/parseFollowQuery.ts'
import { parseLogQuery } from '../logs/filter/parseLogQuery.ts'
import { coverFilters } from '../logs/filter/uniteFilters.ts'
import type { FollowChange, FollowState } from '../logs/follow/FollowState.ts'
import { decodeRow } from '../logs/list/LogRows.ts'
import type { RawLog } from '../logs/Log.ts'
import { logId } from '../logs/order.ts'
import { lazyEngine } from './lazyEngine.ts'
import type { LogsConfig } from './LogsConfig.ts'

export interface WatchQueriesParameters {
  readonly chainId: number
  /** The queries to watch. Their ranges, orders and limits are ignored. */
  readonly queries: readonly LogSearch[]
  /** The first block. @default the next one */
  readonly fromBlock?: bigint | undefined
  /** Minimum milliseconds between two polls, while there is no working socket. @default 4_000 */
  readonly pollingInterval?: number | undefined
  readonly signal: AbortSignal
  readonly onChange: (change: WatchedChange) => void
  readonly onStatus: (state: FollowState) => void
}

/** Blocks that were read, and their logs for each query. */
export interface WatchedChange {
  readonly range: BlockInterval
  readonly head: bigint
  /** By query: all matching logs of `range`, oldest first. */
  readonly matches: readonly (readonly WatchedLog[])[]
}

export interface WatchedLog {
  readonly log: RawLog
  /** Whether no earlier change had it. */
  readonly isAdded: boolean
}

/**
 * Watches several queries with one follower (`eth_subscribe`, `eth_getBlockByNumber`, `eth_getLogs`). It reads one
 * filter that covers all of them, in at most two calls, and then matches each log to the queries in the page. Ends
 * when the signal fires, or when the chain ends below the first block, because it was started again or put back: resolves
 * to its head.
 *
 * @throws {@link InvalidQueryError} before any request; the signal's reason when it fires.
 */
export async function watchQueries(config: LogsConfig, parameters: WatchQueriesParameters): Promise<bigint> {
  const { chainId, queries, fromBlock = 'latest', pollingInterval, signal, onChange, onStatus } = parameters
  const matchers = queries.map(createMatcher)
  const covered = coverFilters(matchers.flatMap(({ filter }) => partsOf(filter)))
  const filters = partsOf(covered).map(({ address, topics }) => ({ ...(address && { address }), topics }))
  const query = parseFollowQuery({ filters, fromBlock }, pollingInterval)
  const { follow } = lazyEngine.loaded() ?? (await lazyEngine.load())
  const options = { signal, cache: config.cache, pollingInterval }
  let first = parameters.fromBlock
  for await (const event of follow(config.getClient(chainId), query, options)) {
    if (event.type !== 'status') {
      onChange(toWatchedChange(event, matchers))
      continue
    }
    onStatus(event.state)
    const { verifiedTo } = event.state
    if (verifiedTo === undefined) continue
    first ??= verifiedTo + 1n
    if (verifiedTo < first - 1n) return verifiedTo
  }
  throw signal.reason
}

interface Matcher {
  readonly filter: Filter
  readonly matches: (log: RawLog) => boolean
}

/** Conditions hold only for logs that decode, as in a table of the query. */
function createMatcher({ where = [], ...search }: LogSearch): Matcher {
  const { filter } = parseLogQuery({ ...search, fromBlock: null, toBlock: null, blockHash: null })
  const decoder = findDecoder(eventsIn(search), [], false)
  const matches = (log: RawLog) =>
    matchesFilter(filter, log) && (where.length === 0 || matchesWhere(decodeRow(log, decoder).decoded, where))
  return { filter, matches }
}

function toWatchedChange(change: FollowChange, matchers: readonly Matcher[]): WatchedChange {
  const { range, head, logs } = change
  const added = new Set(change.type === 'reset' ? [] : change.added.map(logId))
  const isAdded = (log: RawLog) =>
    change.type === 'reset' ? log.blockNumber >= change.reorg.from : added.has(logId(log))
  const all = logs.toArray()
  return {
    range,
    head: head.number,
    matches: matchers.map(({ matches }) =>
      all.filter(matches).map((log) => ({ log, isAdded: isAdded(log) })),
    ),
  }
}
