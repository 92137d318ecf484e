import type { Hash } from 'viem'
import type { Outage } from '../../logs/ConnectivityStatus.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { earlier, later } from '../../logs/intervals.ts'
import type { WatchedChange } from '../../query/watchQueries.ts'

/** The new logs of watched queries on all networks, and how to report them. */
export interface WatchState {
  readonly isNotifying: boolean
  readonly hasSound: boolean
  readonly networks: readonly NetworkWatch[]
}

/** The watched queries of one network. */
export interface NetworkWatch {
  readonly chainId: number
  readonly queries: readonly WatchedQuery[]
  /** All blocks up to this one were read, unless queries have them as `missed`. */
  readonly readTo: bigint | undefined
  /** The hash of block 0, once it is known, which identifies the chain. */
  readonly genesis?: Hash | undefined
  /** Why new blocks are not read at the moment. */
  readonly issue: WatchIssue | undefined
}

/** `quota`: today's budget is spent, or so low that new blocks are read late. */
export type WatchIssue = Outage | 'quota' | 'failing'

export interface WatchedQuery {
  /** The name of the saved query. */
  readonly name: string
  /** The first watched block; `undefined` until one was read. */
  readonly from: bigint | undefined
  readonly found: readonly FoundLog[]
  /** Blocks that were not read, because no page could read them for too long. */
  readonly missed?: BlockInterval | undefined
}

/** A log that was reported. It keeps its key if a reorganization moves its transaction to another block. */
export interface FoundLog {
  readonly key: string
  readonly block: bigint
  /** Whether the user has not opened it yet. */
  readonly isNew: boolean
  /** Whether a reorganization removed it, so that it is in no block now. */
  readonly isRemoved: boolean
}

/** Logs that were not reported before, by query. */
export interface WatchNews {
  readonly name: string
  readonly count: number
  /** The newest of their blocks. */
  readonly block: bigint
}

/** Logs kept per query: more are counted as "1,000+". */
export const maxFound = 1_000

/** How many logs of a query the user has not opened yet. */
export function countNew({ found }: WatchedQuery): number {
  return found.filter(({ isNew, isRemoved }) => isNew && !isRemoved).length
}

/** The first block with a log that the user has not opened yet. */
export function firstNewBlock({ found }: WatchedQuery): bigint | undefined {
  const blocks = found.flatMap(({ isNew, isRemoved, block }) => (isNew && !isRemoved ? [block] : []))
  return blocks.length === 0 ? undefined : blocks.reduce(earlier)
}

/** A query with more missed blocks, without those before it was watched. */
export function withMissed(query: WatchedQuery, { from: first, to }: BlockInterval): WatchedQuery {
  const from = query.missed?.from ?? later(query.from ?? first, first)
  return from > to ? query : { ...query, missed: { from, to } }
}

/** The watched queries after their chain was rewound to an earlier head: they continue with the next block. */
export function rewind(watch: NetworkWatch, head: bigint): NetworkWatch {
  const next = head + 1n
  return {
    ...watch,
    readTo: head,
    queries: watch.queries.map(({ from, found, missed, ...query }) => ({
      ...query,
      from: earlier(from ?? next, next),
      found: found.map((one) => (one.block > head ? { ...one, isRemoved: true } : one)),
      ...(missed && missed.to <= head && { missed }),
    })),
  }
}

/** The watched queries after another chain replaced theirs. */
export function startOver(watch: NetworkWatch, from: bigint, genesis: Hash): NetworkWatch {
  const queries = watch.queries.map(({ name }) => ({ name, from, found: [] }))
  return { ...watch, queries, genesis, readTo: from === 0n ? undefined : from - 1n }
}

/**
 * Adds the logs of newly read blocks, and marks missing ones as removed. `names` are the queries of `change.matches`.
 * Opened logs deeper than `depth` blocks are dropped: their blocks are not read again.
 */
export function applyWatchedChange(
  watch: NetworkWatch,
  names: readonly string[],
  change: WatchedChange,
  depth: bigint,
): { readonly watch: NetworkWatch; readonly news: readonly WatchNews[] } {
  const { range, head } = change
  const readTo = earlier(range.to, head)
  const settled = readTo - 2n * depth
  const news: WatchNews[] = []
  const queries = watch.queries.map((query) => {
    const matches = change.matches[names.indexOf(query.name)]
    if (!matches) return query
    const from = query.from ?? range.from
    const found = new Map(query.found.map((one) => [one.key, one]))
    const shown = new Set<string>()
    const ordinals = new Map<string, number>()
    let count = 0
    let block = 0n
    for (const { log, isAdded } of matches) {
      if (log.blockNumber < from) continue
      const transaction = log.transactionHash.slice(2, 22)
      const ordinal = ordinals.get(transaction) ?? 0
      ordinals.set(transaction, ordinal + 1)
      const key = `${transaction}:${ordinal}`
      shown.add(key)
      const before = found.get(key)
      if (before && (before.isRemoved || before.block !== log.blockNumber))
        found.set(key, { ...before, block: log.blockNumber, isRemoved: false })
      if (before || !isAdded) continue
      found.set(key, { key, block: log.blockNumber, isNew: true, isRemoved: false })
      count++
      block = log.blockNumber
    }
    for (const one of query.found)
      if (!one.isRemoved && !shown.has(one.key) && one.block >= range.from && one.block <= range.to)
        found.set(one.key, { ...one, isRemoved: true })
    if (count > 0) news.push({ name: query.name, count, block })
    const kept = [...found.values()].filter((one) => one.block > settled || (one.isNew && !one.isRemoved))
    const isSame = kept.length === query.found.length && kept.every((one, at) => one === query.found[at])
    return isSame && query.from === from ? query : { ...query, from, found: kept.slice(-maxFound) }
  })
  return { watch: { ...watch, queries, readTo }, news }
}
