import { xoneMainnet } from 'viem/chains'
import { defineNetwork } from './defineNetwork.ts'

/** Xone main network, chain id 3721 (`0xe89`). */
export const xone = /* @__PURE__ */ defineNetwork(xoneMainnet, {
  http: [
    'https://rpc.xone.org',
    'https://rpc-node-1.xone.org',
    'https://rpc-node-2.xone.org',
    'https://rpc-node-3.xone.org',
    'https://rpc-node-4.xone.org',
  ],
  webSocket: 'wss://rpc-wss.xone.org',
  dailyQuota: 10_000,
})
