import { perPool } from '../../../rpc/perPool.ts'
import type { Pool } from '../../../rpc/Pool.ts'

const costs = /* @__PURE__ */ perPool(() => new PollCost())

/** The weight of the last poll in the average. */
const weight = 0.2

/** What the reads of a poll cost where an endpoint takes only narrow ranges: several calls for the blocks of one poll. */
export class PollCost {
  #calls = 0
  #average = 0

  static of(pool: Pool): PollCost {
    return costs(pool)
  }

  /** Calls of such reads by all followers from one poll to the next, on average. */
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
