import type { Hash } from 'viem'

export type TransactionCodeForm = 'cast run' | 'cast tx' | 'viem' | 'ethers' | 'curl'

/** Code that reads or replays a transaction. The endpoint is a variable, because its URL may hold a key. */
export const transactionCode: Readonly<Record<TransactionCodeForm, (hash: Hash) => string>> = {
  'cast run': (hash) => `cast run ${hash} --rpc-url "$RPC_URL"`,
  'cast tx': (hash) => `cast tx ${hash} --rpc-url "$RPC_URL"`,
  viem: (hash) => `await client.getTransactionReceipt({ hash: '${hash}' })`,
  ethers: (hash) => `await provider.getTransactionReceipt('${hash}')`,
  curl: (hash) =>
    `curl "$RPC_URL" -H 'content-type: application/json' -d '${JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getTransactionReceipt',
      params: [hash],
    })}'`,
}
