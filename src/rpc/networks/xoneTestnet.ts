import { createNetwork } from './createNetwork.ts'

const http = [
  'https://rpc-testnet.xone.org',
  'https://rpc-testnet.xone.plus',
  'https://rpc-testnet.knight.center',
]

/** Xone test network, chain id 33772211 (`0x20352b3`). */
export const xoneTestnet = /* @__PURE__ */ createNetwork(
  // Defined here, because viem before 2.39 does not have this chain.
  {
    id: 33772211,
    name: 'Xone Chain Testnet',
    nativeCurrency: { name: 'XOC', symbol: 'XOC', decimals: 18 },
    rpcUrls: { default: { http } },
    blockExplorers: {
      default: {
        name: 'Xone Testnet Explorer',
        url: 'https://testnet.xonescan.com',
        apiUrl: 'http://api.testnet.xonescan.com/api',
      },
    },
    testnet: true,
  },
  { http, webSocket: 'wss://wss-rpc-testnet.xone.org', dailyQuota: 10_000 },
)
