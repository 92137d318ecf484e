// With viem alone: the pool is an ordinary transport, so every action of viem's works through it.
import { nodePool, xone } from 'topic0/core'
import { createPublicClient, createWalletClient, http, type Address } from 'viem'

const client = createPublicClient({ chain: xone, transport: nodePool(xone) })
const wallet = createWalletClient({ chain: xone, transport: nodePool(xone) })
const elsewhere = createPublicClient({ chain: xone, transport: http(xone.rpcUrls.default.http[0]) })

export const block: Promise<bigint> = client.getBlockNumber()
export const accounts: Promise<readonly Address[]> = wallet.getAddresses()
export const chainId: Promise<number> = elsewhere.getChainId()
