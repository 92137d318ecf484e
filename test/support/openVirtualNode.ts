import { createClient } from 'viem'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import type { PoolOptions } from '../../src/rpc/pool/PoolOptions.ts'
import { createFakeNode, type FakeNodeOptions } from './fakeNode.ts'
import { readAll } from './readAll.ts'
import { VirtualClock } from './simulation/VirtualClock.ts'

/** A scripted node in virtual time, a client over it, and `read`, which runs a scan to its end. */
export function openVirtualNode(options: FakeNodeOptions = {}, poolOptions: PoolOptions = {}) {
  const clock = new VirtualClock()
  const node = createFakeNode({ clock, plainReplies: true, ...options })
  const network = defineNetwork(xone, { http: node.urls, dailyQuota: 1_000_000, finality: 20 })
  const transport = nodePool(network, {
    fetch: node.fetch,
    clock,
    random: () => 0.5,
    storage: null,
    channel: null,
    ...poolOptions,
  })
  const client = createClient({ chain: network, transport })
  const read = (query: Parameters<typeof readAll>[1]) => clock.run(readAll(client, query))
  return { node, clock, client, read }
}
