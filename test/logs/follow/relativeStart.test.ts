import { createClient } from 'viem'
import { expect, test } from 'vitest'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { follow } from '../../../src/logs/follow/follow.ts'
import { logId } from '../../../src/logs/order.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

test('following from latest-20 reports the logs of these blocks first', async () => {
  const node = createFakeNode({ blocks: 100, logsPerBlock: 2 })
  const network = defineNetwork(xone, { http: node.urls, finality: 10, dailyQuota: 1_000_000 })
  const transport = nodePool(network, { fetch: node.fetch, storage: null, channel: null })
  const client = createClient({ chain: network, transport })
  const expected = node.chain.logs({}, node.chain.head - 20n, node.chain.head).map(logId)
  const added: string[] = []
  for await (const event of follow(client, { fromBlock: 'latest-20' }, { pollingInterval: 10 })) {
    if (event.type === 'change') added.push(...event.added.map(logId))
    if (added.length >= expected.length) break
  }
  expect(added).toEqual(expected)
})
