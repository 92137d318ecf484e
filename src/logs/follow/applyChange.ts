import { joinSegments } from '../columns/joinSegments.ts'
import { clipSelection, countLogs, type LogSelection } from '../columns/LogSelection.ts'
import type { IntervalSet } from '../intervals.ts'
import type { FollowChange, FollowUpdate } from './FollowState.ts'

/** With more small selections than this, old ones are joined. */
const maxSmall = 64
/** The newest selections are not joined: their rows may be on screen. */
const newest = 16
/** Selections with at least this many logs are not small: they are not joined further. */
const minLarge = 4_096

/**
 * Applies a change to a list, oldest first. `missing` are blocks of the change for which the list may lack logs. Rows that
 * the change does not touch keep their segments, and so their identity. The small segments of many changes are joined.
 */
export function applyChange(
  selections: readonly LogSelection[],
  change: FollowChange,
  missing: IntervalSet = [],
): readonly LogSelection[] {
  const { range, selection } = change
  const touched = [
    ...(change.type === 'change' ? touchedBlocks(change) : [range.from, range.to]),
    ...missing.flatMap(({ from, to }) => [from, to]),
  ]
  if (touched.length === 0) return selections
  const from = touched.reduce((a, b) => (a < b ? a : b))
  const to = touched.reduce((a, b) => (a > b ? a : b))
  const clip = (part: { from: bigint; to: bigint }) => (one: LogSelection) => clipSelection(one, part)
  return joinOld(
    [
      ...selections.map(clip({ from: 0n, to: from - 1n })),
      clipSelection(selection, { from, to }),
      ...selections.map(clip({ from: to + 1n, to: 2n ** 63n })),
    ].filter(countLogs),
  )
}

const touchedBlocks = ({ added, removed }: FollowUpdate) =>
  [...added, ...removed].map(({ blockNumber }) => blockNumber)

/**
 * Joins small neighbors of similar size, as a binary counter carries: each log is copied only a logarithmic number of times.
 */
function joinOld(selections: readonly LogSelection[]): readonly LogSelection[] {
  const isSmall = (count: number) => count < minLarge
  if (selections.filter((one) => isSmall(countLogs(one))).length <= maxSmall) return selections
  const groups: { parts: LogSelection[]; count: number }[] = []
  for (const selection of selections.slice(0, -newest)) {
    let group = { parts: [selection], count: countLogs(selection) }
    for (;;) {
      const last = groups.at(-1)
      if (!last || !isSmall(last.count) || !isSmall(group.count) || last.count > 2 * group.count) break
      groups.pop()
      group = { parts: [...last.parts, ...group.parts], count: last.count + group.count }
    }
    groups.push(group)
  }
  return [...groups.map(({ parts }) => join(parts)), ...selections.slice(-newest)]
}

function join(parts: readonly LogSelection[]): LogSelection {
  return parts.length === 1 ? parts[0]! : { segment: joinSegments(parts), rows: undefined }
}
