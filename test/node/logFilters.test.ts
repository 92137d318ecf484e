import fc from 'fast-check'
import { createClient, hexToBigInt, hexToNumber, padHex, type Address, type Client, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { InvalidQueryError } from '../../src/errors/InvalidQueryError.ts'
import type { LogQuery } from '../../src/logs/filter/LogQuery.ts'
import type { RawLog } from '../../src/logs/Log.ts'
import type { Pool } from '../../src/rpc/Pool.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { startTestChain, type NodeLog, type TestChain } from '../support/anvil.ts'
import { readAll } from '../support/readAll.ts'

let chain: TestChain
let all: RawLog[]
let head: bigint
let client: Client
let pool: Pool
/** The filters that were sent in eth_getLogs, in order. */
let asked: Record<string, unknown>[] = []

beforeAll(async () => {
  chain = await startTestChain({ blocks: 160, seed: 11 })
  all = (await chain.allLogs()).map(asRead)
  head = await chain.head()
  const transport = nodePool(chain.network(), {
    fetch(input, init) {
      const body: unknown = JSON.parse(init?.body as string)
      for (const call of (Array.isArray(body) ? body : [body]) as { method: string; params: unknown[] }[])
        if (call.method === 'eth_getLogs') asked.push(call.params[0] as Record<string, unknown>)
      return fetch(input, init)
    },
  })
  const connected = createClient({ chain: chain.network(), transport })
  client = connected
  pool = connected.transport.pool
})
afterEach(() => {
  asked = []
})
afterAll(async () => {
  pool.close()
  await chain.stop()
})

interface Wanted {
  address?: readonly Address[] | undefined
  topics?: readonly (readonly Hex[] | null)[] | undefined
  from?: bigint | undefined
  to?: bigint | undefined
}

/** The expected result: every log of the chain checked one by one. */
function oracle({ address, topics = [], from = 0n, to = head }: Wanted): RawLog[] {
  return all.filter((log) => {
    if (log.blockNumber < from || log.blockNumber > to) return false
    if (address && !address.some((one) => one.toLowerCase() === log.address)) return false
    if (log.topics.length < topics.length) return false
    return topics.every((wanted, position) => wanted === null || wanted.includes(log.topics[position]!))
  })
}

const asRead = (log: NodeLog): RawLog => ({
  address: log.address,
  topics: log.topics,
  data: log.data,
  blockNumber: hexToBigInt(log.blockNumber),
  blockHash: log.blockHash,
  blockTimestamp: hexToBigInt(log.blockTimestamp),
  transactionHash: log.transactionHash,
  transactionIndex: hexToNumber(log.transactionIndex),
  logIndex: hexToNumber(log.logIndex),
  removed: false,
})

/** Reads and compares with the oracle; the whole range must be covered. */
async function expectLogs(query: LogQuery, wanted: Wanted) {
  const { logs, coverage, snapshot } = await readAll(client, query)
  const expected = oracle(wanted)
  expect(logs).toEqual(expected)
  // anvil ignores trailing nulls in the topics, so it sends more than requested there.
  if (wanted.topics?.at(-1) !== null) expect(snapshot.rejected).toBe(0)
  expect(coverage).toEqual({
    verified: [{ from: wanted.from ?? 0n, to: wanted.to ?? head }],
    trimmed: [],
    pending: [],
    failed: [],
  })
  return expected
}

/** A log for which `test` holds: the history has every kind. */
const example = (test: (log: RawLog) => boolean): RawLog => {
  const found = all.find(test)
  if (!found) throw new Error('The history has no such log: choose another seed.')
  return found
}
const withTopics = (count: number) => example(({ topics }) => topics.length === count)

describe('every kind of filter, against every log of a real chain', () => {
  test('none', async () => {
    expect((await expectLogs({}, {})).length).toBeGreaterThan(1000)
  })

  test('one address', async () => {
    const { address } = chain.contract('harbour')
    const found = await expectLogs({ address }, { address: [address] })
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(all.length)
  })

  test('several addresses', async () => {
    const address = [chain.contract('exchange').address, chain.contract('registry').address] as const
    const found = await expectLogs({ address }, { address })
    expect(new Set(found.map((log) => log.address)).size).toBe(2)
  })

  test.each([0, 1, 2, 3])('one value at topic position %i', async (position) => {
    const value = withTopics(4).topics[position]!
    const topics = Array.from({ length: position + 1 }, (_, at) => (at === position ? [value] : null))
    const found = await expectLogs({ topics: topics.map((any) => any?.[0] ?? null) }, { topics })
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(all.length)
  })

  test.each([0, 1, 2, 3])('any of several values at topic position %i', async (position) => {
    const values = [...new Set(all.flatMap(({ topics }) => topics[position] ?? []))].slice(0, 3)
    const topics = Array.from({ length: position + 1 }, (_, at) => (at === position ? values : null))
    const found = await expectLogs({ topics }, { topics })
    expect(new Set(found.map((log) => log.topics[position]))).toEqual(new Set(values))
  })

  test('values at several positions, wildcards between', async () => {
    const { topics } = withTopics(3)
    const found = await expectLogs(
      { topics: [topics[0]!, null, topics[2]!] },
      { topics: [[topics[0]!], null, [topics[2]!]] },
    )
    expect(found.length).toBeGreaterThan(0)
  })

  test('trailing nulls require that many topics', async () => {
    const { topics } = withTopics(4)
    const few = await expectLogs(
      { topics: [topics[0]!, null, null, null] },
      { topics: [[topics[0]!], null, null, null] },
    )
    // The ERC-721's Transfer has four topics and the ERC-20's three, though both have the same first one.
    const more = await expectLogs({ topics: [topics[0]!] }, { topics: [[topics[0]!]] })
    expect(few.length).toBeGreaterThan(0)
    expect(few.length).toBeLessThan(more.length)
  })

  test('only nulls', async () => {
    const found = await expectLogs({ topics: [null, null] }, { topics: [null, null] })
    expect(found.length).toBeLessThan(all.length)
  })

  test('address and topics together', async () => {
    const { address, topics } = example((log) => log.topics.length === 2)
    const found = await expectLogs(
      { address, topics: [topics[0]!] },
      { address: [address], topics: [[topics[0]!]] },
    )
    expect(found.length).toBeGreaterThan(0)
  })

  test('no matches', async () => {
    const address = padHex('0xdead', { size: 20 })
    expect(await expectLogs({ address }, { address: [address] })).toEqual([])
  })
})

describe('every kind of range', () => {
  test('a stretch of blocks', async () => {
    const found = await expectLogs({ fromBlock: 40n, toBlock: 90n }, { from: 40n, to: 90n })
    expect(found.length).toBeGreaterThan(0)
  })

  test('one block', async () => {
    const block = all[100]!.blockNumber
    const found = await expectLogs({ fromBlock: block, toBlock: block }, { from: block, to: block })
    expect(found.length).toBeGreaterThan(0)
  })

  test('one block by its hash, which wins over a range', async () => {
    const { blockHash, blockNumber } = all.at(-1)!
    const block = blockNumber
    const found = await expectLogs({ blockHash, fromBlock: 1n, toBlock: 2n }, { from: block, to: block })
    expect(found.length).toBeGreaterThan(0)
    expect(asked).toEqual([{ blockHash }])
  })

  test('a block hash that the node does not know is an error, not an empty answer', async () => {
    const blockHash = padHex('0x1234', { size: 32 })
    await expect(readAll(client, { blockHash })).rejects.toThrow(blockHash)
    expect(asked).toEqual([])
  })

  test.each(['latest', 'safe', 'finalized'] as const)('from the earliest to the %s block', async (tag) => {
    const block = (await chain.rpc.request('eth_getBlockByNumber', [tag, false])) as { number: Hex }
    const to = hexToBigInt(block.number)
    expect(to).toBeGreaterThan(0n)
    await expectLogs({ fromBlock: 'earliest', toBlock: tag }, { to })
  })

  test('only the latest block', async () => {
    await expectLogs({ fromBlock: 'latest' }, { from: head, to: head })
  })

  test('a reversed range is refused before anything is sent', async () => {
    await expect(readAll(client, { fromBlock: 9n, toBlock: 3n })).rejects.toThrow(InvalidQueryError)
    expect(asked).toEqual([])
  })

  test('beyond the head: the existing blocks, and the rest is pending', async () => {
    const { logs, coverage } = await readAll(client, { fromBlock: head - 20n, toBlock: head + 1000n })
    expect(logs).toEqual(oracle({ from: head - 20n }))
    expect(coverage).toEqual({
      verified: [{ from: head - 20n, to: head }],
      trimmed: [],
      pending: [{ from: head + 1n, to: head + 1000n }],
      failed: [],
    })
  })

  test('wholly beyond the head: nothing is read or claimed', async () => {
    const { logs, coverage } = await readAll(client, { fromBlock: head + 5n, toBlock: head + 9n })
    expect(logs).toEqual([])
    expect(coverage).toEqual({
      verified: [],
      trimmed: [],
      pending: [{ from: head + 5n, to: head + 9n }],
      failed: [],
    })
    expect(asked).toEqual([])
  })

  test('the newest first, with a limit', async () => {
    const { logs } = await readAll(client, { order: 'desc', limit: 250 })
    expect(logs).toEqual(all.toReversed().slice(0, 250))
  })

  test('the oldest first, with a limit', async () => {
    const { logs } = await readAll(client, { limit: 123 })
    expect(logs).toEqual(all.slice(0, 123))
  })
})

test('over a WebSocket the answer is the same', async () => {
  const network = chain.network('webSocket')
  const overSocket = createClient({ chain: network, transport: nodePool(network) })
  const topics = [withTopics(3).topics[0]!]
  const { logs, coverage } = await readAll(overSocket, { topics, fromBlock: 20n, toBlock: 150n })
  overSocket.transport.pool.close()
  expect(logs).toEqual(oracle({ topics: [topics], from: 20n, to: 150n }))
  expect(coverage).toEqual({ verified: [{ from: 20n, to: 150n }], trimmed: [], pending: [], failed: [] })
  expect(asked).toEqual([])
})

test('for any filter and range, the result matches the chain', async () => {
  const addresses = chain.contracts.map(({ address }) => address)
  const arbitraryTopic = (position: number): fc.Arbitrary<readonly Hex[] | null> => {
    const values = [...new Set(all.flatMap(({ topics }) => topics[position] ?? []))]
    return fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 20 }), { freq: 2 })
  }
  const positions = [0, 1, 2, 3].map(arbitraryTopic)
  const arbitrary = fc.record({
    address: fc.option(fc.subarray(addresses, { minLength: 1 }), { nil: undefined }),
    topics: fc.integer({ min: 0, max: 4 }).chain((count) => fc.tuple(...positions.slice(0, count))),
    range: fc.tuple(fc.bigInt(0n, head), fc.bigInt(0n, head)),
  })
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ address, topics, range: [a, b] }) => {
      const [from, to] = a < b ? [a, b] : [b, a]
      const query: LogQuery = { address: address ?? null, topics, fromBlock: from, toBlock: to }
      await expectLogs(query, { address, topics, from, to })
    }),
    { numRuns: 60 },
  )
})
