import type { BlockInterval } from '../../Coverage.ts'

/** Consecutive blocks that are still to be read. */
export interface UnreadInterval extends BlockInterval {
  /** How often they were halved because of an error that could not be classified. */
  readonly blind: number
  /** The most blocks to read at once, after more were refused. */
  readonly widest?: bigint | undefined
  /** The endpoint that suggested this range when it refused a wider one. */
  readonly promisedBy?: string | undefined
}

/** The blocks that a scan has yet to read, in the order of its query. */
export class UnreadBlocks {
  readonly #newestFirst: boolean
  /** Ascending, without overlap. */
  readonly #list: UnreadInterval[] = []

  constructor(newestFirst: boolean) {
    this.#newestFirst = newestFirst
  }

  /** Where the query continues. */
  get first(): UnreadInterval | undefined {
    return this.#newestFirst ? this.#list.at(-1) : this.#list[0]
  }

  get lowest(): UnreadInterval | undefined {
    return this.#list[0]
  }

  get largest(): UnreadInterval | undefined {
    return this.#list.reduce<UnreadInterval | undefined>(
      (largest, one) => (!largest || one.to - one.from > largest.to - largest.from ? one : largest),
      undefined,
    )
  }

  all(): readonly UnreadInterval[] {
    return [...this.#list]
  }

  /** Adds blocks that were read or in flight. Blocks without restrictions are joined with such neighbours, so that no small rest is left. */
  add(interval: UnreadInterval): void {
    const at = this.#list.findIndex(({ from }) => from > interval.to)
    const next = at < 0 ? this.#list.length : at
    const before = this.#list[next - 1]
    const after = this.#list[next]
    const joinsBefore = before && isPlain(before) && isPlain(interval) && before.to + 1n === interval.from
    const joinsAfter = after && isPlain(after) && isPlain(interval) && interval.to + 1n === after.from
    const joined = {
      ...interval,
      from: joinsBefore ? before.from : interval.from,
      to: joinsAfter ? after.to : interval.to,
    }
    this.#list.splice(next - (joinsBefore ? 1 : 0), (joinsBefore ? 1 : 0) + (joinsAfter ? 1 : 0), joined)
  }

  /** Removes blocks of one unread interval. */
  take(interval: UnreadInterval, { from, to }: BlockInterval): void {
    const rest = [
      { ...interval, to: from - 1n, promisedBy: undefined },
      { ...interval, from: to + 1n, promisedBy: undefined },
    ].filter((part) => part.from <= part.to)
    this.#list.splice(this.#list.indexOf(interval), 1, ...rest)
  }
}

function isPlain({ blind, widest, promisedBy }: UnreadInterval): boolean {
  return blind === 0 && widest === undefined && promisedBy === undefined
}
