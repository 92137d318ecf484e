import type { NodeError } from '../../../errors/NodeError.ts'
import { requestEndpoints } from '../../../rpc/endpoint/requestEndpoints.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { ReadOptions } from '../read/ReadOptions.ts'

/** Errors that could not be classified: perhaps a limit, perhaps a fault of the endpoint. */
export class UnclassifiedErrors {
  readonly #refusals: { readonly range: BlockInterval; readonly error: NodeError }[] = []
  readonly #endpoints = new Set<string>()

  /** How to read an interval: from other endpoints first, and never from one that has refused this very interval. */
  optionsFor({ from, to }: BlockInterval): Required<Pick<ReadOptions, 'avoid' | 'refusals'>> {
    const same = this.#refusals.filter(({ range }) => range.from === from && range.to === to)
    return { avoid: [...this.#endpoints], refusals: same.map(({ error }) => error) }
  }

  /** Notes an error. Returns whether another endpoint can be tried: not when this one was the last resort already. */
  note(pool: Pool, range: BlockInterval, error: NodeError, avoided: readonly string[]): boolean {
    const { endpoint } = error
    if (endpoint === undefined) return false
    this.#refusals.push({ range, error })
    this.#endpoints.add(endpoint)
    if (avoided.includes(endpoint)) return false
    return requestEndpoints(pool.getStatus()).some(
      ({ name, state }) => (state === 'ok' || state === 'idle') && !this.#endpoints.has(name),
    )
  }
}
