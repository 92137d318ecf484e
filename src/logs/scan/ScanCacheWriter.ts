import type { LogCache } from '../cache/LogCache.ts'
import { blockHashes } from '../columns/blockHashes.ts'
import { clipSegment } from '../columns/clipSegment.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { pickLogs } from '../columns/pickLogs.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { Filter } from '../filter/Filter.ts'
import { earlier, later } from '../intervals.ts'

/** Adds the logs that a scan reads to the cache. Blocks up to `finalTo` are final. */
export class ScanCacheWriter {
  readonly #cache: LogCache
  readonly #chainId: number
  readonly #filter: Filter
  readonly #finalTo: bigint
  /** The logs of blocks that are not final. */
  readonly #recent: LogSegment[] = []

  constructor(cache: LogCache, chainId: number, filter: Filter, finalTo: bigint) {
    this.#cache = cache
    this.#chainId = chainId
    this.#filter = filter
    this.#finalTo = finalTo
  }

  add({ range: { from, to }, selection: { segment, rows } }: RangeLogs): void {
    const finalTo = this.#finalTo
    const logs = rows ? pickLogs(segment, rows) : segment
    const final = { from, to: earlier(to, finalTo) }
    const tail = { from: later(from, finalTo + 1n), to }
    this.#cache.add(this.#chainId, this.#filter, final, logs, { final: true })
    // Only to notice when a later answer, for any filter, contradicts them.
    this.#cache.add(this.#chainId, this.#filter, tail, logs, { final: false })
    if (tail.from <= tail.to) this.#recent.push(clipSegment(logs, tail))
  }

  /** Whether block hashes contradict each other: the chain was reorganized during the scan. */
  isContradicted(): boolean {
    return this.#recent.some((segment) => {
      const hashes = blockHashes(segment)
      return !hashes || this.#cache.conflictsWith(this.#chainId, hashes)
    })
  }
}
