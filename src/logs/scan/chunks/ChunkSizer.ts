import type { BlockInterval } from '../../Coverage.ts'
import { LogDensity } from './LogDensity.ts'
import { WidthSearch } from './WidthSearch.ts'

export interface ChunkSizerOptions {
  /** How many blocks are to be read. */
  blocks: bigint
  /** The most blocks that a node accepts at once, if known. */
  blockRange?: number | undefined
  /** Whether `blockRange` was inferred rather than named by a node. @default false */
  isGuess?: boolean | undefined
  /** The most logs that a node sends at once, if known. */
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
const capShare = 0.75
/** Blocks with less than this share of a cap were not refused because of it. */
const sparseShare = 0.2
/** A refused range is assumed to have at least this multiple of the cap. */
const refusedMultiple = 1.02

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
  #maxLogs = 0
  /** Logs per answer to aim for, and the upper bound of this aim. */
  #aim = targetLogs
  #maxAim: number

  constructor({ blocks, blockRange, isGuess = false, results, isRationed = false }: ChunkSizerOptions) {
    this.#maxAim = isRationed ? rationedTarget : largeTarget
    this.#left = Number(blocks)
    this.#ceiling = blockRange && !isGuess ? BigInt(blockRange) : blocks
    if (blockRange && isGuess) this.#search.assume(blockRange)
    this.#cap = results
    // A sixteenth of the blocks: enough to find a limit quickly, few enough for the first rows to show soon.
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

  /** How many blocks of an interval to request next, so that its logs are spread evenly over the calls. */
  sizeOf({ from, to }: BlockInterval, { fromEnd = false }: { fromEnd?: boolean } = {}): bigint {
    const width = to - from + 1n
    const maxSize = atLeastOne(smaller(this.#widest, width))
    const [first, last] = [Number(from), Number(to)]
    const target = this.#target
    // Only nearby blocks matter: by the time the others are read, more is known.
    const reach = Math.min(Number(width), Number(maxSize) * 2)
    const near = fromEnd ? { first: last - reach + 1, last } : { first, last: first + reach - 1 }
    const logs = this.#density.expect(near.first, near.last)
    if (logs === undefined || logs <= target) return maxSize
    const share = logs / Math.ceil(logs / target)
    let [low, high] = [1, Number(maxSize)]
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
    this.#maxLogs = Math.max(this.#maxLogs, logs)
    if (logs >= this.#aim / 2) this.#aim = Math.min(this.#maxAim, this.#aim * 2)
    if (width >= this.#size) this.#size = smaller(this.#size * 2n, this.#ceiling)
  }

  /** A node refused this many blocks, and accepts at most `limit`. */
  tooWide(blocks: bigint, limit: number): void {
    const ceiling = BigInt(limit) < blocks ? BigInt(limit) : blocks / 2n
    this.#ceiling = atLeastOne(smaller(this.#ceiling, ceiling))
    this.#size = this.#ceiling
    this.#search.reset()
  }

  /**
   * A node refused this many blocks without naming a limit, which may be `likely`. Returns whether the refusal can be about
   * their number: not if as many were accepted before.
   */
  refused(blocks: bigint, likely?: number): boolean {
    this.#aim = this.#maxAim = targetLogs
    return this.#search.refused(Number(blocks), likely)
  }

  /** Like {@link refused}, for a node that did not answer in time: next, one block shows whether it answers at all. */
  timedOut(blocks: bigint): boolean {
    return this.refused(blocks, this.#search.hasRefused ? 1 : undefined)
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
    return average !== undefined && average * Number(blocks) < cap * sparseShare
  }

  /** A suggested range was answered: its width may be the node's limit. */
  assumeLimit(blocks: bigint): void {
    this.#search.assume(Number(blocks))
  }

  /** A range has more logs than a node sends at once: more than `cap`, if the node named it. The part `fits` has about as many. */
  tooMany({ from, to }: BlockInterval, cap: number | undefined, fits: BlockInterval | undefined): void {
    const [first, last] = [Number(from), Number(to)]
    const expected = this.#density.expect(first, last)
    // Fewer blocks than were accepted before: their logs are the problem.
    if (to - from < this.#search.widestAccepted) this.#search.reset()
    else this.#search.discardAssumption()
    this.#lowerCap(cap, expected)
    if (this.#cap === undefined) this.#size = atLeastOne(smaller(this.#size, (to - from + 1n) / 4n))
    else if (fits) this.#density.guess(Number(fits.from), Number(fits.to), this.#cap)
    else this.#density.exceed(first, last, this.#cap * refusedMultiple)
  }

  /** The cap is the one that a node named; without one, fewer logs than expected, but not fewer than were sent before. */
  #lowerCap(named: number | undefined, expected = 0): void {
    if (named !== undefined) {
      this.#cap = named
      this.#isCapGuessed = false
      return
    }
    this.#aim = this.#maxAim = targetLogs
    if (this.#maxLogs === 0) return
    this.#isCapGuessed ||= this.#cap === undefined
    this.#cap = Math.max(this.#maxLogs, Math.min(this.#target, expected / 2))
  }

  /** The most blocks to request at once, however few logs they have. */
  get #widest(): bigint {
    const found = this.#search.next(this.#left)
    return smaller(found === undefined ? this.#size : BigInt(found), this.#ceiling)
  }

  get #target(): number {
    return Math.min((this.#cap ?? Number.POSITIVE_INFINITY) * capShare, this.#aim)
  }
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function atLeastOne(blocks: bigint): bigint {
  return blocks < 1n ? 1n : blocks
}
