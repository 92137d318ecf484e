import type { NodeError } from '../../../errors/NodeError.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { ReadOptions } from '../read/IntervalReader.ts'

/** Errors that could not be classified: perhaps a limit, perhaps a fault of the endpoint. */
export class UnclassifiedErrors {
  /** The last one of each endpoint. */
  readonly #last = new Map<string, { range: BlockInterval; error: NodeError }>()

  /** How to read an interval: from other endpoints first, and never from one that has refused this very interval. */
  optionsFor({ from, to }: BlockInterval): Required<Pick<ReadOptions, 'avoid' | 'refusals'>> {
    const same = [...this.#last.values()].filter(({ range }) => range.from === from && range.to === to)
    return { avoid: [...this.#last.keys()], refusals: same.map(({ error }) => error) }
  }

  /** Notes an error. Returns whether another endpoint can be tried: not when this one was the last resort already. */
  note(pool: Pool, range: BlockInterval, error: NodeError, avoided: readonly string[]): boolean {
    const { endpoint } = error
    if (endpoint === undefined) return false
    this.#last.set(endpoint, { range, error })
    if (avoided.includes(endpoint)) return false
    return pool
      .getStatus()
      .some(
        ({ name, type, state }) =>
          type === 'http' && (state === 'ok' || state === 'idle') && !this.#last.has(name),
      )
  }
}
