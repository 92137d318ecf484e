import type { Client } from 'viem'
import type { LogQuery } from '../../src/logs/filter/LogQuery.ts'
import { createPackedLogList } from '../../src/logs/list/createPackedLogList.ts'
import { readHistory } from '../../src/logs/scan/readHistory.ts'
import type { ScanEvent } from '../../src/logs/scan/ScanEvent.ts'
import type { HistoryOptions } from '../../src/logs/scan/ScanOptions.ts'
import { applyScanEvent } from '../../src/logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../../src/logs/snapshot/LogsSnapshot.ts'

/** Runs a scan to its end, and returns its events. */
export async function readAll(client: Client, query: LogQuery, options: HistoryOptions = {}) {
  const events: ScanEvent[] = []
  let snapshot = LogsSnapshot.empty
  for await (const event of readHistory(client, query, options)) {
    events.push(event)
    snapshot = applyScanEvent(snapshot, event)
  }
  return {
    events,
    snapshot,
    coverage: snapshot.coverage,
    /** Only on request: rows cost more than the rest. */
    get logs() {
      return createPackedLogList({ segments: snapshot.selections, order: snapshot.order }).toArray()
    },
  }
}
