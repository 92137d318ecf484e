import type { BlockInterval } from './Coverage.ts'
import { LogDensity } from './LogDensity.ts'

export interface ChunkSizerOptions {
  /** All blocks that there are to read. */
  blocks: bigint
  blockRange?: number | undefined
  results?: number | undefined
}

/** Aim for answers of about this many logs where the node's own cap is not known: some ten MB, read in slices. */
const targetLogs = 20_000
/** How much of a cap to aim for: logs lie less evenly than is reckoned. */
const ofCap = 0.75
/** What was refused holds more than the cap, by so much for all that is known. */
const overCap = 1.02

/**
 * Decides how many blocks to ask for at once, by what nodes allow and by where the logs lie. Grows after success, narrows
 * after a limit, and once a width has been refused never asks for that width again.
 */
export class ChunkSizer {
  readonly #density = new LogDensity()
  #size: bigint
  #ceiling: bigint
  #cap: number | undefined
  /** Logs of the largest answer. */
  #most = 0

  constructor({ blocks, blockRange, results }: ChunkSizerOptions) {
    this.#ceiling = blockRange ? BigInt(blockRange) : blocks
    this.#cap = results
    // A sixteenth of the range: wide enough to find a limit at once, small enough to show first rows soon.
    const sixteenth = blocks / 16n
    this.#size = blockRange
      ? this.#ceiling
      : atLeastOne(sixteenth < 2_000n ? smaller(blocks, 2_000n) : sixteenth)
  }

  /** The logs that a node sends at once, as far as is known. */
  get cap(): number | undefined {
    return this.#cap
  }

  /** The widest interval that has not been refused. */
  get ceiling(): bigint {
    return this.#ceiling
  }

  /** Blocks to ask for next, of an interval and in even shares of it; from its end, if that comes first. */
  sizeOf({ from, to }: BlockInterval, { fromEnd = false }: { fromEnd?: boolean } = {}): bigint {
    const width = to - from + 1n
    const most = atLeastOne(smaller(smaller(this.#size, this.#ceiling), width))
    const [first, last] = [Number(from), Number(to)]
    const target = this.#target
    // What lies far behind has time until more is known of it.
    const reach = Math.min(Number(width), Number(most) * 2)
    const near = fromEnd ? { first: last - reach + 1, last } : { first, last: first + reach - 1 }
    const logs = this.#density.expect(near.first, near.last)
    if (logs === undefined || logs <= target) return most
    const share = logs / Math.ceil(logs / target)
    let [low, high] = [1, Number(most)]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const expected = fromEnd
        ? this.#density.expect(last - middle + 1, last)
        : this.#density.expect(first, first + middle - 1)
      if ((expected ?? 0) <= share * 1.001) low = middle
      else high = middle - 1
    }
    return BigInt(low)
  }

  /** How many calls an interval takes, for all that is known. */
  callsFor({ from, to }: BlockInterval): number {
    const size = smaller(this.#size, this.#ceiling)
    return Math.max(
      Number(to - from + 1n) / Number(size),
      (this.#density.expect(Number(from), Number(to)) ?? 0) / this.#target,
    )
  }

  /** Logs that an interval may hold, once any were read. */
  expect({ from, to }: BlockInterval): number | undefined {
    if (this.#density.average === undefined) return undefined
    return this.#density.expect(Number(from), Number(to))
  }

  succeeded({ from, to }: BlockInterval, logs: number): void {
    this.#density.count(Number(from), Number(to), logs)
    this.#most = Math.max(this.#most, logs)
    if (to - from + 1n >= this.#size) this.#size = smaller(this.#size * 2n, this.#ceiling)
  }

  /** The node does not take this many blocks; `most` is what it takes, where it said so. */
  tooWide(blocks: bigint, most: number | undefined): void {
    const ceiling = most !== undefined && BigInt(most) < blocks ? BigInt(most) : blocks / 2n
    this.#ceiling = atLeastOne(smaller(this.#ceiling, ceiling))
    this.#size = this.#ceiling
  }

  /** The answer took too long. */
  tooSlow(blocks: bigint): void {
    this.#size = atLeastOne(smaller(this.#size, blocks / 4n))
  }

  /** The answer would have been too big: it has more logs than `cap`, where that is known, of which `fits` holds as many as that. */
  tooMany({ from, to }: BlockInterval, cap: number | undefined, fits: BlockInterval | undefined): void {
    const [first, last] = [Number(from), Number(to)]
    const expected = this.#density.expect(first, last)
    if (cap !== undefined) this.#cap = cap
    // Without a number: less than was expected here, but what passed before passes again.
    else if (this.#most > 0) this.#cap = Math.max(this.#most, Math.min(this.#target, (expected ?? 0) / 2))
    if (this.#cap === undefined) this.#size = atLeastOne(smaller(this.#size, (to - from + 1n) / 4n))
    else {
      // As many as fit.
      if (fits) this.#density.guess(Number(fits.from), Number(fits.to), this.#cap)
      else this.#density.exceed(first, last, this.#cap * overCap)
    }
  }

  get #target(): number {
    return this.#cap ? Math.min(this.#cap * ofCap, targetLogs) : targetLogs
  }
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function atLeastOne(blocks: bigint): bigint {
  return blocks < 1n ? 1n : blocks
}
