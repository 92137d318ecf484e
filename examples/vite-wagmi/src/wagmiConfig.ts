import { defineNetwork, nodePool, xone } from 'topic0'
import { createConfig } from 'wagmi'

const url: string | undefined = import.meta.env.VITE_RPC_URL

/** The Xone network, or your node for it. */
export const network = url ? defineNetwork(xone, { http: [url] }) : xone

export const wagmiConfig = createConfig({
  chains: [network],
  transports: { [network.id]: nodePool(network) },
})
