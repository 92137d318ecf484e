import { createNetwork } from './createNetwork.ts'

/**
 * Xone main network, chain id 3721 (`0xe89`).
 *
 * @example
 * const config = createLogsConfig({ networks: [xone] })
 */
export const xone = /* @__PURE__ */ createNetwork(
  // Defined here, because viem before 2.39 does not have this chain.
  {
    id: 3721,
    name: 'Xone Chain Mainnet',
    nativeCurrency: { name: 'XOC', symbol: 'XOC', decimals: 18 },
    rpcUrls: { default: { http: ['https://rpc.xone.org'] } },
    blockExplorers: {
      default: {
        name: 'Xone Mainnet Explorer',
        url: 'https://xonescan.com',
        apiUrl: 'http://api.xonescan.com/api',
      },
    },
    testnet: false,
  },
  {
    http: [
      'https://rpc.xone.org',
      'https://rpc-node-1.xone.org',
      'https://rpc-node-2.xone.org',
      'https://rpc-node-3.xone.org',
      'https://rpc-node-4.xone.org',
    ],
    webSocket: 'wss://rpc-wss.xone.org',
    dailyQuota: 10_000,
  },
)
