import type { BlockInterval } from '../../Coverage.ts'
import { LogDensity } from './LogDensity.ts'
import { WidthSearch } from './WidthSearch.ts'

export interface ChunkSizerOptions {
  /** All blocks to read. */
  blocks: bigint
  blockRange?: number | undefined
  /** Whether `blockRange` was inferred rather than named by a node. @default false */
  isGuess?: boolean | undefined
  results?: number | undefined
  /** Whether calls count against a quota: then fewer, larger ones are better. @default false */
  isRationed?: boolean | undefined
}

/**
 * Logs per answer to aim for while the node's cap is unknown: about 10 MB, read in slices. Once such answers arrive, about
 * 30 MB, or 60 MB where calls are rationed.
 */
const targetLogs = 20_000
const largeTarget = 50_000
const rationedTarget = 100_000
/** Share of a cap to aim for: density is less even than estimated. */
const ofCap = 0.75
/** Answers that fill less of a cap than this are not limited by it. */
const farBelow = 0.2
/** A refused range has more logs than the cap: at least this multiple is assumed. */
const overCap = 1.02

/**
 * Decides how many blocks to request at once, from the limits of nodes and the density of logs. Grows after success,
 * narrows after a refusal, and never requests a refused width again.
 */
export class ChunkSizer {
  readonly #density = new LogDensity()
  readonly #search = new WidthSearch()
  /** Blocks still to read. */
  #left: number
  #size: bigint
  #ceiling: bigint
  #cap: number | undefined
  /** Whether the cap was inferred rather than named by a node. */
  #isCapGuessed = false
  /** Logs of the largest answer. */
  #most = 0
  /** Logs per answer to aim for, and its upper bound. */
  #aim = targetLogs
  #largest: number

  constructor({ blocks, blockRange, isGuess = false, results, isRationed = false }: ChunkSizerOptions) {
    this.#largest = isRationed ? rationedTarget : largeTarget
    this.#left = Number(blocks)
    this.#ceiling = blockRange && !isGuess ? BigInt(blockRange) : blocks
    if (blockRange && isGuess) this.#search.assume(blockRange)
    this.#cap = results
    // A sixteenth of the range: wide enough to find a limit quickly, narrow enough for the first rows to show soon.
    const sixteenth = blocks / 16n
    this.#size = blockRange
      ? BigInt(blockRange)
      : atLeastOne(sixteenth < 2_000n ? smaller(blocks, 2_000n) : sixteenth)
  }

  /** The most logs that a node sends at once, if known. */
  get cap(): number | undefined {
    return this.#cap
  }

  /** The widest interval that has not been refused. */
  get ceiling(): bigint {
    return this.#ceiling
  }

  /** Whether the next read tests how many blocks nodes accept. */
  get isSearching(): boolean {
    return this.#search.isOpen(this.#left)
  }

  /** Blocks of an interval to request next, in even shares; from its end if the query goes that way. */
  sizeOf({ from, to }: BlockInterval, { fromEnd = false }: { fromEnd?: boolean } = {}): bigint {
    const width = to - from + 1n
    const most = atLeastOne(smaller(this.#widest, width))
    const [first, last] = [Number(from), Number(to)]
    const target = this.#target
    // Only nearby blocks matter: by the time the others are read, more is known.
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

  /** Estimated calls for an interval. */
  callsFor({ from, to }: BlockInterval): number {
    return Math.max(
      Number(to - from + 1n) / Number(this.#widest),
      (this.#density.expect(Number(from), Number(to)) ?? 0) / this.#target,
    )
  }

  /** Estimated logs in an interval; `undefined` before any were read. */
  expect({ from, to }: BlockInterval): number | undefined {
    if (this.#density.average === undefined) return undefined
    return this.#density.expect(Number(from), Number(to))
  }

  succeeded({ from, to }: BlockInterval, logs: number): void {
    const width = to - from + 1n
    this.#left -= Number(width)
    this.#search.accepted(Number(width))
    this.#density.count(Number(from), Number(to), logs)
    this.#most = Math.max(this.#most, logs)
    if (logs >= this.#aim / 2) this.#aim = Math.min(this.#largest, this.#aim * 2)
    if (width >= this.#size) this.#size = smaller(this.#size * 2n, this.#ceiling)
  }

  /** A node refused this many blocks, and accepts at most `most`. */
  tooWide(blocks: bigint, most: number): void {
    const ceiling = BigInt(most) < blocks ? BigInt(most) : blocks / 2n
    this.#ceiling = atLeastOne(smaller(this.#ceiling, ceiling))
    this.#size = this.#ceiling
    this.#search.reset()
  }

  /**
   * A node refused this many blocks without naming a limit, which may be `likely`. Returns whether the refusal can be about
   * their number: not if as many were accepted before.
   */
  refused(blocks: bigint, likely?: number): boolean {
    this.#aim = this.#largest = targetLogs
    return this.#search.refused(Number(blocks), likely)
  }

  /** Like {@link refused}, for a node that suggests the same width each time: not if a wider range was accepted. */
  refusedAgain(blocks: bigint, suggested: bigint): boolean {
    if (this.#search.widestAccepted > suggested || !this.refused(blocks, Number(suggested))) return false
    this.#forgetGuessedCap()
    return true
  }

  /** A refusal that was taken for too many logs was about the number of blocks. */
  misreadAsLogs(blocks: bigint): void {
    this.#density.forgetExceeded()
    this.refused(blocks)
  }

  /** A refusal about blocks says nothing about a node's cap of logs. */
  #forgetGuessedCap(): void {
    if (!this.#isCapGuessed) return
    this.#isCapGuessed = false
    this.#cap = undefined
    this.#density.forgetExceeded()
  }

  /** Whether this many blocks have far fewer logs than the cap, at the average density. */
  isSparse(blocks: bigint, cap: number): boolean {
    const { average } = this.#density
    return average !== undefined && average * Number(blocks) < cap * farBelow
  }

  /** A suggested range was answered: its width may be the node's limit. */
  assumeLimit(blocks: bigint): void {
    this.#search.assume(Number(blocks))
  }

  /** A range has more logs than a node sends at once: more than `cap`, if known, of which the part `fits` has as many as fit. */
  tooMany({ from, to }: BlockInterval, cap: number | undefined, fits: BlockInterval | undefined): void {
    const [first, last] = [Number(from), Number(to)]
    const expected = this.#density.expect(first, last)
    // Fewer blocks than were accepted before: their logs are the problem.
    if (to - from < this.#search.widestAccepted) this.#search.reset()
    else this.#search.discardAssumption()
    if (cap === undefined) this.#aim = this.#largest = targetLogs
    if (cap !== undefined) {
      this.#cap = cap
      this.#isCapGuessed = false
    }
    // Without a named cap: fewer than expected here, but not fewer than were sent before.
    else if (this.#most > 0) {
      this.#isCapGuessed ||= this.#cap === undefined
      this.#cap = Math.max(this.#most, Math.min(this.#target, (expected ?? 0) / 2))
    }
    if (this.#cap === undefined) this.#size = atLeastOne(smaller(this.#size, (to - from + 1n) / 4n))
    else {
      if (fits) this.#density.guess(Number(fits.from), Number(fits.to), this.#cap)
      else this.#density.exceed(first, last, this.#cap * overCap)
    }
  }

  /** Most blocks to request, however few logs they have. */
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
