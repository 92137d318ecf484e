import { numberToHex } from 'viem'
import type { LogSearch } from '../LogSearch.ts'
import type { ParsedLogQuery } from '../ParsedLogQuery.ts'
import { parseLogSearch } from './parseLogSearch.ts'
import { toRpcFilter } from '../toRpcFilter.ts'
import type { RpcFilter } from '../toRpcFilter.ts'

/** The body of a POST to any node. */
export interface RpcRequest {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: 'eth_getLogs'
  readonly params: readonly [RpcRequestFilter]
}

/** A filter whose ends may be tags, as nodes read it. */
export type RpcRequestFilter = Omit<RpcFilter, 'fromBlock' | 'toBlock'> & {
  readonly fromBlock?: string | undefined
  readonly toBlock?: string | undefined
}

/**
 * A query as the JSON-RPC request that asks a node for all of it at once (`eth_getLogs`). Order, limit and decoding are not
 * the node's affair, so they are not in it. {@link parseRpcRequest} is the way back.
 *
 * @throws {@link InvalidQueryError} when the query is invalid.
 */
export function toRpcRequest(query: LogSearch | ParsedLogQuery): RpcRequest {
  const { filter, range } = parseLogSearch(query)
  const asked =
    'blockHash' in range
      ? toRpcFilter(filter, range)
      : {
          ...toRpcFilter(filter, {}),
          fromBlock: toQuantity(range.fromBlock),
          toBlock: toQuantity(range.toBlock),
        }
  return { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [asked] }
}

function toQuantity(block: bigint | string): string {
  return typeof block === 'bigint' ? numberToHex(block) : block
}
