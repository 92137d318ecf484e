import type { CachedBlocks } from '../cache/LogCache.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import { subtract, toIntervalSet, type IntervalSet } from '../intervals.ts'

export interface ArchiveDeliveryOptions {
  readonly newestFirst: boolean
  readonly signal: AbortSignal
  /** Called with the next blocks, or `undefined` at the end, and with blocks before them that the archive failed to deliver. */
  readonly onNext: (logs: RangeLogs | undefined, undelivered: readonly BlockInterval[]) => void
}

/** The blocks of a scan that an archive delivers, in the order of the query. */
export class ArchiveDelivery {
  /** All blocks that it should deliver. */
  readonly ranges: IntervalSet
  readonly #options: ArchiveDeliveryOptions
  readonly #logs: AsyncGenerator<RangeLogs, void, void>
  #left: IntervalSet
  #isPending = false
  #isOver = false

  constructor(archived: CachedBlocks, options: ArchiveDeliveryOptions) {
    this.ranges = this.#left = toIntervalSet(archived.ranges)
    this.#options = options
    this.#logs = archived.read(options.signal)
  }

  /** Requests the next blocks, unless a request is pending. */
  pull(): void {
    if (this.#isPending || this.#isOver) return
    this.#isPending = true
    void this.#logs
      .next()
      // Nodes have what the archive fails to deliver.
      .catch(() => ({ done: true, value: undefined }) as const)
      .then(({ done = false, value }) => {
        this.#isPending = false
        this.#isOver = done
        if (this.#options.signal.aborted) return
        if (value) this.#left = subtract(this.#left, [value.range])
        this.#options.onNext(value ?? undefined, this.#takeUndelivered(value?.range))
      })
  }

  stop(): void {
    void this.#logs.return().catch(() => {})
  }

  /** Removes the blocks before `reached`, or all of them, and returns them. */
  #takeUndelivered(reached: BlockInterval | undefined): readonly BlockInterval[] {
    const isPassed = ({ from, to }: BlockInterval) =>
      !reached || (this.#options.newestFirst ? from > reached.to : to < reached.from)
    const undelivered = this.#left.filter(isPassed)
    this.#left = this.#left.filter((blocks) => !isPassed(blocks))
    return undelivered
  }
}
