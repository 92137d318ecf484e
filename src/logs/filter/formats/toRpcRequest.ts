import { numberToHex, type Hash } from 'viem'
import { InvalidQueryError } from '../../../errors/InvalidQueryError.ts'
import type { LogSearch } from '../LogSearch.ts'
import type { ParsedLogQuery, RangeEnd } from '../ParsedLogQuery.ts'
import { blocksBeforeLatest } from '../relativeBlock.ts'
import { toRpcFilter, type RpcFilter } from '../toRpcFilter.ts'
import { parseOneFilter } from './parseLogSearch.ts'
import { textProblem } from './textProblem.ts'

/** A JSON-RPC request body for any node. */
export interface RpcRequest {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: 'eth_getLogs'
  readonly params: readonly [RpcRequestFilter]
}

export interface RpcRequestOptions {
  /** The newest block, to resolve relative blocks such as `latest-500`. */
  readonly head?: bigint | undefined
}

/** A JSON-RPC filter whose blocks may be tags. */
export type RpcRequestFilter = Omit<RpcFilter, 'fromBlock' | 'toBlock'> & {
  readonly fromBlock?: string | undefined
  readonly toBlock?: string | undefined
}

/**
 * A query as one JSON-RPC request (`eth_getLogs`). Order, limit and decoding are left out, because nodes do not support
 * them. {@link parseRpcRequest} parses it.
 *
 * @throws {@link InvalidQueryError} if the query is invalid, or has a relative block such as `latest-500` without
 * `head`.
 *
 * @example
 * const body = JSON.stringify(toRpcRequest({ address: token, fromBlock: 'latest-500' }, { head }))
 */
export function toRpcRequest(
  query: LogSearch | ParsedLogQuery,
  { head }: RpcRequestOptions = {},
): RpcRequest {
  const { filter, range } = parseOneFilter(query)
  const rpcFilter =
    'blockHash' in range
      ? toRpcFilter(filter, range)
      : {
          ...toRpcFilter(filter, {}),
          fromBlock: toQuantity('fromBlock', range.fromBlock, head),
          toBlock: toQuantity('toBlock', range.toBlock, head),
        }
  return { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [rpcFilter] }
}

function toQuantity(path: string, block: RangeEnd | Hash, head: bigint | undefined): string {
  if (typeof block === 'bigint') return numberToHex(block)
  const before = blocksBeforeLatest(block)
  if (before === undefined) return block
  if (head === undefined) throw new InvalidQueryError([{ path, ...textProblem('range-relative') }])
  return numberToHex(head > before ? head - before : 0n)
}
