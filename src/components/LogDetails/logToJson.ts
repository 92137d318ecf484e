import { toLogRecord } from '../../logs/export/toLogRecord.ts'
import type { LogRow } from '../../logs/Log.ts'
import { toVisibleJson } from '../values/toVisibleJson.ts'

/** A log as JSON to read and copy: block numbers as decimal strings, arguments in order. */
export function logToJson(log: LogRow): string {
  return toVisibleJson(toLogRecord(log))
}
