import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
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
  const [first] = blocks
  if (first === undefined) return undefined
  return {
    from: blocks.reduce((a, b) => (b < a ? b : a), first),
    to: blocks.reduce((a, b) => (b > a ? b : a), first),
  }
}
