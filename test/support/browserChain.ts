import { defineChain, type Hex } from 'viem'
import { inject } from 'vitest'
import { defineNetwork, type DefineNetworkOptions, type Network } from '../../src/index.ts'

/** The chain of the browser tests. They share it: blocks that one of them mines are history for the others. */
export const chain = inject('chain')

/** The contract with this label. */
export const contractOf = (label: string) => chain.contracts.find((contract) => contract.label === label)!

/** The topic0 of `Transfer(address,address,uint256)`. */
export const transfer: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The shared chain as a network, if need be with another id and name. */
export function localNetwork({
  id = chain.chainId,
  name = 'Local',
  http = [chain.http],
  ...options
}: DefineNetworkOptions & { id?: number; name?: string } = {}): Network {
  return defineNetwork(
    defineChain({
      id,
      name,
      nativeCurrency: { name: 'Xone', symbol: 'XOC', decimals: 18 },
      rpcUrls: { default: { http: [chain.http] } },
    }),
    { http, ...options },
  )
}

/** The chain's reply to a call made without this library: a result or an error. */
export async function replyOf<result>(method: string, params: readonly unknown[] = []) {
  const response = await fetch(chain.http, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()) as { result: result; error?: { message: string } }
}

/** The chain's result of a call made without this library. */
export async function askChain<result>(method: string, params?: readonly unknown[]): Promise<result> {
  return (await replyOf<result>(method, params)).result
}
