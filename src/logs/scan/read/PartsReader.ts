import type { Pool } from '../../../rpc/Pool.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { FilterPart } from '../../filter/Filter.ts'
import { replacedError } from './intervalErrors.ts'
import type { IntervalRead } from './IntervalRead.ts'
import { MalformedLogsError } from './MalformedLogsError.ts'
import type { ReadOptions } from './ReadOptions.ts'
import { ReplacementCheck } from './ReplacementCheck.ts'
import { joinReads } from './verifyAnswer.ts'

export interface PartsReaderOptions extends Pick<ReadOptions, 'avoid' | 'finalBlock' | 'onPreview'> {
  readonly interval: BlockInterval
  readonly parts: readonly FilterPart[]
  readonly signal: AbortSignal | undefined
  /** Makes a reader for a part. It reads again when a block was replaced, and remembers refusals. */
  readonly open: (
    part: FilterPart,
    signal: AbortSignal,
    prefer: string | undefined,
  ) => Pick<PartsReader, 'read'>
}

/** Attempts before an interval is given up because its blocks keep being replaced. */
const maxAttempts = 3

/**
 * Reads the same blocks by several parts of a filter at once, and joins their logs. Reads again when a block was replaced
 * between two parts: when their logs contradict each other or, if blocks are not final yet, when the last one is not the same
 * any more.
 */
export class PartsReader {
  readonly #options: PartsReaderOptions
  readonly #check: ReplacementCheck | undefined
  readonly #stop = new AbortController()
  #readers: readonly Pick<PartsReader, 'read'>[] | undefined

  constructor(pool: Pool, options: PartsReaderOptions) {
    this.#options = options
    const { interval, finalBlock = interval.to, signal } = options
    if (interval.to > finalBlock) this.#check = new ReplacementCheck(pool, interval.to, signal)
  }

  /**
   * @throws the first error of a part, which ends the others; {@link MalformedLogsError} with the logs of all parts when one
   * cannot be read completely.
   */
  async read(): Promise<IntervalRead> {
    const { interval, onPreview, avoid } = this.#options
    this.#readers ??= this.#open(await this.#check?.begin(avoid))
    for (let attempt = 1; ;) {
      const reads = await this.#readOnce(this.#readers)
      const joined = joinReads(reads, interval)
      const isMalformed = joined instanceof MalformedLogsError
      if (isMalformed && reads.some((part) => part instanceof MalformedLogsError)) throw joined
      if (!isMalformed) {
        if (!this.#check) return joined
        onPreview?.(joined)
        const outcome = await this.#check.compare(joined.answers.map(({ endpoint }) => endpoint))
        if (outcome === 'same') return joined
        if (outcome === 'unseen') continue
      }
      const [conflicting = interval.from] = (isMalformed && joined.incompleteBlocks) || []
      if (attempt++ >= maxAttempts) throw replacedError(conflicting)
    }
  }

  #open(prefer: string | undefined) {
    const { parts, signal, open } = this.#options
    const { signal: stopped } = this.#stop
    const either = signal ? AbortSignal.any([signal, stopped]) : stopped
    return parts.map((part) => open(part, either, prefer))
  }

  #readOnce(
    readers: readonly Pick<PartsReader, 'read'>[],
  ): Promise<readonly (IntervalRead | MalformedLogsError)[]> {
    return Promise.all(
      readers.map((reader) =>
        reader.read().catch((error: unknown) => {
          if (error instanceof MalformedLogsError) return error
          this.#stop.abort()
          throw error
        }),
      ),
    )
  }
}
