import type { LogRow } from '../../logs/Log.ts'
import { logId } from '../../logs/order.ts'

// A transaction may have thousands of logs: the ones around this log are shown.
const around = 50

/** The logs of a transaction next to one of them. */
export function logsAround(log: LogRow, logs: readonly LogRow[] = []): readonly LogRow[] {
  const own = logs.findIndex((one) => logId(one) === logId(log))
  const from = Math.max(0, own - around)
  return logs.slice(from, from + 2 * around + 1)
}
