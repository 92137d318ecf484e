import { Pace } from '../../rpc/Pace.ts'
import { selectPart } from '../columns/clipSegment.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import { containsFilter } from '../filter/containsFilter.ts'
import type { Filter } from '../filter/Filter.ts'
import { filterKey } from '../filter/filterKey.ts'
import { intersect, subtract, type IntervalSet } from '../intervals.ts'
import type { CachedBlocks } from './LogCache.ts'
import type { StoredKey, LogStorage } from './LogStorage.ts'
import type { MemoryCache } from './MemoryCache.ts'

export interface FinalQuery {
  readonly chainId: number
  readonly filter: Filter
  readonly range: BlockInterval
  readonly order: 'asc' | 'desc'
}

export interface FinalSources {
  readonly memory: MemoryCache
  readonly storage: LogStorage | undefined
  /** Called after logs were loaded from storage into memory. */
  readonly onKept: () => void
  /** How many times the network was cleared. */
  readonly clearings: () => number
}

/** A range of blocks, and where its logs are: in memory, or in a record. */
interface Source {
  readonly range: BlockInterval
  readonly from: LogSegment | StoredKey
  /** Selects from the logs there; `undefined` if all match. */
  readonly filter: Filter | undefined
}

/** Maximum records and bytes to read together. The first record is read alone, so that the first rows appear sooner. */
const maxBatch = { records: 16, bytes: 4 * 1024 * 1024 }

/** Finds the final blocks of a range in memory, and those of the rest in storage. Logs read from storage are kept in memory. */
export async function findFinal(
  { memory, storage, onKept, clearings }: FinalSources,
  { chainId, filter, range, order }: FinalQuery,
): Promise<CachedBlocks> {
  const clearing = clearings()
  const { placed, missing } = memory.place(chainId, filter, range, ['final'])
  const sources = placed.map((one): Source => ({ ...one, from: one.piece.segment }))
  if (storage && missing.length > 0)
    sources.push(...findRecords(await storage.list(chainId), filter, missing))
  const sign = order === 'asc' ? 1 : -1
  sources.sort((a, b) => (a.range.from < b.range.from ? -sign : sign))

  async function* read(signal?: AbortSignal): AsyncGenerator<RangeLogs, void, void> {
    const pace = new Pace()
    const records = storage && new RecordReader(storage, sources)
    const isKept = new Set<StoredKey>()
    const yieldIfDue = async () => {
      if (pace.isDue) await pace.rest()
    }
    for (const [at, { range: part, from, filter: matching }] of sources.entries()) {
      await yieldIfDue()
      signal?.throwIfAborted()
      const isStored = 'chainId' in from
      const segment = isStored ? await records?.read(from, at) : from
      await yieldIfDue()
      signal?.throwIfAborted()
      // The cache was cleared: the logs may be of an abandoned chain.
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

/** Reads the records of sources, some together with the next ones. */
class RecordReader {
  readonly #storage: LogStorage
  readonly #sources: readonly Source[]
  /** How many records to read together. */
  #together = 1
  #fetched: ReadonlyMap<StoredKey, LogSegment | undefined> = new Map()

  constructor(storage: LogStorage, sources: readonly Source[]) {
    this.#storage = storage
    this.#sources = sources
  }

  /** The logs of a record, which is the source at this index; `undefined` if it is gone or damaged. */
  async read(key: StoredKey, at: number): Promise<LogSegment | undefined> {
    if (this.#fetched.has(key)) return this.#fetched.get(key)
    const keys = this.#keysFrom(at)
    const segments = await this.#storage.read(keys)
    this.#fetched = new Map(keys.map((one, index) => [one, segments[index]]))
    const bytes = segments.reduce((sum, segment) => sum + (segment?.byteLength ?? 0), 0)
    const fitting = Math.floor((maxBatch.bytes * keys.length) / Math.max(bytes, 1))
    this.#together = Math.min(maxBatch.records, Math.max(1, fitting))
    return this.#fetched.get(key)
  }

  #keysFrom(at: number): readonly StoredKey[] {
    const keys = new Set<StoredKey>()
    for (let next = at; next < this.#sources.length && keys.size < this.#together; next++) {
      const { from } = this.#sources[next]!
      if ('chainId' in from) keys.add(from)
    }
    return [...keys]
  }
}

/** The records that have missing blocks: those of the same filter first, then those of wider ones for the rest. */
function findRecords(keys: readonly StoredKey[], filter: Filter, missing: IntervalSet): readonly Source[] {
  const own = filterKey(filter)
  const candidates = keys
    .filter((key) => intersect([key.range], missing).length > 0 && containsFilter(key.filter, filter))
    .map((key) => ({ key, isOwn: filterKey(key.filter) === own }))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || compareRanges(a.key.range, b.key.range))
  let wanted = missing
  return candidates.flatMap(({ key, isOwn }) => {
    const parts = intersect([key.range], wanted)
    wanted = subtract(wanted, [key.range])
    return parts.map((range): Source => ({ range, from: key, filter: isOwn ? undefined : filter }))
  })
}

/** By first block; of two with the same first block, the longer one comes first. */
function compareRanges(a: BlockInterval, b: BlockInterval): number {
  return Number(a.from - b.from) || Number(b.to - a.to)
}
