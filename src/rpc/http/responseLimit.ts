import type { PoolCall } from '../Pool.ts'

/** Answered by one number, hash or word. */
const short: ReadonlySet<string> = new Set([
  'eth_accounts',
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_chainId',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getStorageAt',
  'eth_getTransactionCount',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_sendTransaction',
  'eth_subscribe',
  'eth_syncing',
  'eth_uninstallFilter',
  'eth_unsubscribe',
  'net_listening',
  'net_peerCount',
  'net_version',
  'web3_clientVersion',
])
const shortest = 65_536
/** A header and the hashes of more transactions than any block has. */
const block = 2 ** 24
/** What is no answer says why in less than this. */
export const errorResponseLimit = 2 ** 20

/** Most bytes that an honest answer to these calls has, in one message; at most `limit`. */
export function responseLimit(calls: readonly PoolCall[], limit: number): number {
  const all = calls.reduce((sum, call) => sum + ofOne(call), 0)
  return Math.min(limit, all)
}

function ofOne({ method, params }: PoolCall): number {
  if (short.has(method)) return shortest
  const isBlock = method === 'eth_getBlockByNumber' || method === 'eth_getBlockByHash'
  return isBlock && Array.isArray(params) && params[1] === false ? block : Number.POSITIVE_INFINITY
}
