import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { earlier, later } from '../../logs/intervals.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { RawLog } from '../../logs/Log.ts'
import { coverageRange } from '../status/coverageRange.ts'

/** From the first to the last block of ascending or descending logs and their coverage. */
export function fullRange(
  logs: LogList<RawLog> | readonly RawLog[],
  coverage: Coverage | undefined,
): BlockInterval | undefined {
  const known = coverage && coverageRange(coverage)
  const blocks = [logs.at(0)?.blockNumber, logs.at(-1)?.blockNumber, known?.from, known?.to].filter(
    (block) => block !== undefined,
  )
  return blocks.length === 0 ? undefined : { from: blocks.reduce(earlier), to: blocks.reduce(later) }
}

/** From the first to the last of these blocks whose logs are all known, or some of them; `undefined` without coverage. */
export function readRange(
  { from, to }: BlockInterval,
  logs: LogList<RawLog> | readonly RawLog[],
  coverage: Coverage | undefined,
): BlockInterval | undefined {
  if (!coverage) return undefined
  const { verified } = coverage
  const read = fullRange(logs, { verified, trimmed: [], pending: [], failed: [] })
  if (!read || read.to < from || read.from > to) return undefined
  return { from: later(read.from, from), to: earlier(read.to, to) }
}
