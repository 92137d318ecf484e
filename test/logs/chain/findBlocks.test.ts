import fc from 'fast-check'
import { type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidQueryError } from '../../../src/errors/InvalidQueryError.ts'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { findBlockByTime } from '../../../src/logs/chain/findBlockByTime.ts'
import { findDeployment } from '../../../src/logs/chain/findDeployment.ts'
import { readTransaction } from '../../../src/logs/lookup/readTransaction.ts'
import { estimateScan } from '../../../src/logs/scan/estimate/estimateScan.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode, type FakeNodeOptions } from '../../support/fakeNode.ts'

const token: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

function setUp(options: FakeNodeOptions = {}) {
  const node = createFakeNode({ logsPerBlock: 0, ...options })
  const client = clientOf(node, { dailyQuota: undefined })
  return { node, client }
}

/** A node whose blocks have the given times; the first `pruned` are gone. */
function withTimes(timeOf: (block: number) => number, head: number, pruned = 0) {
  const { node, client } = setUp({ blocks: 1 })
  node.faults.respond = ({ method, params: [block] }) => {
    if (method !== 'eth_getBlockByNumber') return undefined
    const number = block === 'latest' ? head : Number(block)
    if (number < pruned || number > head) return { result: null }
    return { result: { number: hex(number), timestamp: hex(timeOf(number)) } }
  }
  return { node, find: (time: number) => findBlockByTime(client, BigInt(time)) }
}

const hex = (value: number) => `0x${value.toString(16)}`

