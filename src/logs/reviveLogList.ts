import { createPackedLogList } from './createPackedLogList.ts'
import type { PackedLogListOptions } from './createPackedLogList.ts'
import { draftLog } from './draftLog.ts'
import type { LogRow } from './Log.ts'
import type { LogList, LogListJson } from './LogList.ts'
import { LogSegmentBuilder } from './LogSegmentBuilder.ts'
import type { DecodedLogRow } from './LogRows.ts'

export type ReviveLogListOptions = Omit<PackedLogListOptions, 'segments'>

/**
 * The list that `toJSON` took apart, on a server or in storage: packed, decoded anew when read, in the order it had
 * unless `order` says otherwise. What is malformed in it is left out, and counted as skipped.
 */
export function reviveLogList<row extends LogRow = DecodedLogRow>(
  json: LogListJson,
  options: ReviveLogListOptions = {},
): LogList<row> {
  const builder = new LogSegmentBuilder()
  let malformed = 0
  let previous: { blockNumber: number; logIndex: number } | undefined
  let newestFirst = false
  for (const log of json.logs) {
    if (!draftLog(builder, log)) {
      malformed++
      continue
    }
    const { blockNumber, logIndex } = builder.draft
    if (previous)
      newestFirst ||=
        blockNumber < previous.blockNumber ||
        (blockNumber === previous.blockNumber && logIndex < previous.logIndex)
    previous = { blockNumber, logIndex }
    builder.commit()
  }
  return createPackedLogList<row>({
    segments: [builder.finish()],
    order: newestFirst ? 'desc' : 'asc',
    ...options,
    skipped: json.skipped + malformed + (options.skipped ?? 0),
  })
}
