/** The search ends when the refused width is at most this multiple of the accepted one. */
const nearEnough = 1.15
/** How far beyond a likely limit the search continues. */
const beyondLikely = 1.1
/** A wider range is tried only if it saves at least this many calls: it may be refused. */
const minCallsSaved = 3

/**
 * Searches for the most blocks that nodes accept in one call when their refusals name no limit: down through round numbers
 * until one is accepted, then up between the accepted and the refused width.
 */
export class WidthSearch {
  #accepted = 0
  #refused: number | undefined
  /** A likely limit: a number in an error message, or the width of a range that a node suggested. */
  #likely: number | undefined

  get widestAccepted(): number {
    return this.#accepted
  }

  get hasRefused(): boolean {
    return this.#refused !== undefined
  }

  /** Starts with a likely limit, such as one found before. */
  assume(width: number): void {
    this.#likely = width
  }

  /** Earlier refusals were not about the width. */
  reset(): void {
    this.#refused = this.#likely = undefined
  }

  /** The assumed limit is wrong. */
  discardAssumption(): void {
    this.#likely = undefined
  }

  accepted(width: number): void {
    this.#accepted = Math.max(this.#accepted, width)
    if (this.#likely !== undefined && width > this.#likely) this.#likely = undefined
    if (this.#refused !== undefined && width >= this.#refused) this.#refused = undefined
  }

  /** Notes a refusal. Returns whether it can be about the width: not if as many blocks were accepted before. */
  refused(width: number, likely?: number): boolean {
    if (width <= this.#accepted) return false
    this.#refused = Math.min(width, this.#refused ?? width)
    if (likely !== undefined && likely > this.#accepted) this.#likely = likely
    if (this.#likely !== undefined && this.#likely >= this.#refused) this.#likely = undefined
    return true
  }

  /** Whether the next read is a test: it is sent alone, so that not many are refused at once. */
  isOpen(blocks: number): boolean {
    const next = this.next(blocks)
    return next !== undefined && next > this.#accepted
  }

  /** Blocks to request next while this many are left; `undefined` while nothing is known. */
  next(blocks: number): number | undefined {
    const accepted = this.#accepted
    if (this.#refused === undefined && this.#likely === undefined) return undefined
    if (accepted < (this.#likely ?? 1)) return this.#likely ?? roundHalf(this.#refused ?? 2)
    const next = this.#between(accepted)
    return blocks / accepted - blocks / next < minCallsSaved ? accepted : next
  }

  #between(accepted: number): number {
    if (this.#likely !== undefined) {
      const next = Math.max(accepted + 1, Math.round(accepted * beyondLikely))
      return next < (this.#refused ?? Number.POSITIVE_INFINITY) ? next : accepted
    }
    const refused = this.#refused!
    return refused <= accepted * nearEnough || refused <= accepted + 1
      ? accepted
      : roundBetween(accepted, refused)
  }
}

/** The largest 1, 2 or 5 with zeros up to half of a number: most limits look like that. */
function roundHalf(number: number): number {
  const half = Math.max(1, number / 2)
  const power = 10 ** Math.floor(Math.log10(half))
  return ([5, 2].find((digit) => digit * power <= half) ?? 1) * power
}

/** The roundest number near the middle. */
function roundBetween(low: number, high: number): number {
  const [from, to] = [low + (high - low) * 0.25, low + (high - low) * 0.6]
  for (let power = 10 ** Math.floor(Math.log10(high)); power >= 1; power /= 10)
    for (const step of [power, power / 2]) {
      const candidate = Math.ceil(from / step) * step
      if (Number.isInteger(candidate) && candidate > low && candidate <= to) return candidate
    }
  return Math.floor((low + high) / 2)
}
