import { packLogs } from '../../src/logs/columns/packLogs.ts'
import { createPackedLogList } from '../../src/logs/list/createPackedLogList.ts'
import type { RawLog } from '../../src/logs/Log.ts'

/** The fields of a change that hold its logs: packed, and as a list. */
export function packChange(logs: readonly RawLog[]) {
  const selection = { segment: packLogs(logs), rows: undefined }
  return { selection, logs: createPackedLogList<RawLog & { decoded: undefined }>({ segments: [selection] }) }
}
