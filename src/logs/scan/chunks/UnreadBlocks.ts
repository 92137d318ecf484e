import type { BlockInterval } from '../../Coverage.ts'

/** Consecutive blocks that are still to be read. */
export interface UnreadInterval extends BlockInterval {
  /** How often they were halved because of an error that could not be classified. */
  readonly blindSplits: number
  /** The most blocks to read at once, because more were refused. */
  readonly maxWidth?: bigint | undefined
  /** The endpoint that suggested this range when it refused a wider one. */
  readonly suggestedBy?: string | undefined
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

  /** Adds blocks. They are joined with their neighbors, so that no small rest is left, unless either has restrictions. */
  add(interval: UnreadInterval): void {
    const at = this.#list.findIndex(({ from }) => from > interval.to)
    const next = at < 0 ? this.#list.length : at
    const before = this.#list[next - 1]
    const after = this.#list[next]
    const joinsBefore =
      before && isUnrestricted(before) && isUnrestricted(interval) && before.to + 1n === interval.from
    const joinsAfter =
      after && isUnrestricted(after) && isUnrestricted(interval) && interval.to + 1n === after.from
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
      { ...interval, to: from - 1n, suggestedBy: undefined },
      { ...interval, from: to + 1n, suggestedBy: undefined },
    ].filter((part) => part.from <= part.to)
    this.#list.splice(this.#list.indexOf(interval), 1, ...rest)
  }
}

function isUnrestricted({ blindSplits, maxWidth, suggestedBy }: UnreadInterval): boolean {
  return blindSplits === 0 && maxWidth === undefined && suggestedBy === undefined
}
