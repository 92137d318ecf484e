import type { AbiEvent } from 'viem'
import type { LogQuery } from '../logs/LogQuery.ts'

/** The parameters of a hook, whatever the event. */
export type AnyLogsParameters = LogQuery & { event?: AbiEvent | undefined; networkId?: number | undefined }

/** The query that the parameters of a hook stand for. */
export function toLogQuery(parameters: AnyLogsParameters): LogQuery {
  const { address, event, events, args, topics, fromBlock, toBlock, blockHash, order, limit, strict } =
    parameters
  return {
    address,
    events: event ? [event] : events,
    args,
    topics,
    fromBlock,
    toBlock,
    blockHash,
    order,
    limit,
    strict,
  }
}