describe('findBlockByTime', () => {
  test('finds the first block at or after a time, whatever the times', async () => {
    const gaps = fc.array(fc.oneof(fc.nat(3), fc.constantFrom(0, 12, 5_000, 1_700_000_000)), {
      minLength: 1,
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(gaps, fc.nat(59), fc.integer({ min: -2, max: 2 }), async (gaps, at, off) => {
        const times = gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0))
        const time = times[at % times.length]! + off
        const { find } = withTimes((block) => times[block]!, times.length - 1)
        const first = times.findIndex((one) => one >= time)
        expect(await find(time)).toBe(first < 0 ? undefined : BigInt(first))
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['even', (block: number) => 1_600_000_000 + block * 2],
    ['uneven', (block: number) => 1_600_000_000 + block * 12 + Math.floor(Math.sin(block) * 5)],
    ['slower than before', (block: number) => 1_500_000_000 + block * 3 + Math.max(0, block - 7_000_000) * 9],
    ['a first block of 1970', (block: number) => (block === 0 ? 0 : 1_600_000_000 + block * 3)],
  ])('takes few requests when the block pace is %s', async (_what, timeOf) => {
    const head = 20_000_000
    const counts = await Promise.all(
      [1, 12_345, 3_000_000, 9_999_999, 19_000_000, 19_999_990].map(async (block) => {
        const { node, find } = withTimes(timeOf, head)
        expect(await find(timeOf(block))).toBe(BigInt(block))
        return node.callsOf('eth_getBlockByNumber').length
      }),
    )
    expect(Math.max(...counts)).toBeLessThanOrEqual(8)
  })

  test('returns nothing for a future time, and the first block for a time before all', async () => {
    const { find, node } = withTimes((block) => 1_000 + block, 500)
    expect(await find(1_501)).toBeUndefined()
    expect(node.callsOf('eth_getBlockByNumber')).toHaveLength(1)
    expect(await find(1_500)).toBe(500n)
    expect(await find(3)).toBe(0n)
  })

  test.each([1_700_000_000, new Date(0), '1700000000'])('refuses %s, which is no bigint', async (time) => {
    const { node, client } = setUp({ blocks: 1 })
    await expect(findBlockByTime(client, time as unknown as bigint)).rejects.toMatchObject({
      issues: [{ path: 'time', message: expect.stringMatching(/^Expected seconds since 1970 as a bigint/) }],
    })
    expect(node.calls).toEqual([])
  })

  test('reports that such old blocks are pruned', async () => {
    const { find } = withTimes((block) => 1_000 + block, 50_000, 40_000)
    expect(await find(45_000)).toBe(44_000n)
    await expect(find(2_000)).rejects.toMatchObject({ kind: 'pruned', method: 'eth_getBlockByNumber' })
  })

  test('a node that answers every number with its newest block is refused, not asked for ever', async () => {
    const { node, client } = setUp({ blocks: 1 })
    node.faults.respond = ({ method }) =>
      method === 'eth_getBlockByNumber' ? { result: { number: '0x2710', timestamp: '0x64' } } : undefined
    await expect(findBlockByTime(client, 50n)).rejects.toMatchObject({
      kind: 'malformed',
      shortMessage: 'node-1.test answered eth_getBlockByNumber with another block.',
    })
    expect(node.callsOf('eth_getBlockByNumber')).toHaveLength(2)
  })

  test('works with the blocks of a real chain', async () => {
    const { node, client } = setUp({ blocks: 5_000, endpoints: 2, blockTime: 3 })
    node.endpoints[1]!.faults.lag = 5
    const block = node.chain.block(1_234)!
    expect(await findBlockByTime(client, BigInt(block.timestamp))).toBe(1_234n)
    expect(await findBlockByTime(client, BigInt(block.timestamp + 1))).toBe(1_235n)
  })

  test('sends nothing after an abort', async () => {
    const { node, client } = setUp({ blocks: 5_000 })
    const controller = new AbortController()
    node.faults.respond = ({ method }) => {
      if (method === 'eth_getBlockByNumber') controller.abort(new Error('enough'))
      return undefined
    }
    await expect(findBlockByTime(client, 5n, { signal: controller.signal })).rejects.toThrow('enough')
    expect(node.callsOf('eth_getBlockByNumber')).toHaveLength(1)
  })
})

describe('findDeployment', () => {
  /** A node with a contract deployed at a block; states before `oldest` are gone. */
  function deployed(at: number, { head = 10_000, oldest = 0 } = {}) {
    const { node, client } = setUp({ blocks: head + 1 })
    node.faults.respond = ({ method, params: [, block] }) => {
      if (method !== 'eth_getCode') return undefined
      const number = block === 'latest' ? head : Number(block)
      if (number < oldest) return { error: { code: -32000, message: 'missing trie node deadbeef (path )' } }
      return { result: number >= at ? '0x6001' : '0x' }
    }
    return { node, find: () => findDeployment(client, token) }
  }

  test('finds the block, with one request per bisection step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(10_000), async (at) => {
        const { node, find } = deployed(at)
        expect(await find()).toBe(BigInt(at))
        expect(node.callsOf('eth_getCode').length).toBeLessThanOrEqual(16)
      }),
      { numRuns: 25 },
    )
  })

  test('works with pruned states if the contract was deployed later', async () => {
    expect(await deployed(7_777, { oldest: 5_000 }).find()).toBe(7_777n)
    expect(await deployed(5_001, { oldest: 5_000 }).find()).toBe(5_001n)
  })

  test('reports that it was deployed before the oldest state', async () => {
    const error: unknown = await deployed(10, { oldest: 5_000 })
      .find()
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(NodeError)
    expect(error).toMatchObject({
      kind: 'pruned',
      shortMessage: 'The contract was deployed in block 5000 or earlier: no node keeps older states.',
    })
  })

  test.each([100, 101, 102, 103])('places none below its block while blocks are made: %i', async (at) => {
    const { node, client } = setUp({ blocks: 101 })
    let head = 100
    node.faults.respond = ({ method, params: [, block] }) => {
      if (method === 'eth_blockNumber') return { result: hex(head++) }
      if (method !== 'eth_getCode') return undefined
      return { result: (block === 'latest' ? head++ : Number(block)) >= at ? '0x6001' : '0x' }
    }
    const found = await findDeployment(client, token).catch((error: unknown) => {
      expect(error).toBeInstanceOf(InvalidQueryError)
    })
    expect([BigInt(at), undefined]).toContain(found)
  })

  test('reports that there is no contract', async () => {
    await expect(deployed(10_001).find()).rejects.toBeInstanceOf(InvalidQueryError)
  })

  test('rethrows other errors', async () => {
    const { node, client } = setUp({ blocks: 100 })
    node.faults.refuse = { eth_getCode: { code: -32601, message: 'the method eth_getCode does not exist' } }
    await expect(findDeployment(client, token)).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

test('calls of look-ups and estimates are reported as such', async () => {
  const { node, client } = setUp({ blocks: 20 })
  const { hash } = node.chain.block(3)!
  const seen = new Set<string>()
  client.transport.pool.onRequest(({ method, reason }) => seen.add(`${reason} ${method}`))
  node.faults.respond = ({ method }) => {
    if (method === 'eth_getCode') return { result: '0x01' }
    return method.startsWith('eth_getTransaction') ? { result: null } : undefined
  }
  await findBlockByTime(client, 0n)
  await findDeployment(client, token)
  await readTransaction(client, hash)
  await estimateScan(client, { fromBlock: 1n, toBlock: hash })
  expect([...seen].sort()).toEqual([
    'chain-check eth_chainId',
    'estimate eth_getBlockByHash',
    'estimate eth_getBlockByNumber',
    'lookup eth_blockNumber',
    'lookup eth_getBlockByNumber',
    'lookup eth_getCode',
    'lookup eth_getTransactionByHash',
    'lookup eth_getTransactionReceipt',
  ])
})
