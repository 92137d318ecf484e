import type { BlockInterval } from '../../Coverage.ts'
import type { ChunkSizer } from './ChunkSizer.ts'
import type { UnreadBlocks, UnreadInterval } from './UnreadBlocks.ts'

/** Blocks to ask for in one call. */
export interface Chunk extends BlockInterval {
  /** How often they were halved without being told that they are too many. */
  readonly blind: number
  /** Part of what was refused before. */
  readonly narrowed: boolean
  /** Read to learn how the logs lie, rather than in its turn. */
  readonly sample: boolean
  /** Few blocks where the query begins, so that its first logs come soon: they say nothing of how many can be asked for. */
  readonly first: boolean
  /** Read to find out where pruned history ends. */
  readonly search: boolean
  /** The endpoint that refused more, and has promised to answer for them. */
  readonly promisedBy: string | undefined
}

/** Fewer blocks than this are soon read anyway. */
const worthTail = 100_000n
/** Blocks that are read early at the far end: what nearly every node takes at once. */
const usualTail = 10_000n
/** Blocks to read first: as many as anybody asks for who wants to see something soon. */
const firstWidth = 1_000n
/** Chunks read in the middle of what is open once a node has said that there were too many logs. */
const samples = 6

/** Cuts chunks off what is open: mostly where the query goes on, and a few elsewhere to learn how the logs lie. */
export class ChunkPlan {
  readonly #open: UnreadBlocks
  readonly #sizer: ChunkSizer
  readonly #newestFirst: boolean
  /** Blocks at the far end that are read early: they show whether logs lie there as they do where the scan begins. */
  #tail: bigint
  #samplesLeft: number | undefined
  /** The newest block that is known to be pruned. */
  #prunedTo = -1n

  constructor(open: UnreadBlocks, sizer: ChunkSizer, options: { newestFirst: boolean; careful: boolean }) {
    this.#open = open
    this.#sizer = sizer
    this.#newestFirst = options.newestFirst
    const width = open.first && open.first.to - open.first.from + 1n
    const isWide = width !== undefined && width >= worthTail
    this.#tail = isWide && !options.careful ? smaller(usualTail, sizer.ceiling) : 0n
  }

  /** Whether there are blocks at the far end to be read early, beside the first ones. */
  get hasTail(): boolean {
    return this.#tail > 0n
  }

  /** Chunks to be read elsewhere before the scan goes on in its order. */
  get samplesLeft(): number {
    return this.#samplesLeft ?? 0
  }

  /** Has some samples read, once. */
  sample(): void {
    this.#samplesLeft ??= samples
  }

  /** A few calls are soon made, wherever the logs lie. */
  expectCalls(calls: number): void {
    if (calls < samples) this.#samplesLeft &&= 0
  }

  /** Wide ranges are not to be had: how the logs lie matters less. */
  narrow(): void {
    this.#tail = 0n
  }

  /** The next chunk where the query goes on, without closing it. */
  front(open: UnreadInterval): BlockInterval {
    if (open.promisedBy !== undefined) return { from: open.from, to: open.to }
    const size = smaller(this.#sizer.sizeOf(open, { fromEnd: this.#newestFirst }), open.widest)
    return edge(open, size, this.#newestFirst)
  }

  /** Few blocks where the query begins, or those of it that are being read already. */
  cutFirst(begun: BlockInterval | undefined): Chunk | undefined {
    const open = begun
      ? this.#open.all().find(({ from, to }) => from <= begun.from && to >= begun.to)
      : this.#open.first
    const range = begun ?? (open && firstBlocks(open, this.#newestFirst, this.#sizer.ceiling))
    if (!open || !range) return undefined
    this.#open.take(open, range)
    return { ...chunkOf(open, range), first: range.from > open.from || range.to < open.to }
  }

  /** Nodes no longer have this block, and so none below it. Returns the newest of which that is known. */
  pruned(block: bigint): bigint {
    if (block > this.#prunedTo) this.#prunedTo = block
    return this.#prunedTo
  }

  /** The next chunk to read, `beside` others or alone; `undefined` while a search has to come to an end first. */
  cut(
    first: UnreadInterval,
    now: { beside: boolean; proven: boolean; searching: boolean },
  ): Chunk | undefined {
    const { beside, proven, searching } = now
    const { lowest } = this.#open
    if (lowest && lowest.from === this.#prunedTo + 1n && this.#prunedTo >= 0n) {
      if (!searching) return this.#search(lowest)
      if (lowest === first) return undefined
    }
    const inMiddle = proven && this.samplesLeft > 0
    const atEnd = !inMiddle && beside && this.hasTail
    const open = inMiddle ? (this.#open.largest ?? first) : first
    const range = inMiddle ? this.#middle(open) : atEnd ? this.#cutTail(open) : this.front(open)
    if (inMiddle) this.#samplesLeft = this.samplesLeft - 1
    this.#open.take(open, range)
    const sample = inMiddle || atEnd
    const isWhole = range.from === open.from && range.to === open.to
    return { ...chunkOf(open, range), sample, promisedBy: isWhole ? open.promisedBy : undefined }
  }

  /** Halves what lies between pruned blocks and those that could be read. */
  #search(open: UnreadInterval): Chunk {
    const from = (open.from + open.to) / 2n
    const size = smaller(this.#sizer.sizeOf({ from, to: open.to }), open.widest)
    const range = { from, to: from + size - 1n }
    this.#open.take(open, range)
    return { ...chunkOf(open, range), search: true }
  }

  #cutTail(open: UnreadInterval): BlockInterval {
    const size = smaller(smaller(this.#tail, open.widest), open.to - open.from + 1n)
    this.#tail = 0n
    return edge(open, size, !this.#newestFirst)
  }

  #middle(open: UnreadInterval): BlockInterval {
    const middle = (open.from + open.to) / 2n
    const size = smaller(this.#sizer.sizeOf({ from: middle, to: open.to }), open.widest)
    const from = middle - size / 2n
    return from <= open.from ? this.front(open) : { from, to: from + size - 1n }
  }
}

function chunkOf({ blind, widest }: UnreadInterval, range: BlockInterval): Chunk {
  const narrowed = widest !== undefined
  return { ...range, blind, narrowed, sample: false, first: false, search: false, promisedBy: undefined }
}

/** The blocks to read first of those that are to be read in a row. */
export function firstBlocks(open: BlockInterval, newestFirst: boolean, widest?: bigint): BlockInterval {
  const { from, to } = open
  const width = to - from + 1n
  // So few are as well read at once.
  const size = smaller(width <= 2n * firstWidth ? width : firstWidth, widest)
  return edge({ from, to }, size, newestFirst)
}

function edge({ from, to }: BlockInterval, size: bigint, fromEnd: boolean): BlockInterval {
  return fromEnd ? { from: to - size + 1n, to } : { from, to: from + size - 1n }
}

function smaller(a: bigint, b: bigint | undefined): bigint {
  return b === undefined || a < b ? a : b
}
