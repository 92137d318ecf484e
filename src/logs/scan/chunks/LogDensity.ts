import { lowerBound } from '../../lowerBound.ts'

interface Observation {
  readonly from: number
  readonly to: number
  readonly logs: number
  /** Whether the logs were counted, rather than refused as too many. */
  readonly counted: boolean
}

/** What is narrower than this part of a gap says little about it. */
const widestGap = 4
/** Where more logs are than can be told, at most so many times the least there must be. */
const mostOfRefused = 12

/** How many logs lie where: counted in some intervals, more than can be told in others, and between them in proportion. */
export class LogDensity {
  /** Ascending, without overlap. */
  readonly #seen: Observation[] = []
  #blocks = 0
  #logs = 0

  /** Logs per block on average, once any were counted. */
  get average(): number | undefined {
    return this.#blocks === 0 ? undefined : this.#logs / this.#blocks
  }

  /** In these blocks there are so many. */
  count(from: number, to: number, logs: number): void {
    this.#blocks += to - from + 1
    this.#logs += logs
    this.#replace({ from, to, logs, counted: true })
  }

  /** In these blocks there are about so many, as somebody says. */
  guess(from: number, to: number, logs: number): void {
    this.#replace({ from, to, logs, counted: true })
  }

  /** In these blocks there are more than could be told: at least so many. */
  exceed(from: number, to: number, least: number): void {
    this.#replace({ from, to, logs: least, counted: false })
  }

  /** Nowhere were more logs than could be told. */
  forgetExceeded(): void {
    this.#seen.splice(0, this.#seen.length, ...this.#seen.filter(({ counted }) => counted))
  }

  /** How many logs these blocks may hold; `undefined` while nothing is known of any. */
  expect(from: number, to: number): number | undefined {
    if (this.#seen.length === 0) return undefined
    let logs = 0
    let next = this.#find(from)
    for (let at = from; at <= to; next++) {
      const seen = this.#seen[next]
      const gapEnd = Math.min(to, (seen?.from ?? Number.POSITIVE_INFINITY) - 1)
      if (at <= gapEnd) logs += this.#between(next, at, gapEnd)
      if (!seen || seen.from > to) break
      const end = Math.min(to, seen.to)
      const start = Math.max(at, seen.from)
      const told = seen.logs * ((end - start + 1) / widthOf(seen))
      // Where there are more than was thought, a dense neighbour is believed whole.
      const likely = seen.counted ? 0 : this.#between(next, start, end, Number.POSITIVE_INFINITY)
      logs += Math.max(told, Math.min(told * mostOfRefused, likely))
      at = end + 1
    }
    return logs
  }

  /** The logs of blocks below an observation that were not counted: from one neighbour's density to the other's, in a straight line. */
  #between(next: number, from: number, to: number, trust = widestGap): number {
    const left = this.#neighbour(next - 1, -1)
    const right = this.#neighbour(next, 1)
    const start = left ? left.to + 1 : right ? undefined : from
    const end = right ? right.from - 1 : undefined
    const gap = start === undefined || end === undefined ? to - from + 1 : end - start + 1
    const [first, last] = [left ?? right, right ?? left].map((seen) => this.#seenFrom(seen, gap, trust)) as [
      number,
      number,
    ]
    const middle = (from + to) / 2
    const share = start === undefined || end === undefined ? 0.5 : (middle + 0.5 - start) / gap
    return (first + (last - first) * share) * (to - from + 1)
  }

  /** The nearest observation that was counted; while none was, the nearest. */
  #neighbour(at: number, step: number): Observation | undefined {
    if (this.#blocks === 0) return this.#seen[at]
    while (this.#seen[at]?.counted === false) at += step
    return this.#seen[at]
  }

  /** A short stretch, however dense, says little about a wide gap beside it. */
  #seenFrom(seen: Observation | undefined, gap: number, trust: number): number {
    if (!seen) return 0
    const own = seen.logs / widthOf(seen)
    const weight = Math.min(1, (trust * widthOf(seen)) / gap)
    return own * weight + (this.average ?? own) * (1 - weight)
  }

  #replace(observation: Observation): void {
    const { from, to, counted } = observation
    const start = this.#find(from)
    let end = start
    const rest: Observation[] = []
    for (; end < this.#seen.length && this.#seen[end]!.from <= to; end++) {
      const old = this.#seen[end]!
      // Within what was refused, another refusal takes the blame; what is counted is taken off.
      if (!old.counted && !counted) continue
      const pieces = [
        { from: old.from, to: Math.min(old.to, from - 1) },
        { from: Math.max(old.from, to + 1), to: old.to },
      ].filter((piece) => piece.from <= piece.to)
      const blocks = pieces.reduce((sum, piece) => sum + widthOf(piece), 0)
      const left = old.counted ? old.logs * (blocks / widthOf(old)) : Math.max(0, old.logs - observation.logs)
      rest.push(
        ...pieces.map((piece) => ({
          ...piece,
          logs: left * (widthOf(piece) / blocks),
          counted: old.counted,
        })),
      )
    }
    this.#seen.splice(start, end - start, ...[...rest, observation].sort((a, b) => a.from - b.from))
  }

  /** Where the first observation stands that ends at or after a block. */
  #find(block: number): number {
    return lowerBound(this.#seen.length, (index) => this.#seen[index]!.to < block)
  }
}

function widthOf({ from, to }: { readonly from: number; readonly to: number }): number {
  return to - from + 1
}
