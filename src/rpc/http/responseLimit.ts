import type { PoolCall } from '../Pool.ts'

/** Methods whose result is one number, hash or word. */
const shortMethods: ReadonlySet<string> = new Set([
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
const shortReplyBytes = 65_536
/** A header with the hashes of more transactions than any block has. */
const blockReplyBytes = 2 ** 24
/** Most bytes of a response with an error status. */
export const errorResponseLimit = 2 ** 20

/** Most bytes of an honest response to these calls in one message, up to `limit`. */
export function responseLimit(calls: readonly PoolCall[], limit: number): number {
  const all = calls.reduce((sum, call) => sum + replyLimit(call), 0)
  return Math.min(limit, all)
}

function replyLimit({ method, params }: PoolCall): number {
  if (shortMethods.has(method)) return shortReplyBytes
  const isBlock = method === 'eth_getBlockByNumber' || method === 'eth_getBlockByHash'
  return isBlock && Array.isArray(params) && params[1] === false ? blockReplyBytes : Number.POSITIVE_INFINITY
}
