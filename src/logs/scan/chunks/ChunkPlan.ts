import type { BlockInterval } from '../../Coverage.ts'
import type { ChunkSizer } from './ChunkSizer.ts'
import type { UnreadBlocks, UnreadInterval } from './UnreadBlocks.ts'

/** Blocks to request in one call. */
export interface Chunk extends BlockInterval {
  /** How often they were halved because of an error that could not be classified. */
  readonly blindSplits: number
  /** Part of a range that was refused. */
  readonly narrowed: boolean
  /** Read out of order, to learn the density. */
  readonly sample: boolean
  /** A few blocks where the query begins, so that its first logs arrive soon: they do not show the node's limit. */
  readonly first: boolean
  /** Read to find where pruned history ends. */
  readonly search: boolean
  /** The endpoint that suggested this range when it refused a wider one. */
  readonly suggestedBy: string | undefined
}

/** The far end of fewer blocks is not sampled: they are read too quickly for that to pay off. */
const minSampledRange = 100_000n
/** Blocks sampled at the far end: a width that nearly every node accepts. */
const farEndWidth = 10_000n
/** Blocks to read first: few, so that logs show soon. */
const firstWidth = 1_000n
/** Chunks sampled in the middle of unread blocks once a node has refused too many logs. */
const samples = 6

/** Cuts chunks from the unread blocks: mostly where the query continues, and a few elsewhere to learn the density. */
export class ChunkPlan {
  readonly #unread: UnreadBlocks
  readonly #sizer: ChunkSizer
  readonly #newestFirst: boolean
  /** Blocks at the far end that are sampled early: the density there may differ from where the scan begins. */
  #farEnd: bigint
  #samplesLeft: number | undefined
  /** The newest block that is known to be pruned. */
  #prunedTo = -1n

  constructor(unread: UnreadBlocks, sizer: ChunkSizer, options: { newestFirst: boolean; careful: boolean }) {
    this.#unread = unread
    this.#sizer = sizer
    this.#newestFirst = options.newestFirst
    const width = unread.first && unread.first.to - unread.first.from + 1n
    const isWide = width !== undefined && width >= minSampledRange
    this.#farEnd = isWide && !options.careful ? smaller(farEndWidth, sizer.ceiling) : 0n
  }

  /** Whether the far end is still to be sampled. */
  get samplesFarEnd(): boolean {
    return this.#farEnd > 0n
  }

  /** Samples to read before the scan continues in order. */
  get samplesLeft(): number {
    return this.#samplesLeft ?? 0
  }

  /** Plans samples in the middle, once per scan. */
  sample(): void {
    this.#samplesLeft ??= samples
  }

  /** Skips the samples if only a few calls are left anyway. */
  expectCalls(calls: number): void {
    if (calls < samples) this.#samplesLeft &&= 0
  }

  /** Nodes accept only narrow ranges, for which density matters less: the far end is not sampled. */
  narrow(): void {
    this.#farEnd = 0n
  }

  /** The next blocks to request where the query continues. Does not take them. */
  front(open: UnreadInterval): BlockInterval {
    if (open.suggestedBy !== undefined) return { from: open.from, to: open.to }
    const size = smaller(this.#sizer.sizeOf(open, { fromEnd: this.#newestFirst }), open.maxWidth)
    return edge(open, size, this.#newestFirst)
  }

  /** The first chunk: a few blocks where the query begins, or those in flight already. */
  cutFirst(begun: BlockInterval | undefined): Chunk | undefined {
    const open = begun
      ? this.#unread.all().find(({ from, to }) => from <= begun.from && to >= begun.to)
      : this.#unread.first
    const range = begun ?? (open && firstBlocks(open, this.#newestFirst, this.#sizer.ceiling))
    if (!open || !range) return undefined
    this.#unread.take(open, range)
    return { ...chunkOf(open, range), first: range.from > open.from || range.to < open.to }
  }

  /** Nodes have pruned this block and all below it. Returns the newest block known to be pruned. */
  pruned(block: bigint): bigint {
    if (block > this.#prunedTo) this.#prunedTo = block
    return this.#prunedTo
  }

  /**
   * The next chunk, `beside` others in flight or alone; `undefined` if the search for the end of pruned history has to finish
   * first.
   */
  cut(
    first: UnreadInterval,
    now: { beside: boolean; proven: boolean; searching: boolean },
  ): Chunk | undefined {
    const { beside, proven, searching } = now
    const { lowest } = this.#unread
    if (lowest && lowest.from === this.#prunedTo + 1n && this.#prunedTo >= 0n) {
      if (!searching) return this.#search(lowest)
      if (lowest === first) return undefined
    }
    const inMiddle = proven && this.samplesLeft > 0
    const atEnd = !inMiddle && beside && this.samplesFarEnd
    const open = inMiddle ? (this.#unread.largest ?? first) : first
    const range = inMiddle ? this.#middle(open) : atEnd ? this.#cutFarEnd(open) : this.front(open)
    if (inMiddle) this.#samplesLeft = this.samplesLeft - 1
    this.#unread.take(open, range)
    const sample = inMiddle || atEnd
    const isWhole = range.from === open.from && range.to === open.to
    return { ...chunkOf(open, range), sample, suggestedBy: isWhole ? open.suggestedBy : undefined }
  }

  /** Bisects the blocks between pruned ones and those that could be read. */
  #search(open: UnreadInterval): Chunk {
    const from = (open.from + open.to) / 2n
    const size = smaller(this.#sizer.sizeOf({ from, to: open.to }), open.maxWidth)
    const range = { from, to: from + size - 1n }
    this.#unread.take(open, range)
    return { ...chunkOf(open, range), search: true }
  }

  #cutFarEnd(open: UnreadInterval): BlockInterval {
    const size = smaller(smaller(this.#farEnd, open.maxWidth), open.to - open.from + 1n)
    this.#farEnd = 0n
    return edge(open, size, !this.#newestFirst)
  }

  #middle(open: UnreadInterval): BlockInterval {
    const middle = (open.from + open.to) / 2n
    const size = smaller(this.#sizer.sizeOf({ from: middle, to: open.to }), open.maxWidth)
    const from = middle - size / 2n
    return from <= open.from ? this.front(open) : { from, to: from + size - 1n }
  }
}

function chunkOf({ blindSplits, maxWidth }: UnreadInterval, range: BlockInterval): Chunk {
  const narrowed = maxWidth !== undefined
  return {
    ...range,
    blindSplits,
    narrowed,
    sample: false,
    first: false,
    search: false,
    suggestedBy: undefined,
  }
}

/** The first blocks to read of an interval. */
export function firstBlocks(open: BlockInterval, newestFirst: boolean, maxWidth?: bigint): BlockInterval {
  const { from, to } = open
  const width = to - from + 1n
  // Up to twice as many are read in one call rather than two.
  const size = smaller(width <= 2n * firstWidth ? width : firstWidth, maxWidth)
  return edge({ from, to }, size, newestFirst)
}

function edge({ from, to }: BlockInterval, size: bigint, fromEnd: boolean): BlockInterval {
  return fromEnd ? { from: to - size + 1n, to } : { from, to: from + size - 1n }
}

function smaller(a: bigint, b: bigint | undefined): bigint {
  return b === undefined || a < b ? a : b
}
