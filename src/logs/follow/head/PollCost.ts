import { perPool } from '../../../rpc/perPool.ts'
import type { Pool } from '../../../rpc/Pool.ts'

/** The weight of the last poll in the average. */
const weight = 0.2

/** The cost of reads between polls: if an endpoint allows only narrow ranges, one poll leads to several calls. */
export class PollCost {
  static readonly of: (pool: Pool) => PollCost = /* @__PURE__ */ perPool(() => new PollCost())

  #calls = 0
  #average = 0

  /** Average calls of these reads by all followers from one poll to the next. */
  get average(): number {
    return this.#average
  }

  /** A view of a pool whose calls are counted. */
  count(pool: Pool): Pool {
    return {
      ...pool,
      request: (call, options) => {
        this.#calls++
        return pool.request(call, options)
      },
    }
  }

  /** Called before each poll. */
  next(): void {
    this.#average += weight * (this.#calls - this.#average)
    this.#calls = 0
  }
}
