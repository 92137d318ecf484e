import type { Pool } from '../../rpc/Pool.ts'
import { chooseBlockRange, narrowEndpoints } from './chunks/endpointLimits.ts'
import { firstBlocks } from './chunks/ChunkPlan.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { getEndpointHistory } from './read/EndpointHistory.ts'
import { countBlocks, subtract, toIntervalSet } from '../intervals.ts'
import { readInterval } from './read/readInterval.ts'
import type { IntervalRead, Preview } from './read/readInterval.ts'
import type { ResolvedRange } from '../chain/resolveRange.ts'

export interface FirstReadOptions extends ResolvedRange {
  /** Blocks that need not be read. */
  readonly held: readonly BlockInterval[]
  readonly newestFirst: boolean
  readonly signal: AbortSignal
}

/** The first blocks of a scan, requested for before the rest of it can be planned. */
export class FirstRead {
  readonly range: BlockInterval
  readonly result: Promise<IntervalRead>
  #preview: Preview | undefined
  #onPreview: ((preview: Preview) => void) | undefined

  private constructor(pool: Pool, filter: Filter, range: BlockInterval, signal: AbortSignal) {
    this.range = range
    const onPreview = (preview: Preview) => {
      this.#preview = preview
      this.#onPreview?.(preview)
    }
    const narrow = narrowEndpoints(pool.getStatus(), countBlocks([range])).names
    this.result = readInterval(pool, filter, range, signal, { narrow, onPreview })
    // It may fail before anyone awaits it.
    this.result.catch(() => {})
  }

  /** Asks for the blocks that a query comes to first; `undefined` when there are none. */
  static begin(
    pool: Pool,
    filter: Filter,
    { requested, head, held, newestFirst, signal }: FirstReadOptions,
  ): FirstRead | undefined {
    const blocks = toIntervalSet([{ from: requested.from, to: requested.to < head ? requested.to : head }])
    const open = subtract(blocks, toIntervalSet(held))
    const gap = newestFirst ? open.at(-1) : open[0]
    if (!gap) return undefined
    // What was gone the last time may be there again.
    getEndpointHistory(pool).forgetPruned()
    const { limit } = chooseBlockRange(pool.getStatus(), Number(countBlocks(open)))
    const widest = limit === undefined ? undefined : BigInt(limit)
    return new FirstRead(pool, filter, firstBlocks(gap, newestFirst, widest), signal)
  }

  /** Hears of logs that may not be all, those that came before as well. */
  onPreview(listener: (preview: Preview) => void): void {
    this.#onPreview = listener
    if (this.#preview) listener(this.#preview)
  }
}
