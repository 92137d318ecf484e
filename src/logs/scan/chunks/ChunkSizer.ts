import type { BlockInterval } from '../../Coverage.ts'
import { LogDensity } from './LogDensity.ts'
import { WidthSearch } from './WidthSearch.ts'

export interface ChunkSizerOptions {
  /** All blocks that there are to read. */
  blocks: bigint
  blockRange?: number | undefined
  /** Whether no node named that number. @default false */
  isGuess?: boolean | undefined
  results?: number | undefined
  /** Whether calls are counted against a quota: then fewer and larger ones are better. @default false */
  isRationed?: boolean | undefined
}

/**
 * Aim for answers of about this many logs where the node's own cap is not known: some ten MB, read in slices, and more once
 * those come: some thirty, and some sixty where calls are rationed.
 */
const targetLogs = 20_000
const largeTarget = 50_000
const rationedTarget = 100_000
/** How much of a cap to aim for: logs lie less evenly than is reckoned. */
const ofCap = 0.75
/** Where logs fill less of a cap than this, it is not the cap that is in the way. */
const farBelow = 0.2
/** What was refused holds more than the cap, by so much for all that is known. */
const overCap = 1.02

/**
 * Decides how many blocks to ask for at once, by what nodes allow and by where the logs lie. Grows after success, narrows
 * after a limit, and once a width has been refused never asks for that width again.
 */
export class ChunkSizer {
  readonly #density = new LogDensity()
  readonly #search = new WidthSearch()
  /** Blocks that are not read yet. */
  #left: number
  #size: bigint
  #ceiling: bigint
  #cap: number | undefined
  /** Whether no node named that number. */
  #isCapGuessed = false
  /** Logs of the largest answer. */
  #most = 0
  /** Logs to aim for, and the most that this may become. */
  #aim = targetLogs
  #largest: number

  constructor({ blocks, blockRange, isGuess = false, results, isRationed = false }: ChunkSizerOptions) {
    this.#largest = isRationed ? rationedTarget : largeTarget
    this.#left = Number(blocks)
    this.#ceiling = blockRange && !isGuess ? BigInt(blockRange) : blocks
    if (blockRange && isGuess) this.#search.suppose(blockRange)
    this.#cap = results
    // A sixteenth of the range: wide enough to find a limit at once, small enough to show first rows soon.
    const sixteenth = blocks / 16n
    this.#size = blockRange
      ? BigInt(blockRange)
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

  /** Whether the next read finds out how many blocks nodes take. */
  get isSearching(): boolean {
    return this.#search.isOpen(this.#left)
  }

  /** Blocks to ask for next, of an interval and in even shares of it; from its end, if that comes first. */
  sizeOf({ from, to }: BlockInterval, { fromEnd = false }: { fromEnd?: boolean } = {}): bigint {
    const width = to - from + 1n
    const most = atLeastOne(smaller(this.#widest, width))
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
    return Math.max(
      Number(to - from + 1n) / Number(this.#widest),
      (this.#density.expect(Number(from), Number(to)) ?? 0) / this.#target,
    )
  }

  /** Logs that an interval may hold, once any were read. */
  expect({ from, to }: BlockInterval): number | undefined {
    if (this.#density.average === undefined) return undefined
    return this.#density.expect(Number(from), Number(to))
  }

  succeeded({ from, to }: BlockInterval, logs: number): void {
    const width = to - from + 1n
    this.#left -= Number(width)
    this.#search.passed(Number(width))
    this.#density.count(Number(from), Number(to), logs)
    this.#most = Math.max(this.#most, logs)
    if (logs >= this.#aim / 2) this.#aim = Math.min(this.#largest, this.#aim * 2)
    if (width >= this.#size) this.#size = smaller(this.#size * 2n, this.#ceiling)
  }

  /** The node does not take this many blocks; `most` is what it takes, where it said so. */
  tooWide(blocks: bigint, most: number): void {
    const ceiling = BigInt(most) < blocks ? BigInt(most) : blocks / 2n
    this.#ceiling = atLeastOne(smaller(this.#ceiling, ceiling))
    this.#size = this.#ceiling
    this.#search.forget()
  }

  /**
   * The node does not answer for so many blocks, and names no limit; `likely` is what it may be. Whether that can be
   * about their number: not if as many were answered before.
   */
  refused(blocks: bigint, likely?: number): boolean {
    this.#aim = this.#largest = targetLogs
    return this.#search.refused(Number(blocks), likely)
  }

  /** The same of a refusal that suggests, of other blocks, as many as the one before: not if more than that were answered. */
  refusedAgain(blocks: bigint, suggested: bigint): boolean {
    if (this.#search.passedMost > suggested || !this.refused(blocks, Number(suggested))) return false
    this.#forgetGuessedCap()
    return true
  }

  /** A refusal that seemed to be about logs was about the number of blocks. */
  mistook(blocks: bigint): void {
    this.#density.forgetExceeded()
    this.refused(blocks)
  }

  /** What was refused for its blocks says nothing of how many logs a node sends. */
  #forgetGuessedCap(): void {
    if (!this.#isCapGuessed) return
    this.#isCapGuessed = false
    this.#cap = undefined
    this.#density.forgetExceeded()
  }

  /** Whether so many blocks had far fewer logs than a node sends, wherever they were counted. */
  isSparse(blocks: bigint, cap: number): boolean {
    const { average } = this.#density
    return average !== undefined && average * Number(blocks) < cap * farBelow
  }

  /** A range was answered that the node had suggested instead of a wider one: perhaps it suggests no other. */
  suppose(blocks: bigint): void {
    this.#search.suppose(Number(blocks))
  }

  /** The answer would have been too big: it has more logs than `cap`, where that is known, of which `fits` holds as many as that. */
  tooMany({ from, to }: BlockInterval, cap: number | undefined, fits: BlockInterval | undefined): void {
    const [first, last] = [Number(from), Number(to)]
    const expected = this.#density.expect(first, last)
    // Fewer blocks than were answered before: it is their logs.
    if (to - from < this.#search.passedMost) this.#search.forget()
    else this.#search.unsuppose()
    if (cap === undefined) this.#aim = this.#largest = targetLogs
    if (cap !== undefined) {
      this.#cap = cap
      this.#isCapGuessed = false
    }
    // Without a number: less than was expected here, but what passed before passes again.
    else if (this.#most > 0) {
      this.#isCapGuessed ||= this.#cap === undefined
      this.#cap = Math.max(this.#most, Math.min(this.#target, (expected ?? 0) / 2))
    }
    if (this.#cap === undefined) this.#size = atLeastOne(smaller(this.#size, (to - from + 1n) / 4n))
    else {
      // As many as fit.
      if (fits) this.#density.guess(Number(fits.from), Number(fits.to), this.#cap)
      else this.#density.exceed(first, last, this.#cap * overCap)
    }
  }

  /** Most blocks to ask for, however few logs they have. */
  get #widest(): bigint {
    const found = this.#search.next(this.#left)
    return smaller(found === undefined ? this.#size : BigInt(found), this.#ceiling)
  }

  get #target(): number {
    return Math.min((this.#cap ?? Number.POSITIVE_INFINITY) * ofCap, this.#aim)
  }
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function atLeastOne(blocks: bigint): bigint {
  return blocks < 1n ? 1n : blocks
}
