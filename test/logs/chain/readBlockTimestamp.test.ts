import { createClient, type Hash } from 'viem'
import { expect, test } from 'vitest'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { readBlockTimestamp } from '../../../src/logs/chain/readBlockTimestamp.ts'
import { readTransaction } from '../../../src/logs/lookup/readTransaction.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { createPool } from '../../../src/rpc/pool/createPool.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

test('the times of many blocks go in one message, though several could be in flight', async () => {
  const node = createFakeNode({ blocks: 30, endpoints: 2 })
  const network = defineNetwork(xone, { http: node.urls })
  const pool = createPool(network, { fetch: node.fetch, storage: null, channel: null })
  // Both are known to be of this network, so both could be used.
  for (const { name } of pool.getStatus())
    await pool.request({ method: 'eth_blockNumber' }, { endpoint: name })
  node.clearCalls()
  const blocks = Array.from({ length: 12 }, (_, index) => node.chain.block(index + 10)!)
  const times = await Promise.all(blocks.map(({ hash }) => readBlockTimestamp(pool, hash, undefined)))
  expect(times).toEqual(blocks.map(({ timestamp }) => BigInt(timestamp)))
  expect(node.calls).toHaveLength(12)
  expect(new Set(node.calls.map(({ message }) => message)).size).toBe(1)
  pool.close()
})

test.each([
  { webSocket: undefined, http: 1, calls: 1 },
  // It carries no requests beside an HTTP endpoint.
  { webSocket: 'wss://push.test', http: 1, calls: 1 },
  { webSocket: undefined, http: 2, calls: 2 },
])('asks each endpoint once for unknown hashes: $http over HTTP, $webSocket', async (endpoints) => {
  const node = createFakeNode({ blocks: 30, endpoints: endpoints.http })
  const { webSocket, calls } = endpoints
  const network = defineNetwork(xone, { http: node.urls, ...(webSocket && { webSocket }) })
  const transport = nodePool(network, { fetch: node.fetch, storage: null, channel: null })
  const client = createClient({ chain: network, transport })
  const unknown: Hash = `0x${'ab'.repeat(32)}`
  await expect(readBlockTimestamp(getPool(client), unknown, undefined)).rejects.toThrow('knows no block')
  expect(node.callsOf('eth_getBlockByHash')).toHaveLength(calls)
  expect(await readTransaction(client, unknown)).toBeUndefined()
  expect(node.callsOf('eth_getTransactionReceipt')).toHaveLength(calls)
  getPool(client).close()
})
