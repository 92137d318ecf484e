import { numberToHex, type Hex } from 'viem'
import type { BlockInterval } from '../Coverage.ts'
import type { FilterPart } from './Filter.ts'

/** The parameter of `eth_getLogs` and `eth_newFilter`. */
export interface RpcFilter {
  address?: Hex | readonly Hex[]
  topics?: readonly (Hex | readonly Hex[] | null)[]
  fromBlock?: Hex
  toBlock?: Hex
  blockHash?: Hex
}

/** Converts a filter, with a block interval or one block's hash, to JSON-RPC. */
export function toRpcFilter(
  filter: FilterPart,
  blocks: Partial<BlockInterval> | { blockHash: Hex },
): RpcFilter {
  const { address, topics } = filter
  return {
    ...(address && { address: address.length === 1 ? address[0]! : address }),
    ...(topics.length > 0 && {
      topics: topics.map((any) => (any?.length === 1 ? any[0]! : any)),
    }),
    ...('blockHash' in blocks
      ? { blockHash: blocks.blockHash }
      : {
          ...(blocks.from !== undefined && { fromBlock: numberToHex(blocks.from) }),
          ...(blocks.to !== undefined && { toBlock: numberToHex(blocks.to) }),
        }),
  }
}
