import { clipSelection, countLogs } from '../columns/LogSelection.ts'
import type { BlockInterval } from '../Coverage.ts'
import { hull, subtract } from '../intervals.ts'
import type { LogSelection } from '../columns/LogSelection.ts'

/**
 * Puts the logs of a range among others, oldest first and without overlap, in place of what was there. Costs nothing where
 * nothing was, as when a scan tells its ranges one after the other.
 */
export function spliceLogs(
  selections: readonly LogSelection[],
  range: BlockInterval,
  logs: LogSelection,
): readonly LogSelection[] {
  const more = countLogs(logs) === 0 ? [] : [logs]
  // Of the block that a limit cuts through, logs are told outside the range.
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

function spanOf({ segment, rows }: LogSelection): BlockInterval {
  const [first, last] = rows ? [rows[0]!, rows.at(-1)!] : [0, segment.length - 1]
  return { from: segment.blockNumber(first), to: segment.blockNumber(last) }
}
