import type { BlockInterval } from './Coverage.ts'

/**
 * Interval algebra over inclusive block intervals. A *set* is sorted, and its members neither overlap nor touch.
 * Every function takes sets and returns a set.
 */
export type IntervalSet = readonly BlockInterval[]

export const later = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const earlier = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Turns any intervals into a set: sorts them, joins those that overlap or touch, and drops empty ones. */
export function toIntervalSet(intervals: readonly BlockInterval[]): IntervalSet {
  const sorted = intervals.filter(({ from, to }) => from <= to).sort((a, b) => Number(a.from - b.from))
  const set: BlockInterval[] = []
  for (const next of sorted) {
    const last = set.at(-1)
    if (last && next.from <= last.to + 1n)
      set[set.length - 1] = { from: last.from, to: later(last.to, next.to) }
    else set.push({ from: next.from, to: next.to })
  }
  return set
}

export function unite(a: IntervalSet, b: IntervalSet): IntervalSet {
  return toIntervalSet([...a, ...b])
}

/** The blocks of `a` that are not in `b`. */
export function subtract(a: IntervalSet, b: IntervalSet): IntervalSet {
  const set: BlockInterval[] = []
  let i = 0
  for (const { from, to } of a) {
    let at = from
    while (i < b.length && b[i]!.to < from) i++
    for (let j = i; j < b.length && b[j]!.from <= to; j++) {
      const hole = b[j]!
      if (hole.from > at) set.push({ from: at, to: hole.from - 1n })
      at = later(at, hole.to + 1n)
    }
    if (at <= to) set.push({ from: at, to })
  }
  return set
}

/** The blocks that are in both. */
export function intersect(a: IntervalSet, b: IntervalSet): IntervalSet {
  const set: BlockInterval[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const x = a[i]!
    const y = b[j]!
    const from = later(x.from, y.from)
    const to = earlier(x.to, y.to)
    if (from <= to) set.push({ from, to })
    if (x.to < y.to) i++
    else j++
  }
  return set
}

/** From the first to the last block of all of them. */
export function hull(intervals: readonly BlockInterval[]): BlockInterval | undefined {
  const [first] = intervals
  if (!first) return undefined
  return intervals.reduce((sum, { from, to }) => ({ from: earlier(from, sum.from), to: later(to, sum.to) }))
}

/** How many blocks a set holds. */
export function countBlocks(set: IntervalSet): bigint {
  return set.reduce((sum, { from, to }) => sum + (to - from + 1n), 0n)
}

/** Whether every block of `interval` is in `set`. */
export function covers(set: IntervalSet, interval: BlockInterval): boolean {
  return subtract([interval], set).length === 0
}
