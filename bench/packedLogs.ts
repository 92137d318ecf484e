import type { LogSegment } from '../src/logs/columns/LogSegment.ts'
import { packLogs } from '../src/logs/columns/packLogs.ts'
import { createDecoder } from '../src/logs/decode/createDecoder.ts'
import { createPackedLogList } from '../src/logs/list/createPackedLogList.ts'
import type { LogList } from '../src/logs/list/LogList.ts'
import type { LogRow } from '../src/logs/Log.ts'
import { randomLogs, transferEvent } from '../test/support/randomLogs.ts'

const part = 50_000

/** Makes packed transfers, as a scan does. In parts, because all of them as objects would fill the memory of the page. */
export async function packedLogs(
  count: number,
  order: 'asc' | 'desc' = 'desc',
  logsPerAddress = 10,
): Promise<LogList<LogRow>> {
  const segments: LogSegment[] = []
  for (let at = 0; at < count; at += part) {
    const rows = randomLogs({ seed: at, count: Math.min(part, count - at), addresses: part / logsPerAddress })
    segments.push(
      packLogs(rows.map((log) => ({ ...log, blockNumber: log.blockNumber + BigInt(at) * 1_000n }))),
    )
    await new Promise((resolve) => setTimeout(resolve))
  }
  return createPackedLogList({ segments, decoder: createDecoder([transferEvent]), order })
}
