import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { intersect, subtract } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import { containsFilter } from '../filter/containsFilter.ts'
import { filterKey } from '../filter/filterKey.ts'
import type { StoredKey, LogStorage } from './LogStorage.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { yieldToMain } from '../../rpc/yieldToMain.ts'
import type { CachedBlocks } from './LogCache.ts'
import type { MemoryCache } from './MemoryCache.ts'
import { selectPart } from '../columns/clipSegment.ts'

export interface FinalQuery {
  readonly chainId: number
  readonly filter: Filter
  readonly range: BlockInterval
  readonly order: 'asc' | 'desc'
}

export interface FinalSources {
  readonly memory: MemoryCache
  readonly storage: LogStorage | undefined
  /** Told when something was read from storage into memory. */
  readonly onKept: () => void
  /** Counts how often what was held of the network was forgotten. */
  readonly clearings: () => number
}

/** Where some blocks are: in memory, or in a record. */
interface Source {
  readonly range: BlockInterval
  readonly from: LogSegment | StoredKey
  /** Of the logs there, those that match. `undefined`: all do. */
  readonly filter: Filter | undefined
}

/** Milliseconds of work before the page gets its turn. */
const sliceTime = 8
/** Records read at once, and bytes: the first one alone, so that first rows do not wait for more. */
const most = { records: 16, bytes: 4 * 1024 * 1024 }

/** Finds what memory has of a range for good, and what storage has of the rest. What is read of that is kept in memory. */
export async function findFinal(
  { memory, storage, onKept, clearings }: FinalSources,
  { chainId, filter, range, order }: FinalQuery,
): Promise<CachedBlocks> {
  const clearing = clearings()
  const { placed, missing } = memory.placeFinal(chainId, filter, range)
  const sources = placed.map((one): Source => ({ ...one, from: one.piece.segment }))
  if (storage && missing.length > 0) {
    const own = filterKey(filter)
    let wanted = missing
    for (const key of chooseRecords(await storage.list(chainId), filter, missing)) {
      for (const part of intersect([key.range], wanted))
        sources.push({ range: part, from: key, filter: filterKey(key.filter) === own ? undefined : filter })
      wanted = subtract(wanted, [key.range])
    }
  }
  const sign = order === 'asc' ? 1 : -1
  sources.sort((a, b) => (a.range.from < b.range.from ? -sign : sign))

  async function* read(signal?: AbortSignal): AsyncGenerator<RangeLogs, void, void> {
    let until = performance.now() + sliceTime
    let together = 1
    let fetched = new Map<StoredKey, LogSegment | undefined>()
    const isKept = new Set<StoredKey>()

    async function giveTurn() {
      if (performance.now() < until) return
      await yieldToMain()
      until = performance.now() + sliceTime
    }

    /** One record, and the next ones along with it. */
    async function fetch(key: StoredKey, at: number): Promise<LogSegment | undefined> {
      if (fetched.has(key) || !storage) return fetched.get(key)
      const keys = new Set<StoredKey>()
      for (let next = at; next < sources.length && keys.size < together; next++) {
        const { from } = sources[next]!
        if ('chainId' in from) keys.add(from)
      }
      const segments = await storage.read([...keys])
      fetched = new Map([...keys].map((one, index) => [one, segments[index]]))
      const bytes = segments.reduce((sum, segment) => sum + (segment?.byteLength ?? 0), 0)
      const fitting = Math.floor((most.bytes * keys.size) / Math.max(bytes, 1))
      together = Math.min(most.records, Math.max(1, fitting))
      return fetched.get(key)
    }

    for (const [at, { range: part, from, filter: matching }] of sources.entries()) {
      await giveTurn()
      signal?.throwIfAborted()
      const isStored = 'chainId' in from
      const segment = isStored ? await fetch(from, at) : from
      await giveTurn()
      signal?.throwIfAborted()
      // It may be of a chain that is gone.
      if (clearings() !== clearing) return
      if (!segment) continue
      if (isStored && !isKept.has(from)) {
        isKept.add(from)
        memory.add(chainId, from.filter, from.range, segment, { final: true, stored: true })
        onKept()
      }
      yield { range: part, selection: selectPart(segment, part, matching) }
    }
  }

  return { ranges: sources.map((source) => source.range), read }
}

/** The records to read for what is missing: those of the filter itself, then those of wider ones for what these lack. */
export function chooseRecords(
  keys: readonly StoredKey[],
  filter: Filter,
  missing: IntervalSet,
): readonly StoredKey[] {
  const own = filterKey(filter)
  const candidates = keys
    .filter((key) => intersect([key.range], missing).length > 0 && containsFilter(key.filter, filter))
    .map((key) => ({ key, isOwn: filterKey(key.filter) === own }))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || compareRanges(a.key.range, b.key.range))
  const chosen: StoredKey[] = []
  let wanted = missing
  for (const { key } of candidates) {
    if (intersect([key.range], wanted).length === 0) continue
    chosen.push(key)
    wanted = subtract(wanted, [key.range])
  }
  // In the order of the blocks, so that the first rows are there first.
  return chosen.sort((a, b) => compareRanges(a.range, b.range))
}

/** By first block; of two that begin together the longer one comes first. */
function compareRanges(a: BlockInterval, b: BlockInterval): number {
  return Number(a.from - b.from) || Number(b.to - a.to)
}
