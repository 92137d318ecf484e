import { cutToLimit, splitAt, type CutLogs } from '../columns/cutToLimit.ts'
import { clipSelection, clipToRanges, countLogs, spanOf, type LogSelection } from '../columns/LogSelection.ts'
import type { BlockInterval } from '../Coverage.ts'
import { hull, intersect, subtract, unite } from '../intervals.ts'
import { everything, type SnapshotFields } from './SnapshotView.ts'

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
 * Drops logs beyond the limit, but keeps `limit` final logs and all that may still be removed, so that removals never
 * leave too few. The result is bounded, however long the head is followed.
 */
export function trimToLimit(fields: SnapshotFields): SnapshotFields {
  const { held, order, limit, reorgFrom, read, trimmedRead } = fields
  if (limit === Number.POSITIVE_INFINITY) return fields
  const { selections, beyond } =
    reorgFrom === undefined ? cutToLimit(held, order, limit) : cutFinal(fields, reorgFrom)
  if (beyond === undefined) return fields
  const { cut } = splitAt(everything, beyond, order)
  return {
    ...fields,
    held: selections,
    read: subtract(read, [cut]),
    trimmedRead: unite(trimmedRead, intersect(read, [cut])),
  }
}

/** Drops logs beyond `limit` logs below `reorgFrom`: those are final, and stay whatever is removed above. */
function cutFinal({ held, order, limit }: SnapshotFields, reorgFrom: bigint): CutLogs {
  const final = clipToRanges(held, [{ from: 0n, to: reorgFrom - 1n }])
  const open = clipToRanges(held, [{ from: reorgFrom, to: everything.to }])
  const { selections, beyond } = cutToLimit(final, order, limit)
  if (order === 'desc') return { selections: [...selections, ...open], beyond }
  const isFull = selections.reduce((sum, one) => sum + countLogs(one), 0) >= limit
  return { selections, beyond: isFull ? (beyond ?? (open[0] && spanOf(open[0]).from)) : undefined }
}
