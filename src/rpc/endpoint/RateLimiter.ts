/** Calls per second above which a rate is not limited. */
const maxRate = 200
/** Milliseconds without a refusal after which a slightly higher rate is tried. */
const relaxAfter = 30_000

/** Counts the calls of the last second, and delays calls beyond the learned rate of an endpoint. */
export class RateLimiter {
  readonly #sentAt: number[] = []
  #limit: number | undefined
  #loweredAt: number

  constructor(limit: number | undefined, now: number) {
    this.#limit = limit
    this.#loweredAt = now
  }

  /** Calls per second, if a limit has been learned. */
  limit(now: number): number | undefined {
    while (this.#limit !== undefined && now - this.#loweredAt >= relaxAfter) {
      this.#loweredAt += relaxAfter
      const more = Math.max(this.#limit + 1, Math.floor(this.#limit * 1.25))
      this.#limit = more > maxRate ? undefined : more
    }
    return this.#limit
  }

  /** How many calls may be sent now, once `nextSendAt` has come: those of the last second count. */
  room(now: number): number {
    const limit = this.limit(now) ?? Number.POSITIVE_INFINITY
    this.#trim(now)
    return Math.max(1, limit - this.#sentAt.length)
  }

  countSent(calls: number, now: number) {
    this.#trim(now)
    for (let call = 0; call < calls; call++) this.#sentAt.push(now)
  }

  /** When the next call may be sent. */
  nextSendAt(now: number): number {
    const limit = this.limit(now)
    if (limit === undefined) return now
    this.#trim(now)
    const oldest = this.#sentAt.at(-limit)
    return this.#sentAt.length < limit || oldest === undefined ? now : oldest + 1_000
  }

  /** Learns a rate from the message of a refusal, else from the calls sent. `undefined` if neither says anything. */
  learnFromRefusal(message: string | undefined, now: number): number | undefined {
    this.#trim(now)
    const seen = this.#sentAt.length
    const match = /(\d[\d,]{0,8}) ?(?:requests?|calls?|reqs?)? ?(?:\/ ?|per )s(?:ec(?:ond)?)?\b/i.exec(
      message ?? '',
    )
    const named = Number(match?.[1]?.replaceAll(',', '')) || undefined
    // One call in a second is no burst: the limit must be over a longer time, and a pause is the better answer.
    const found = named ?? (seen >= 2 ? Math.max(1, Math.floor(seen * 0.8)) : undefined)
    if (found === undefined || found > maxRate) return undefined
    return this.lower(found, now)
  }

  /** Lowers the limit, to calls per second. */
  lower(limit: number, now: number): number {
    this.#limit = Math.min(limit, this.#limit ?? limit)
    this.#loweredAt = now
    return this.#limit
  }

  #trim(now: number) {
    let old = 0
    while ((this.#sentAt[old] ?? Number.POSITIVE_INFINITY) <= now - 1_000) old++
    if (old > 0) this.#sentAt.splice(0, old)
  }
}
