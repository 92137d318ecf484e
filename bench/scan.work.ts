import { createClient, createPublicClient, http } from 'viem'
import { defineNetwork } from '../src/logs/archive/defineNetwork.ts'
import { createLogCache } from '../src/logs/cache/createLogCache.ts'
import { indexedDbStorage } from '../src/logs/cache/indexedDbStorage.ts'
import type { LogCache } from '../src/logs/cache/LogCache.ts'
import type { LogQuery } from '../src/logs/filter/LogQuery.ts'
import { createPackedLogList } from '../src/logs/list/createPackedLogList.ts'
import { readHistory } from '../src/logs/scan/readHistory.ts'
import { applyScanEvent } from '../src/logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../src/logs/snapshot/LogsSnapshot.ts'
import { xone } from '../src/rpc/networks/xone.ts'
import { nodePool } from '../src/rpc/pool/nodePool.ts'

export interface Reading {
  /** Milliseconds until the last log. */
  ms: number
  /** Milliseconds until the first log. */
  firstMs: number
  logs: number
}

/** The limits that pools have learned, for the next pool. */
const learned = new Map<string, string>()
const storage = {
  getItem: (key: string) => learned.get(key) ?? null,
  setItem: (key: string, value: string) => void learned.set(key, value),
  removeItem: (key: string) => void learned.delete(key),
  key: (index: number) => [...learned.keys()][index] ?? null,
  get length() {
    return learned.size
  },
}
const caches = new Map<string, LogCache>()

export interface OursOptions {
  /** The query, as JSON can express it. */
  from?: number | undefined
  to?: number | undefined
  topics?: LogQuery['topics']
  order?: 'asc' | 'desc' | undefined
  /** Starts with the limits that earlier pools learned. @default false */
  warm?: boolean | undefined
  /** Name of the cache to read through; one that begins with `disk:` outlives the page. @default none */
  cache?: string | undefined
  /** Ends with the first log. @default false */
  untilFirst?: boolean | undefined
  /** Called when the first log is there. */
  onFirst?: (() => void) | undefined
}

/** Scans with a new pool. */
export async function ours(urls: readonly string[], options: OursOptions = {}): Promise<Reading> {
  const { from, to, topics, order, warm = false, untilFirst = false, onFirst } = options
  const network = defineNetwork(xone, { http: urls, finality: 0 })
  const client = createClient({
    chain: network,
    transport: nodePool(
      { ...network, webSocket: undefined },
      { storage: warm ? storage : null, channel: null },
    ),
  })
  const query: LogQuery = {
    topics: topics ?? null,
    order,
    fromBlock: from === undefined ? 'earliest' : BigInt(from),
    toBlock: to === undefined ? 'latest' : BigInt(to),
  }
  const cache = options.cache === undefined ? undefined : openCache(options.cache)
  const start = performance.now()
  let snapshot = LogsSnapshot.empty
  let firstMs = 0
  for await (const event of readHistory(client, query, { cache })) {
    if (event.type === 'failed') throw event.error
    snapshot = applyScanEvent(snapshot, event)
    if (firstMs > 0 || snapshot.selections.length === 0) continue
    firstMs = performance.now() - start
    onFirst?.()
    if (untilFirst) break
  }
  const logs = createPackedLogList({ segments: snapshot.selections }).length
  return { ms: performance.now() - start, firstMs, logs }
}

function openCache(name: string): LogCache {
  const disk = name.startsWith('disk:')
  const cache = caches.get(name) ?? createLogCache(disk ? { storage: indexedDbStorage({ name }) } : undefined)
  caches.set(name, cache)
  return cache
}

/** Waits until everything of a cache is on disk. */
export async function flush(name: string): Promise<void> {
  await openCache(name).flush()
}

/** What most people write first: one call after the other. */
export async function viemLoop(urls: readonly string[], { size, from = 0 }: { size: number; from?: number }) {
  const client = createPublicClient({ transport: http(urls[0]) })
  const start = performance.now()
  const head = await client.getBlockNumber()
  const logs = []
  for (let at = BigInt(from); at <= head; at += BigInt(size)) {
    const end = at + BigInt(size) - 1n
    logs.push(...(await client.getLogs({ fromBlock: at, toBlock: end < head ? end : head })))
  }
  return { ms: performance.now() - start, firstMs: 0, logs: logs.length }
}

/** The fastest way to first rows: reads the head, then the first blocks in one call. */
export async function viemFirst(
  urls: readonly string[],
  { order, width }: { order: 'asc' | 'desc'; width: number },
): Promise<Reading> {
  const client = createPublicClient({ transport: http(urls[0]) })
  const start = performance.now()
  const head = await client.getBlockNumber()
  const fromBlock = order === 'asc' ? 0n : head - BigInt(width) + 1n
  const logs = await client.getLogs({ fromBlock, toBlock: fromBlock + BigInt(width) - 1n })
  const ms = performance.now() - start
  return { ms, firstMs: ms, logs: logs.length }
}

/** What people write next: requests the whole range, and halves of each refused one, all at the same time. */
export async function bisect(urls: readonly string[]): Promise<Reading> {
  // viem would repeat calls that were refused for too many results.
  const clients = urls.map((url) => createPublicClient({ transport: http(url, { retryCount: 0 }) }))
  let next = 0
  const client = () => clients[next++ % clients.length]!
  const read = async (from: bigint, to: bigint): Promise<number> => {
    try {
      return (await client().getLogs({ fromBlock: from, toBlock: to })).length
    } catch {
      const middle = (from + to) >> 1n
      const halves = await Promise.all([read(from, middle), read(middle + 1n, to)])
      return halves[0] + halves[1]
    }
  }
  const start = performance.now()
  const logs = await read(0n, await client().getBlockNumber())
  return { ms: performance.now() - start, firstMs: 0, logs }
}
