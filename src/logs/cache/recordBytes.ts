import type { LogSegment } from '../columns/LogSegment.ts'
import type { RecordKey } from './openDatabase.ts'

/** What a record takes on disk, roughly: its key is there twice. */
export function recordBytes(segment: LogSegment, key: RecordKey): number {
  return 500 + key[1].length * 2 + segment.byteLength
}
