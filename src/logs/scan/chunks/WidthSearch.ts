/** The search ends when what was answered comes so near to what was refused. */
const nearEnough = 1.15
/** How far beyond a width that a node seems to mean its limit is looked for. */
const beyondLikely = 1.1
/** Calls that a wider range must save to be worth a refusal. */
const worthTrying = 3

/**
 * Looks for the most blocks that nodes read in one call where their refusals name no limit: down to round numbers until
 * one is answered, then up again between what was answered and what was refused.
 */
export class WidthSearch {
  #passed = 0
  #refused: number | undefined
  /** What may well be the limit: a number in a refusal, or a range that a node suggested. */
  #likely: number | undefined

  get passedMost(): number {
    return this.#passed
  }

  /** Begins with a width that is probably right, such as one that was found before. */
  suppose(width: number): void {
    this.#likely = width
  }

  /** Nothing that was refused says anything about widths. */
  forget(): void {
    this.#refused = this.#likely = undefined
  }

  /** What was supposed is wrong. */
  unsuppose(): void {
    this.#likely = undefined
  }

  passed(width: number): void {
    this.#passed = Math.max(this.#passed, width)
    if (this.#likely !== undefined && width > this.#likely) this.#likely = undefined
    if (this.#refused !== undefined && width >= this.#refused) this.#refused = undefined
  }

  /** Takes a refusal in. Whether it can be about the width: not if as many blocks were answered before. */
  refused(width: number, likely?: number): boolean {
    if (width <= this.#passed) return false
    this.#refused = Math.min(width, this.#refused ?? width)
    if (likely !== undefined && likely > this.#passed) this.#likely = likely
    if (this.#likely !== undefined && this.#likely >= this.#refused) this.#likely = undefined
    return true
  }

  /** Whether a read finds out something: it goes alone, so that no volley is refused. */
  isOpen(blocks: number): boolean {
    const next = this.next(blocks)
    return next !== undefined && next > this.#passed
  }

  /** Blocks to ask for next while so many are left; `undefined` while nothing is known. */
  next(blocks: number): number | undefined {
    const passed = this.#passed
    if (this.#refused === undefined && this.#likely === undefined) return undefined
    if (passed < (this.#likely ?? 1)) return this.#likely ?? roundHalf(this.#refused ?? 2)
    const next = this.#between(passed)
    return blocks / passed - blocks / next < worthTrying ? passed : next
  }

  #between(passed: number): number {
    if (this.#likely !== undefined) {
      const next = Math.max(passed + 1, Math.round(passed * beyondLikely))
      return next < (this.#refused ?? Number.POSITIVE_INFINITY) ? next : passed
    }
    const refused = this.#refused!
    return refused <= passed * nearEnough || refused <= passed + 1 ? passed : roundBetween(passed, refused)
  }
}

/** 1, 2 or 5 with zeros, at most half of a number: what limits mostly are. */
function roundHalf(number: number): number {
  const half = Math.max(1, number / 2)
  const power = 10 ** Math.floor(Math.log10(half))
  return ([5, 2].find((digit) => digit * power <= half) ?? 1) * power
}

/** The roundest number about the middle. */
function roundBetween(low: number, high: number): number {
  const [from, to] = [low + (high - low) * 0.25, low + (high - low) * 0.6]
  for (let power = 10 ** Math.floor(Math.log10(high)); power >= 1; power /= 10)
    for (const step of [power, power / 2]) {
      const candidate = Math.ceil(from / step) * step
      if (Number.isInteger(candidate) && candidate > low && candidate <= to) return candidate
    }
  return Math.floor((low + high) / 2)
}
