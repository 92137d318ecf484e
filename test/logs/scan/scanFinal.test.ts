import { type Client } from 'viem'
import { describe, expect, test } from 'vitest'
import { UnreadBlocksError } from '../../../src/errors/NodeError.ts'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import type { FailedInterval } from '../../../src/logs/Coverage.ts'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { logId } from '../../../src/logs/order.ts'
import { scanFinal, type ScanFinalOptions } from '../../../src/logs/scan/scanFinal.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode, type FakeNode } from '../../support/fakeNode.ts'
import { memoryStorage } from '../cache/cacheMemoryStorage.ts'

/** Its last final block is 949 by its tag, and 799 by the network's depth. */
const makeNode = (endpoints = 1) =>
  createFakeNode({ blocks: 1_000, logsPerBlock: 1, finalized: 50, endpoints })

function connect(node: FakeNode, dailyQuota = 1_000_000) {
  return clientOf(node, { dailyQuota, finality: 200 })
}

/** A client whose budget of the day is spent. */
function connectSpent(node: FakeNode) {
  const client = connect(node, 1)
  getPool(client).budget.spend(1)
  return client
}

async function read(client: Client, query: LogQuery, options: ScanFinalOptions = {}) {
  const logs: string[] = []
  for await (const event of scanFinal(client, parseLogQuery(query), options))
    if (event.type === 'logs') logs.push(...event.logs.map(logId))
  return logs
}

const truth = (node: FakeNode, from: bigint, to: bigint) => node.chain.logs({}, from, to).map(logId)

test('finalOnly ends at the last final block', async () => {
  const node = makeNode()
  const client = connect(node)
  expect(await read(client, {}, { finalOnly: true })).toEqual(truth(node, 0n, 949n))
  expect(await read(client, {})).toEqual(truth(node, 0n, 999n))
})

/** The number of logs up to a block from `from` on, and one more: of the next block, which has several. */
function limitAfter(node: FakeNode, from: bigint) {
  let block = from
  while (truth(node, block + 1n, block + 1n).length < 2) block += 1n
  return { block, limit: truth(node, 0n, block).length + 1 }
}

test('a limit that cuts the first block of an answer keeps the logs before the cut', async () => {
  const node = createFakeNode({ blocks: 3_000, logsPerBlock: 3, finalized: 50 })
  // The first answer has 1,000 blocks.
  const { block, limit } = limitAfter(node, 999n)
  expect(block).toBe(999n)
  expect(await read(connect(node), { limit })).toEqual(truth(node, 0n, 2_999n).slice(0, limit))
})

test('a limit that cuts a block that is not final keeps its logs, but not as final ones', async () => {
  const node = createFakeNode({ blocks: 1_000, logsPerBlock: 3, finalized: 50 })
  const { block, limit } = limitAfter(node, 949n)
  expect(block).toBe(949n)
  const client = connect(node)
  expect(await read(client, { limit })).toEqual(truth(node, 0n, 999n).slice(0, limit))
  expect(await read(client, { limit }, { finalOnly: true })).toEqual(truth(node, 0n, 949n))
})

test('the error of blocks that could not be read names only these', async () => {
  const node = makeNode()
  // Some of these are final.
  node.faults.pruned = { below: 960, style: 'error' }
  const failed: FailedInterval[] = []
  for await (const event of scanFinal(connect(node), parseLogQuery({})))
    if (event.type === 'failed') failed.push(event)
  expect(failed.some(({ range }) => range.from === 950n)).toBe(true)
  for (const { range, error } of failed)
    expect(error.message).toBe(UnreadBlocksError.of(range, error).message)
})

test('ignoreBudget reads the last final block, too', async () => {
  const node = makeNode()
  await expect(read(connectSpent(node), {}, { finalOnly: true })).rejects.toThrow(/budget of 1 calls/)
  expect(await read(connectSpent(node), {}, { finalOnly: true, ignoreBudget: true })).toEqual(
    truth(node, 0n, 949n),
  )
})

test('with ignoreBudget, its calls for logs are reported as those of a scan', async () => {
  const client = connect(makeNode())
  const reasons = new Map<string, string>()
  getPool(client).onRequest(({ method, reason }) => reasons.set(method, reason))
  await read(client, {}, { ignoreBudget: true })
  expect(reasons.get('eth_getLogs')).toBe('scan')
})

describe('a cache of an earlier session', () => {
  async function visit(node: FakeNode) {
    const storage = memoryStorage()
    const cache = createLogCache({ storage })
    await read(connect(node), { toBlock: 900n }, { cache })
    await cache.close()
    return createLogCache({ storage })
  }

  test('is identified with ignoreBudget, too', async () => {
    const node = makeNode()
    const cache = await visit(node)
    const logs = await read(connectSpent(node), { toBlock: 900n }, { cache, ignoreBudget: true })
    expect(logs).toEqual(truth(node, 0n, 900n))
  })

  test('is not identified for a block hash, which is read from the node', async () => {
    const node = makeNode()
    const cache = await visit(node)
    const client = connect(node)
    const [log] = node.chain.logs({}, 70n, 70n)
    node.clearCalls()
    expect(await read(client, { blockHash: log!.blockHash }, { cache })).toEqual(truth(node, 70n, 70n))
    expect(node.callsOf('eth_getBlockByNumber')).toEqual([])
  })

  test('of another chain: the last final block is read again', async () => {
    const node = makeNode()
    const cache = await visit(node)
    const client = connect(node)
    await read(client, { toBlock: 10n })
    // The old last final block is below the new head.
    node.chain.reorg(1_000, { blocks: 950 })
    expect(await read(client, {}, { cache, finalOnly: true })).toEqual(truth(node, 0n, 899n))
  })

  test('of another chain is not used when the endpoint that should identify it serves another network', async () => {
    const node = makeNode(2)
    const cache = await visit(node)
    const client = connect(node)
    await read(client, { toBlock: 10n })
    node.chain.reorg(1_000, { blocks: 950 })
    node.endpoints[0]!.faults.chainId = 1
    expect(await read(client, { toBlock: 700n }, { cache })).toEqual(truth(node, 0n, 700n))
  })
})
