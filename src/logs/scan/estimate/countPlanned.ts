import type { LogsCount } from './ScanEstimate.ts'
import type { ScanPlan } from './ScanPlan.ts'

/** Adds up the logs that are known to match, without a limit. */
export function countPlanned({ parts, isAhead = false }: ScanPlan): LogsCount {
  const counted = parts.filter(({ isCounted }) => isCounted)
  return {
    logs: counted.reduce((sum, { logs = 0 }) => sum + logs, 0),
    blocks: BigInt(counted.reduce((sum, { blocks }) => sum + blocks, 0)),
    isComplete: !isAhead && counted.length === parts.length,
  }
}
