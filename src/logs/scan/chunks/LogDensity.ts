import { lowerBound } from '../../lowerBound.ts'

interface Observation {
  readonly from: number
  readonly to: number
  readonly logs: number
  /** Whether the logs were counted, rather than refused as too many. */
  readonly counted: boolean
}

/** An observation counts fully for a gap of at most this many times its width. */
const representedGap = 4
/** A refused range is assumed to have at most this many times its minimum of logs. */
const maxTimesMinimum = 12

/** Estimates how many logs a range has: from counted ranges, from minimums in refused ranges, and by interpolation. */
export class LogDensity {
  /** Ascending, without overlap. */
  readonly #observations: Observation[] = []
  #blocks = 0
  #logs = 0

  /** Logs per block on average, once any were counted. */
  get average(): number | undefined {
    return this.#blocks === 0 ? undefined : this.#logs / this.#blocks
  }

  /** These blocks have exactly this many logs. */
  count(from: number, to: number, logs: number): void {
    this.#blocks += to - from + 1
    this.#logs += logs
    this.#replace({ from, to, logs, counted: true })
  }

  /** These blocks have about this many logs, according to a node. */
  guess(from: number, to: number, logs: number): void {
    this.#replace({ from, to, logs, counted: true })
  }

  /** These blocks have at least this many logs: a node refused to send them. */
  exceed(from: number, to: number, least: number): void {
    this.#replace({ from, to, logs: least, counted: false })
  }

  /** Discards the minimums: those refusals were not about logs. */
  forgetExceeded(): void {
    this.#observations.splice(
      0,
      this.#observations.length,
      ...this.#observations.filter(({ counted }) => counted),
    )
  }

  /** How many logs these blocks may have; `undefined` before the first observation. */
  expect(from: number, to: number): number | undefined {
    if (this.#observations.length === 0) return undefined
    let logs = 0
    let next = this.#find(from)
    for (let at = from; at <= to; next++) {
      const seen = this.#observations[next]
      const gapEnd = Math.min(to, (seen?.from ?? Number.POSITIVE_INFINITY) - 1)
      if (at <= gapEnd) logs += this.#between(next, at, gapEnd)
      if (!seen || seen.from > to) break
      const end = Math.min(to, seen.to)
      const start = Math.max(at, seen.from)
      const least = seen.logs * ((end - start + 1) / widthOf(seen))
      // For refused ranges, a dense neighbor counts fully, however narrow it is.
      const likely = seen.counted ? 0 : this.#between(next, start, end, Number.POSITIVE_INFINITY)
      logs += Math.max(least, Math.min(least * maxTimesMinimum, likely))
      at = end + 1
    }
    return logs
  }

  /** Estimates the logs of a gap before an observation, by linear interpolation between its neighbors' densities. */
  #between(next: number, from: number, to: number, trust = representedGap): number {
    const left = this.#neighbor(next - 1, -1)
    const right = this.#neighbor(next, 1)
    const start = left ? left.to + 1 : right ? undefined : from
    const end = right ? right.from - 1 : undefined
    const gap = start === undefined || end === undefined ? to - from + 1 : end - start + 1
    const [first, last] = [left ?? right, right ?? left].map((seen) =>
      this.#densityFrom(seen, gap, trust),
    ) as [number, number]
    const middle = (from + to) / 2
    const share = start === undefined || end === undefined ? 0.5 : (middle + 0.5 - start) / gap
    return (first + (last - first) * share) * (to - from + 1)
  }

  /** The nearest counted observation; the nearest of all while none was counted. */
  #neighbor(at: number, step: number): Observation | undefined {
    if (this.#blocks === 0) return this.#observations[at]
    while (this.#observations[at]?.counted === false) at += step
    return this.#observations[at]
  }

  /** An observation's density, pulled towards the average where it is narrow compared to the gap. */
  #densityFrom(seen: Observation | undefined, gap: number, trust: number): number {
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
    for (; end < this.#observations.length && this.#observations[end]!.from <= to; end++) {
      const old = this.#observations[end]!
      // The minimum of a refused range stays when part of it is refused again. Logs counted in a part are subtracted from it.
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
    this.#observations.splice(start, end - start, ...[...rest, observation].sort((a, b) => a.from - b.from))
  }

  /** The index of the first observation that ends at or after a block. */
  #find(block: number): number {
    return lowerBound(this.#observations.length, (index) => this.#observations[index]!.to < block)
  }
}

function widthOf({ from, to }: { readonly from: number; readonly to: number }): number {
  return to - from + 1
}
