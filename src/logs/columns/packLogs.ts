import { BaseError } from '../../errors/BaseError.ts'
import type { RawLog } from '../Log.ts'
import { draftLog } from './draftLog.ts'
import type { LogSegment } from './LogSegment.ts'
import { LogSegmentBuilder } from './LogSegmentBuilder.ts'

/**
 * Packs logs in any order into a segment, in ascending order. Addresses and hashes become lower case.
 *
 * @throws {@link BaseError} if a log is malformed: an address that is not 20 bytes, more than 4 topics, odd hex.
 */
export function packLogs(logs: Iterable<RawLog>): LogSegment {
  const builder = new LogSegmentBuilder()
  let index = 0
  for (const log of logs) {
    if (!draftLog(builder, log))
      throw new BaseError(
        `The log at index ${index} cannot be packed: it does not have the shape of a log.`,
        {
          advice: 'An address has 20 bytes, hashes and topics 32, and there are at most 4 topics.',
        },
      )
    builder.commit()
    index++
  }
  return builder.finish()
}

/** Packs logs in JSON-RPC form, and leaves out malformed ones. */
export function packRpcLogs(logs: Iterable<unknown>): LogSegment {
  const builder = new LogSegmentBuilder()
  for (const log of logs) if (draftLog(builder, log)) builder.commit()
  return builder.finish()
}
