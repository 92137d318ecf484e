import type { Hash } from 'viem'
import type { SavedQuery } from '../../components/FilterBuilder/SavedQuery.ts'
import { QuotaExceededError } from '../../errors/QuotaExceededError.ts'
import { isUnreachable } from '../../logs/ConnectivityStatus.ts'
import type { FollowState } from '../../logs/follow/FollowState.ts'
import { later } from '../../logs/intervals.ts'
import { lazyEngine } from '../../query/lazyEngine.ts'
import type { LogsConfig } from '../../query/LogsConfig.ts'
import { watchQueries, type WatchedChange } from '../../query/watchQueries.ts'
import { onAbort } from '../../rpc/onAbort.ts'
import { parseBlockHeader } from '../../rpc/parseBlockHeader.ts'
import {
  applyWatchedChange,
  rewind,
  startOver,
  withMissed,
  type WatchIssue,
  type WatchNews,
} from './WatchState.ts'
import type { WatchStore } from './WatchStore.ts'

export interface WatcherOptions {
  readonly config: LogsConfig
  readonly chainId: number
  readonly store: WatchStore
  /** The saved queries to watch. */
  readonly saved: readonly SavedQuery[]
  readonly pollingInterval?: number | undefined
  /** Reads the newest block, to see how many were missed. */
  readonly readHead: (signal: AbortSignal) => Promise<bigint>
  /** Called with new logs: each is reported once, in one tab. */
  readonly onNews: (news: readonly WatchNews[]) => void
  /** Lets one tab watch at a time. @default the browser's, which needs a secure context and an origin; else every tab watches */
  readonly locks?: Pick<LockManager, 'request'> | undefined
}

/** Maximum blocks to catch up on. Older ones are reported as not checked. */
export const maxMissed = 5_000n
/** Milliseconds until a failed start is retried. */
const retryAfter = 30_000
/** Minimum milliseconds between two polls, longer than on a hidden page. The budget may delay them further. */
const slowInterval = 150_000
/** Blocks after which the position is stored, even if nothing was found. */
const storeEvery = 20n

/** Watches saved queries of a network, in one tab at a time. Returns a function that stops it. */
export function startWatcher(options: WatcherOptions): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const { chainId, locks = browserLocks() } = options
  let isRunning = false
  const run = () => {
    isRunning = true
    return watchUntilStopped(options, signal)
  }
  // Pages without an origin, such as sandboxed frames, have no locks. Requests also fail when they are aborted, and when another
  // script steals the lock of a watcher, which continues.
  const runAlone = () => (isRunning || signal.aborted ? undefined : run())
  void (locks?.request(`topic0:watch:${chainId}`, { signal }, run).catch(runAlone) ?? run())
  return () => stop.abort()
}

function browserLocks(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined)
}

async function watchUntilStopped(options: WatcherOptions, signal: AbortSignal): Promise<void> {
  const { chainId, store } = options
  while (!signal.aborted) {
    try {
      await watch(options, signal)
    } catch (error) {
      if (signal.aborted) return
      const issue = error instanceof QuotaExceededError ? 'quota' : 'failing'
      store.update(chainId, (before) => ({ ...before, issue }))
    }
    await wait(retryAfter, signal)
  }
}

async function watch(options: WatcherOptions, signal: AbortSignal): Promise<void> {
  const { config, chainId, store, saved, pollingInterval, onNews } = options
  const names = saved.map(({ name }) => name)
  const depth = BigInt(config.getNetwork(chainId).finality)
  let fromBlock = await findStart(options, depth, signal)
  if (!store.read(chainId).genesis) await noteGenesis(options, signal)
  const onChange = (change: WatchedChange) => {
    // The next watcher reads changes again that were in flight when this one stopped.
    if (signal.aborted) return
    let news: readonly WatchNews[] = []
    store.update(chainId, (before) => {
      const next = applyWatchedChange(before, names, change, depth)
      news = next.news
      const isSame = next.watch.queries.every((query, at) => query === before.queries[at])
      const { readTo } = next.watch
      const isNear = before.readTo !== undefined && readTo! - before.readTo < storeEvery
      return isSame && isNear && readTo! >= before.readTo! ? before : next.watch
    })
    if (news.length > 0) onNews(news)
  }
  const onStatus = (state: FollowState) => {
    if (signal.aborted) return
    const issue = issueOf(state)
    store.update(chainId, (before) => (before.issue === issue ? before : { ...before, issue }))
  }
  const queries = saved.map(({ query }) => query)
  for (;;) {
    const watching = { chainId, queries, fromBlock, pollingInterval, signal, onChange, onStatus }
    const head = await watchQueries(config, watching)
    fromBlock = await continueAfter(options, head, signal)
  }
}

async function noteGenesis(options: WatcherOptions, signal: AbortSignal): Promise<void> {
  const genesis = await readGenesis(options, signal)
  if (genesis) options.store.update(options.chainId, (before) => ({ ...before, genesis }))
}

/** The first block to read after the head fell below the watched blocks. If another chain replaced theirs, all of its blocks are new. */
async function continueAfter(options: WatcherOptions, head: bigint, signal: AbortSignal): Promise<bigint> {
  const { chainId, store } = options
  const { genesis: before } = store.read(chainId)
  const genesis = await readGenesis(options, signal)
  if (!genesis || !before || genesis === before) {
    store.update(chainId, (watch) => rewind(watch, head))
    return head + 1n
  }
  const from = head < maxMissed ? 0n : head - maxMissed + 1n
  store.update(chainId, (watch) => startOver(watch, from, genesis))
  return from
}

/** The hash of block 0 (`eth_getBlockByNumber`); `undefined` if no node has it. */
async function readGenesis(
  { config, chainId }: WatcherOptions,
  signal: AbortSignal,
): Promise<Hash | undefined> {
  const { getPool } = await lazyEngine.load()
  const pool = getPool(config.getClient(chainId))
  const call = { method: 'eth_getBlockByNumber', params: ['0x0', false] }
  try {
    const { result } = await pool.request<unknown>(call, { signal, reason: 'chain-check' })
    return parseBlockHeader(result)?.hash
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** The first block to read. Recent blocks are read again, to notice logs that were removed. */
async function findStart(
  { chainId, store, readHead }: WatcherOptions,
  depth: bigint,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const { readTo } = store.read(chainId)
  if (readTo === undefined) return undefined
  const head = await readHead(signal)
  const first = head - maxMissed
  if (readTo + 1n < first)
    store.update(chainId, (before) => ({
      ...before,
      queries: before.queries.map((query) => withMissed(query, { from: readTo + 1n, to: first - 1n })),
    }))
  return later(0n, readTo + 1n < first ? first : readTo + 1n - depth)
}

function issueOf({ status, connectivity, error, pollingInterval = 0 }: FollowState): WatchIssue | undefined {
  if (error instanceof QuotaExceededError || pollingInterval > slowInterval) return 'quota'
  if (isUnreachable(connectivity)) return connectivity
  return status === 'stale' ? 'failing' : undefined
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      release()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    const release = onAbort(signal, end)
  })
}
