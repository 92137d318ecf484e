import { createPublicClient } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDecoder } from '../../src/logs/decode/findDecoder.ts'
import type { EventLog } from '../../src/logs/filter/EventLog.ts'
import { createPackedLogList } from '../../src/logs/list/createPackedLogList.ts'
import type { LogList } from '../../src/logs/list/LogList.ts'
import { LogsFold } from '../../src/logs/list/LogsFold.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { startTestChain, type TestChain } from '../support/anvil.ts'
import { expectBalances, pay, reduceBalances, transfer, type Balances } from '../support/balances.ts'
import { followToken } from '../support/followToken.ts'

type Transfer = EventLog<typeof transfer>

let chain: TestChain

beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.stop())

test('balances of all holders equal balanceOf, through reorganizations and a restart', async () => {
  const { address } = chain.contract('harbour')
  const followed = await followToken(chain, { http: chain.http })
  const network = chain.network()
  const client = createPublicClient({ chain: network, transport: nodePool(network, { storage: null }) })
  const fold = new LogsFold<Transfer, Balances>(new Map())
  const decoder = findDecoder([transfer], [], true)

  async function check() {
    await followed.complete()
    const list = createPackedLogList({ segments: followed.selections(), decoder, unknown: 'drop' })
    const balances = await fold.update(list as LogList<unknown> as LogList<Transfer>, reduceBalances)
    return expectBalances(client, address, balances)
  }

  try {
    for (let block = 0; block < 12; block++)
      await pay(chain, block % 5, (block * 3 + 1) % 7, BigInt(100 + block))
    expect(await check()).toBeGreaterThan(3)
    await chain.rpc.request('anvil_reorg', [3, []])
    await check()
    for (let block = 0; block < 6; block++) await pay(chain, block % 4, 8, BigInt(900 + block))
    await check()
    await chain.restart('kept')
    await pay(chain, 2, 9, 5n)
    await check()
  } finally {
    followed.end()
    client.transport.pool.close()
  }
})
