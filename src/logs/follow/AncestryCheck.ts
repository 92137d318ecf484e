import { onAbort } from '../../rpc/onAbort.ts'
import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { readHeader, type Head } from '../chain/readHeader.ts'
import { untilAborted } from '../untilAborted.ts'
import { pinPool } from './pinPool.ts'

interface Check {
  readonly key: string
  readonly answer: Promise<boolean>
  readonly controller: AbortController
  waiting: number
}

/**
 * Checks that a new head descends from an earlier one several blocks below: its endpoint must still have the earlier block.
 * All followers of a network share the last check.
 */
export class AncestryCheck {
  static readonly of: (pool: Pool) => AncestryCheck = /* @__PURE__ */ perPool(
    (pool) => new AncestryCheck(pool),
  )

  readonly #pool: Pool
  #last: Check | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** @throws the request's error, or the signal's reason. */
  async connects(earlier: Pick<Head, 'number' | 'hash'>, head: Head, signal: AbortSignal): Promise<boolean> {
    const key = [head.endpoint, head.hash, earlier.hash].join()
    const check = this.#last?.key === key ? this.#last : (this.#last = this.#start(key, earlier, head))
    check.waiting++
    const leave = () => {
      if (--check.waiting === 0) check.controller.abort()
    }
    const stopListening = onAbort(signal, leave)
    try {
      return await untilAborted(check.answer, signal)
    } finally {
      stopListening()
    }
  }

  #start(key: string, earlier: Pick<Head, 'number' | 'hash'>, { endpoint }: Head): Check {
    const controller = new AbortController()
    const { signal } = controller
    const answer = readHeader(pinPool(this.#pool, endpoint), earlier.number, signal).then(
      (header) => header?.hash === earlier.hash,
    )
    const check = { key, answer, controller, waiting: 0 }
    const forget = () => {
      if (this.#last === check) this.#last = undefined
    }
    answer.catch(forget)
    onAbort(signal, forget)
    return check
  }
}
