/** Rates above this are not worth holding back for. */
const fastest = 200
/** After so long without a refusal, a little more is tried. */
const relaxAfter = 30_000

/** Counts the calls of the last second, and holds back what would pass a rate that was learned. */
export class RateLimiter {
  readonly #sentAt: number[] = []
  #limit: number | undefined
  #heldSince: number

  constructor(limit: number | undefined, now: number) {
    this.#limit = limit
    this.#heldSince = now
  }

  /** Most calls per second, when one has been learned. */
  limit(now: number): number | undefined {
    while (this.#limit !== undefined && now - this.#heldSince >= relaxAfter) {
      this.#heldSince += relaxAfter
      const more = Math.max(this.#limit + 1, Math.floor(this.#limit * 1.25))
      this.#limit = more > fastest ? undefined : more
    }
    return this.#limit
  }

  sent(calls: number, now: number) {
    this.#trim(now)
    for (let call = 0; call < calls; call++) this.#sentAt.push(now)
  }

  /** When the next call may go. */
  freeAt(now: number): number {
    const limit = this.limit(now)
    if (limit === undefined) return now
    this.#trim(now)
    const oldest = this.#sentAt.at(-limit)
    return this.#sentAt.length < limit || oldest === undefined ? now : oldest + 1_000
  }

  /** Learns from a refusal: the rate its words name, else a little less than what was sent. `undefined` when neither says anything. */
  refused(words: string | undefined, now: number): number | undefined {
    this.#trim(now)
    const seen = this.#sentAt.length
    const match = /(\d{1,6}) ?(?:\/|(?:requests?|calls?|req) per |per )s(?:ec(?:ond)?)?\b/i.exec(words ?? '')
    const named = match && Number(match[1]) >= 1 ? Number(match[1]) : undefined
    // One call in a second is no burst: what was passed is a limit over a longer time, which a pause serves better.
    const found = named ?? (seen >= 2 ? Math.max(1, Math.floor(seen * 0.8)) : undefined)
    if (found === undefined || found > fastest) return undefined
    return this.hold(found, now)
  }

  /** Sends no more than so many calls a second, for now. */
  hold(limit: number, now: number): number {
    this.#limit = Math.min(limit, this.#limit ?? limit)
    this.#heldSince = now
    return this.#limit
  }

  #trim(now: number) {
    let old = 0
    while ((this.#sentAt[old] ?? Number.POSITIVE_INFINITY) <= now - 1_000) old++
    if (old > 0) this.#sentAt.splice(0, old)
  }
}
