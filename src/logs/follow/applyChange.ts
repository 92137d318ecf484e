import { clipSelection } from '../clipSelection.ts'
import { createPackedLogList } from '../createPackedLogList.ts'
import { countLogs } from '../LogSelection.ts'
import type { LogSelection } from '../LogSelection.ts'
import { packLogs } from '../packLogs.ts'
import type { FollowChange } from './FollowState.ts'

/** Small selections beyond which old ones are joined. */
const mostSelections = 64
/** The newest, which are left alone: their rows are on screen. */
const leftAlone = 16
/** Selections of so many logs are large enough. */
const largeEnough = 4_096

/**
 * A list, oldest first, with a change applied. Rows that the change does not touch keep their segments, and with them
 * their identity; a long run of small changes does not make a long list of small segments.
 */
export function applyChange(
  selections: readonly LogSelection[],
  { range, logs, added, removed, reorg }: FollowChange,
): readonly LogSelection[] {
  const touched = [...added, ...removed].map(({ blockNumber }) => blockNumber)
  if (touched.length === 0 && !reorg?.isDeep) return selections
  const from = reorg?.isDeep ? range.from : touched.reduce((a, b) => (a < b ? a : b))
  const to = reorg?.isDeep ? range.to : touched.reduce((a, b) => (a > b ? a : b))
  const clip = (part: { from: bigint; to: bigint }) => (one: LogSelection) => clipSelection(one, part)
  return joinOld(
    [
      ...selections.map(clip({ from: 0n, to: from - 1n })),
      clipSelection(logs, { from, to }),
      ...selections.map(clip({ from: to + 1n, to: 2n ** 63n })),
    ].filter(countLogs),
  )
}

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
