// With viem alone: the pool is an ordinary transport, so every action of viem's works through it.
import { nodePool, xone } from 'topic0/core'
import { createPublicClient, createWalletClient, http } from 'viem'

const client = createPublicClient({ chain: xone, transport: nodePool(xone) })

export const block: Promise<bigint> = client.getBlockNumber()
export const wallet = createWalletClient({ chain: xone, transport: nodePool(xone) })
export const elsewhere = createPublicClient({ chain: xone, transport: http(xone.rpcUrls.default.http[0]) })
