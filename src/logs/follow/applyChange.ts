import { clipSelection, countLogs } from '../columns/LogSelection.ts'
import { createPackedLogList } from '../list/createPackedLogList.ts'
import type { IntervalSet } from '../intervals.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import { packLogs } from '../columns/packLogs.ts'
import type { FollowChange, FollowUpdate } from './FollowState.ts'

/** Small selections beyond which old ones are joined. */
const mostSelections = 64
/** The newest, which are left alone: their rows are on screen. */
const leftAlone = 16
/** Selections of so many logs are large enough. */
const largeEnough = 4_096

/**
 * A list, oldest first, with a change applied. `missing` are blocks of the change of which the list may lack logs. Rows that the change does not touch keep their segments, and with them
 * their identity; a long run of small changes does not make a long list of small segments.
 */
export function applyChange(
  selections: readonly LogSelection[],
  change: FollowChange,
  missing: IntervalSet = [],
): readonly LogSelection[] {
  const { range, logs } = change
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
      clipSelection(logs, { from, to }),
      ...selections.map(clip({ from: to + 1n, to: 2n ** 63n })),
    ].filter(countLogs),
  )
}

const touchedBlocks = ({ added, removed }: FollowUpdate) =>
  [...added, ...removed].map(({ blockNumber }) => blockNumber)

/**
 * Joins small neighbours of about the same size, as one counts in binary: however long the list becomes, a log is copied
 * only a few times.
 */
function joinOld(selections: readonly LogSelection[]): readonly LogSelection[] {
  const isSmall = (count: number) => count < largeEnough
  if (selections.filter((one) => isSmall(countLogs(one))).length <= mostSelections) return selections
  const groups: { parts: LogSelection[]; count: number }[] = []
  for (const selection of selections.slice(0, -leftAlone)) {
    let group = { parts: [selection], count: countLogs(selection) }
    for (;;) {
      const last = groups.at(-1)
      if (!last || !isSmall(last.count) || !isSmall(group.count) || last.count > 2 * group.count) break
      groups.pop()
      group = { parts: [...last.parts, ...group.parts], count: last.count + group.count }
    }
    groups.push(group)
  }
  return [...groups.map(({ parts }) => join(parts)), ...selections.slice(-leftAlone)]
}

function join(parts: readonly LogSelection[]): LogSelection {
  if (parts.length === 1) return parts[0]!
  return { segment: packLogs(createPackedLogList({ segments: parts })), rows: undefined }
}
