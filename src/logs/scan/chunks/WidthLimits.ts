import type { NodeError } from '../../../errors/NodeError.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { countBlocks, covers } from '../../intervals.ts'
import type { Chunk, ChunkPlan } from './ChunkPlan.ts'
import type { ChunkSizer } from './ChunkSizer.ts'
import { chooseBlockRange, narrowEndpoints, type NarrowEndpoints } from './endpointLimits.ts'
import type { UnreadBlocks } from './UnreadBlocks.ts'

export interface WidthLimitsOptions {
  /** The pool, which may ignore the budget from some point on. */
  readonly pool: () => Pool
  readonly unread: UnreadBlocks
  readonly plan: ChunkPlan
  readonly sizer: ChunkSizer
  /** Whether to read less ahead, because a limit may end the scan early. */
  readonly careful: boolean
}

/** What a scan has learned about the number of blocks that nodes accept in one call. */
export class WidthLimits {
  readonly #options: WidthLimitsOptions
  #untried = 0
  #isProven = false
  /** The first chunk of the scan. */
  #first: BlockInterval | undefined

  constructor(options: WidthLimitsOptions) {
    this.#options = options
  }

  /** How many endpoints may accept wider ranges than the ones that refused. */
  get untried(): number {
    return this.#untried
  }

  /** Whether a chunk's width is known to be accepted: a chunk was answered, or an endpoint named its limit. */
  get isProven(): boolean {
    return this.#isProven && !this.#options.sizer.isSearching
  }

  /** A node accepted this chunk. The first chunk, and parts of it, are too narrow to show a limit. */
  accepted(chunk: Chunk): void {
    if (chunk.first) this.#first = chunk
    else if (!chunk.sample && !(this.#first && covers([this.#first], chunk))) this.#isProven = true
  }

  /** An endpoint refused this width. Returns whether to repeat it: other endpoints may accept it, or the sizer makes it narrower. */
  refused(range: BlockInterval, { maxBlockRange, suggestedRange, details }: NodeError): boolean {
    const { pool, unread, plan, sizer, careful } = this.#options
    const width = countBlocks([range])
    const left = countBlocks(unread.all()) + width
    const named = maxBlockRange ?? (suggestedRange && Number(suggestedRange[1] - suggestedRange[0] + 1n))
    const { best, untried } = chooseBlockRange(pool().getStatus(), Number(left))
    this.#untried = careful ? 0 : untried.length
    if (untried.length > 0 || (best !== undefined && best >= width)) return true
    plan.narrow()
    if (named === undefined) return sizer.refused(width, guessBlockLimit(details, range))
    sizer.tooWide(width, best ?? named)
    // A named limit need not be searched for.
    this.#isProven = true
    return true
  }

  /** Endpoints that accept this width have failed. Returns the most blocks that the others accept; `undefined` without others. */
  narrowTo(range: BlockInterval, narrow: NarrowEndpoints): bigint | undefined {
    const { pool, sizer } = this.#options
    const width = countBlocks([range])
    // Limits may have been learned since the chunk was sent.
    const maxWidth = Math.max(narrow.maxWidth, narrowEndpoints(pool().getStatus(), width).maxWidth)
    if (maxWidth === 0) return undefined
    const { best } = chooseBlockRange(pool().getStatus(), 0)
    if (best !== undefined && best < width) sizer.tooWide(width, best)
    return BigInt(maxWidth)
  }
}

/** The number in an error message that may be the node's limit of blocks per call. */
function guessBlockLimit(words: string | undefined, range: BlockInterval): number | undefined {
  const width = countBlocks([range])
  const own = new Set([range.from, range.to, range.to + 1n, width - 1n])
  let likely: bigint | undefined
  for (const [text, thousands] of (words ?? '').matchAll(/(?<![\w.])\d[\d,_]{0,14}(k)?(?![\w.]\w)/gi)) {
    const number = BigInt(text.replaceAll(/\D/g, '')) * (thousands === undefined ? 1n : 1_000n)
    if (number > 1n && number < width && !own.has(number) && number > (likely ?? 0n)) likely = number
  }
  return likely === undefined ? undefined : Number(likely)
}
