import { xoneTestnet as chain } from 'viem/chains'
import { defineNetwork } from './defineNetwork.ts'

/** Xone test network, chain id 33772211 (`0x20352b3`). */
export const xoneTestnet = /* @__PURE__ */ defineNetwork(chain, {
  http: [
    'https://rpc-testnet.xone.org',
    'https://rpc-testnet.xone.plus',
    'https://rpc-testnet.knight.center',
  ],
  webSocket: 'wss://wss-rpc-testnet.xone.org',
  dailyQuota: 10_000,
})
