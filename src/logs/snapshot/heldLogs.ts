import { cutToLimit } from '../columns/cutToLimit.ts'
import type { CutLogs } from '../columns/cutToLimit.ts'
import { clipSelection, countLogs, spanOf } from '../columns/LogSelection.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import type { BlockInterval } from '../Coverage.ts'
import { hull, subtract } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'

/** The logs of a list that are in some blocks. */
export function clipToRanges(held: readonly LogSelection[], ranges: IntervalSet): readonly LogSelection[] {
  return ranges.flatMap((range) => held.map((one) => clipSelection(one, range)).filter(countLogs))
}

/** Selections without overlap, oldest first. */
export function sortByBlock(selections: readonly LogSelection[]): readonly LogSelection[] {
  return selections.filter(countLogs).toSorted((a, b) => Number(spanOf(a).from - spanOf(b).from))
}

/**
 * Replaces the logs of a range in a list, oldest first. Appending or prepending is cheap, as when a scan yields its ranges
 * in order.
 */
export function spliceLogs(
  selections: readonly LogSelection[],
  range: BlockInterval,
  logs: LogSelection,
): readonly LogSelection[] {
  const more = countLogs(logs) === 0 ? [] : [logs]
  // Logs of the block that the limit cuts are outside the range.
  const place = hull([...(range.from <= range.to ? [range] : []), ...more.map(spanOf)])
  if (!place) return selections
  const [first, last] = [selections[0], selections.at(-1)]
  if (!first || !last || spanOf(last).to < place.from) return [...selections, ...more]
  if (spanOf(first).from > place.to) return [...more, ...selections]
  const others = subtract([{ from: 0n, to: spanOf(last).to }], [place])
  const kept = selections.flatMap((one) => others.map((part) => clipSelection(one, part)).filter(countLogs))
  const at = kept.findIndex((one) => spanOf(one).from > place.to)
  return at < 0 ? [...kept, ...more] : kept.toSpliced(at, 0, ...more)
}

/**
 * Drops logs beyond a limit, but never so many that removals could leave fewer than the limit: keeps `limit` final logs, and
 * all that may still be removed. The result is bounded, however long the head is followed.
 */
export function trimHeld(
  held: readonly LogSelection[],
  { order, limit, reorgFrom }: { order: 'asc' | 'desc'; limit: number; reorgFrom: bigint | undefined },
): CutLogs {
  if (limit === Number.POSITIVE_INFINITY) return { selections: held, beyond: undefined }
  if (reorgFrom === undefined) {
    return cutToLimit(held, order, limit)
  }
  const clip = (from: bigint, to: bigint) =>
    held.map((one) => clipSelection(one, { from, to })).filter(countLogs)
  const final = clip(0n, reorgFrom - 1n)
  const { selections, beyond } = cutToLimit(final, order, limit)
  if (order === 'desc') {
    if (beyond === undefined) return { selections: held, beyond }
    return { selections: [...selections, ...clip(reorgFrom, 2n ** 64n)], beyond }
  }
  const isFull = selections.reduce((sum, one) => sum + countLogs(one), 0) >= limit
  if (!isFull) return { selections: held, beyond: undefined }
  const open = clip(reorgFrom, 2n ** 64n)[0]
  const first = open && spanOf(open).from
  return beyond === undefined && first === undefined
    ? { selections: held, beyond: undefined }
    : { selections, beyond: beyond ?? first }
}
