import type { NodeError } from '../../../errors/NodeError.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { ReadOptions } from '../read/readInterval.ts'

/** What endpoints refused in words that no one could read: perhaps a limit, perhaps only a trouble of their own. */
export class UnclassifiedErrors {
  /** The last of each endpoint. */
  readonly #last = new Map<string, { range: BlockInterval; error: NodeError }>()

  /** How to read an interval: others are asked first, and nobody the same again. */
  optionsFor({ from, to }: BlockInterval): Required<Pick<ReadOptions, 'avoid' | 'refusals'>> {
    const same = [...this.#last.values()].filter(({ range }) => range.from === from && range.to === to)
    return { avoid: [...this.#last.keys()], refusals: same.map(({ error }) => error) }
  }

  /** Notes a refusal. Whether somebody else can be asked the same: not when all others had been avoided already. */
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
