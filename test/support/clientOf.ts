import { createClient, type Chain } from 'viem'
import { defineNetwork, type DefineNetworkOptions } from '../../src/logs/archive/defineNetwork.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import type { PoolOptions } from '../../src/rpc/pool/PoolOptions.ts'
import type { FakeNode } from './fakeNode.ts'

/** A client of a scripted node, with calls to spare, that shares nothing with other clients. Its `chain` is the network. */
export function clientOf(
  node: Pick<FakeNode, 'urls' | 'fetch'>,
  network: DefineNetworkOptions = {},
  pool: PoolOptions = {},
  base: Chain = xone,
) {
  const chain = defineNetwork(base, { http: node.urls, dailyQuota: 1_000_000, ...network })
  const transport = nodePool(chain, { fetch: node.fetch, storage: null, channel: null, ...pool })
  return createClient({ chain, transport })
}
