import { describe, expect, test } from 'vitest'
import type { NodeError } from '../../../../src/errors/NodeError.ts'
import { defineNetwork } from '../../../../src/logs/archive/defineNetwork.ts'
import { countLogs } from '../../../../src/logs/columns/LogSelection.ts'
import { toIntervalSet } from '../../../../src/logs/intervals.ts'
import { logId } from '../../../../src/logs/order.ts'
import { readInterval } from '../../../../src/logs/scan/read/readInterval.ts'
import { xone } from '../../../../src/rpc/networks/xone.ts'
import { createPool } from '../../../../src/rpc/pool/createPool.ts'
import { createFakeNode, type FakeNode, type FakeNodeOptions } from '../../../support/fakeNode.ts'
import { openVirtualNode } from '../../../support/openVirtualNode.ts'
import { VirtualClock } from '../../../support/simulation/VirtualClock.ts'
import { withoutTurns } from '../../../support/simulation/withoutTurns.ts'

const setUp = (options: FakeNodeOptions = {}) =>
  openVirtualNode({ blocks: 10_000, logsPerBlock: 1, latency: 20, ...options })

const whole = { fromBlock: 0n, toBlock: 9_999n }
const verified = [{ from: 0n, to: 9_999n }]
const truth = (node: FakeNode, from = 0n) => node.chain.logs({}, from, 9_999n).map(logId)
/** Calls beyond those that a scan sends to a trusted node. */
const looks = (node: FakeNode) =>
  node.calls.filter(
    ({ method, params: [first] }) =>
      method === 'eth_getBlockByNumber' ||
      (method === 'eth_getLogs' &&
        (first as { fromBlock: string }).fromBlock === (first as { toBlock: string }).toBlock),
  ).length

test('an endpoint that reported pruned history is not used for it again, though another one fails the call', async () => {
  const { node, read } = setUp({ endpoints: 3 })
  const [first, second] = node.endpoints
  first!.faults.pruned = { below: 9_000, style: 'error' }
  second!.faults.refuse = { eth_getLogs: { code: 1, message: 'nope' } }
  const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 999n })
  expect(coverage.verified).toEqual([{ from: 0n, to: 999n }])
  expect(logs.length).toBe(1_000)
  const asked = node
    .callsOf('eth_getLogs')
    .filter(({ endpoint }) => endpoint === first!.host)
    .map(({ params }) => JSON.stringify(params))
  expect(new Set(asked).size).toBe(asked.length)
  expect(asked.length).toBeGreaterThan(0)
})

test('an endpoint that falls behind before it answers without logs does not count', async () => {
  const { node, read } = setUp({ endpoints: 2, blocks: 1_000 })
  const [first] = node.endpoints
  first!.faults.respond = ({ method }) => {
    if (method === 'eth_getLogs') first!.faults = { lag: 8, beyondHead: 'empty' }
    return undefined
  }
  const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 999n })
  expect(first!.faults.lag).toBe(8)
  expect(coverage.verified).toEqual([{ from: 0n, to: 999n }])
  expect(logs.length).toBe(1_000)
})

test('a head that an endpoint shows only while it answers does not count for the answer', async () => {
  const clock = new VirtualClock()
  const node = createFakeNode({ blocks: 100, logsPerBlock: 1, clock })
  const late: typeof fetch = async (input, init) => {
    const response = await node.fetch(input, init)
    if (String(init?.body).includes('eth_getLogs')) await clock.sleep(1_000)
    return response
  }
  const network = defineNetwork(xone, { http: node.urls, finality: 20 })
  const pool = createPool(network, { fetch: late, clock, storage: null, channel: null })
  const everything = { address: undefined, topics: [] }
  const reading = readInterval(pool, everything, { from: 90n, to: 100n }, undefined)
  await clock.run(clock.sleep(500))
  node.chain.mine(1)
  await clock.run(pool.request({ method: 'eth_blockNumber' }))
  const { selection } = await clock.run(reading)
  expect(countLogs(selection)).toBe(11)
})

test('a block is read by its hash from another endpoint when the first one is behind', async () => {
  const { node, read } = setUp({ endpoints: 2, blocks: 1_000 })
  node.endpoints[0]!.faults.lag = 5
  const blockHash = node.chain.block(999)!.hash
  const { logs, coverage } = await read({ blockHash })
  expect(coverage.verified).toEqual([{ from: 999n, to: 999n }])
  expect(logs.map(logId)).toEqual(truth(node, 999n))
})

test('an endpoint that refused gets no more requests while one block is read to find the cause', async () => {
  const { node, read } = setUp({
    endpoints: 3,
    // Reading one block takes longer than the requests of the second endpoint.
    latency: ({ params: [filter] }) => {
      const { fromBlock, toBlock } = (filter ?? {}) as { fromBlock?: string; toBlock?: string }
      return fromBlock !== undefined && fromBlock === toBlock ? 5_000 : 20
    },
  })
  const [first, second] = node.endpoints
  first!.faults.refuse = { eth_getLogs: { code: -32601, message: 'the method eth_getLogs is not available' } }
  second!.faults.tamper = (logs) => logs.map((log) => ({ ...log, address: '0x' }))
  const restoreTurns = withoutTurns()
  const { logs } = await read({ fromBlock: 0n, toBlock: 999n }).finally(restoreTurns)
  expect(logs.length).toBe(1_000)
  const asked = node
    .callsOf('eth_getLogs')
    .filter(({ endpoint }) => endpoint === first!.host)
    .map(({ params }) => JSON.stringify(params))
  expect(asked.length).toBeGreaterThan(1)
  expect(new Set(asked).size).toBe(asked.length)
})

describe('pruned history that is answered with no logs', () => {
  const styles = [
    { style: 'empty' },
    { style: 'empty', headers: true },
    { style: 'rest' },
    { style: 'rest', headers: true },
  ] as const

  test.each(styles)('of the only endpoint (%o) is reported, and the rest is read', async (style) => {
    for (const order of ['asc', 'desc'] as const) {
      const { node, read } = setUp()
      node.faults.pruned = { below: 6_100, ...style }
      const { logs, coverage } = await read({ ...whole, order })
      const from = coverage.verified[0]?.from ?? 0n
      expect(coverage.verified).toEqual([{ from, to: 9_999n }])
      // No pruned block is claimed; no more are left out than the search for the boundary tolerates.
      expect(from).toBeGreaterThanOrEqual(6_100n)
      expect(from).toBeLessThan(6_110n)
      expect(logs.map(logId).toSorted()).toEqual(truth(node, from).toSorted())
      expect(toIntervalSet(coverage.failed.map(({ range }) => range))).toEqual([{ from: 0n, to: from - 1n }])
      for (const { error } of coverage.failed) expect((error as NodeError).kind).toBe('pruned')
      expect(node.calls.length).toBeLessThan(80)
    }
  })

  test.each(styles)('of one of two endpoints (%o) is read from the other', async (style) => {
    for (const order of ['asc', 'desc'] as const) {
      const { node, read } = setUp({ endpoints: 2 })
      node.faults.pruned = { below: 6_100, ...style }
      const { logs, coverage } = await read({ ...whole, order })
      expect(coverage).toMatchObject({ verified, failed: [] })
      expect(logs.map(logId).toSorted()).toEqual(truth(node).toSorted())
    }
  })

  test.each(styles)('is detected (%o) though the query matches only few logs', async (style) => {
    const { node, read } = setUp({ endpoints: 2, logsPerBlock: 2 })
    const rare = `0x${'ab'.repeat(20)}` as const
    node.faults.pruned = { below: 6_100, ...style }
    const { coverage } = await read({ ...whole, address: rare })
    expect(coverage).toMatchObject({ verified, failed: [] })
    const claimed = await read({ ...whole, address: rare, order: 'desc' })
    expect(claimed.coverage).toMatchObject({ verified, failed: [] })
    const asked = node
      .callsOf('eth_getLogs')
      .filter(
        ({ endpoint, params: [filter] }) => endpoint === 'node-1.test' && 'address' in (filter as object),
      )
    const kept = asked.filter(
      ({ params: [filter] }) => Number((filter as { fromBlock: string }).fromBlock) >= 6_100,
    )
    // Requests that fail at the end of its history, and once per scan below.
    expect(asked.length - kept.length).toBeLessThan(12)
  })

  test('of a block requested by its hash is detected, unless its bloom excludes the filter', async () => {
    const { node, read } = setUp({ logsPerBlock: (block) => Number(block === 70) })
    node.faults.pruned = { below: 6_100, style: 'empty', headers: true }
    const hashOf = (block: number) => node.chain.block(block)!.hash
    await expect(read({ blockHash: hashOf(70) })).rejects.toMatchObject({ kind: 'pruned' })
    expect((await read({ blockHash: hashOf(71) })).coverage.failed).toEqual([])
  })

  test.each(['empty', 'error'] as const)(
    'of a block requested by its hash (%s) is read from another endpoint',
    async (style) => {
      const { node, read } = setUp({ endpoints: 2 })
      node.endpoints[0]!.faults.pruned = { below: 6_100, style }
      const { logs, coverage } = await read({ blockHash: node.chain.block(70)!.hash })
      expect(coverage.failed).toEqual([])
      expect(logs.map(logId)).toEqual(node.chain.logs({}, 70n, 70n).map(logId))
    },
  )

  test('is detected for an endpoint that held it, after an hour', async () => {
    const { node, clock, read } = setUp({ logsPerBlock: 2 })
    const rare = { ...whole, address: `0x${'ab'.repeat(20)}` } as const
    expect((await read(rare)).coverage).toMatchObject({ verified, failed: [] })
    node.faults.pruned = { below: 6_100, style: 'empty' }
    await clock.run(clock.sleep(3_700_000))
    expect((await read(rare)).coverage.failed).not.toEqual([])
  })

  test.each(styles)('is detected (%o) after a read of the first block, which has no logs', async (style) => {
    const { node, read } = setUp({ logsPerBlock: (block) => Number(block > 0) })
    node.faults.pruned = { below: 6_100, ...style }
    expect((await read({ fromBlock: 0n, toBlock: 0n })).coverage.failed).toEqual([])
    const { coverage } = await read({ fromBlock: 1n, toBlock: 40n })
    expect(coverage).toMatchObject({ verified: [], failed: [{ range: { from: 1n, to: 40n } }] })
  })

  test('is tried again by the next scan', async () => {
    const { node, read } = setUp()
    node.faults.pruned = { below: 6_100, style: 'empty' }
    expect((await read(whole)).coverage.failed).not.toEqual([])
    node.faults.pruned = undefined
    expect((await read(whole)).coverage).toMatchObject({ verified, failed: [] })
  })

  test('is not attributed to other endpoints by the header of one', async () => {
    const { node, read } = setUp({ endpoints: 2, logsPerBlock: 0 })
    const word = `0x${'1'.repeat(64)}`
    const logsBloom = `0x1${'0'.repeat(511)}`
    node.endpoints[0]!.faults.respond = ({ method, params: [number] }) =>
      method === 'eth_getBlockByNumber'
        ? { result: { number, hash: word, parentHash: word, timestamp: '0x1', logsBloom } }
        : undefined
    expect((await read(whole)).coverage).toMatchObject({ verified, failed: [] })
  })

  test('is not recorded permanently because of a block of an abandoned chain', async () => {
    const { node, read } = setUp({ logsPerBlock: 0 })
    const word = `0x${'1'.repeat(64)}`
    node.faults.respond = ({ method, params: [number] }) =>
      method === 'eth_getBlockByNumber'
        ? {
            result: {
              number,
              hash: word,
              parentHash: word,
              timestamp: '0x1',
              logsBloom: `0x1${'0'.repeat(511)}`,
            },
          }
        : undefined
    expect((await read(whole)).coverage.failed).not.toEqual([])
    node.faults.respond = undefined
    expect((await read(whole)).coverage).toMatchObject({ verified, failed: [] })
  })
})

describe('no logs from an endpoint that holds its history', () => {
  test.each<[string, FakeNodeOptions]>([
    ['a busy chain', { logsPerBlock: 2 }],
    ['a chain without any logs', { logsPerBlock: 0 }],
    ['a chain of few logs', { logsPerBlock: (block) => Number(block % 997 === 3) }],
    ['a chain whose headers say nothing', { faults: { bloom: 'full' } }],
    [
      'nodes that tell no headers',
      { faults: { refuse: { eth_getBlockByNumber: { code: -32601, message: 'no' } } } },
    ],
  ])('are trusted after one or two checks each, once: %s', async (_, options) => {
    const { node, read } = setUp({ endpoints: 2, ...options })
    // Enough calls for both.
    node.faults = { ...node.faults, maxBlockRange: 25 }
    node.endpoints[1]!.faults = node.faults
    const query = { ...whole, address: `0x${'ab'.repeat(20)}` } as const
    const { coverage } = await read(query)
    expect(coverage).toMatchObject({ verified, failed: [] })
    expect(new Set(node.callsOf('eth_getLogs').map(({ endpoint }) => endpoint)).size).toBe(2)
    expect(looks(node)).toBeLessThanOrEqual(8)
    node.clearCalls()
    await read({ ...query, fromBlock: 5n, order: 'desc' })
    expect(looks(node)).toBe(0)
  })

  test('no probe is sent when logs begin as expected, even in bursts', async () => {
    const bursts = (block: number) => (block % 700 > 650 ? 20 : Number(block % 10 === 3))
    const { node, read } = setUp({ endpoints: 3, logsPerBlock: bursts, faults: { maxBlockRange: 100 } })
    expect((await read(whole)).coverage).toMatchObject({ verified, failed: [] })
    expect(looks(node)).toBe(0)
  })

  test('no probe is sent when logs begin as expected, or near the head', async () => {
    const { node, read } = setUp({ endpoints: 3, faults: { maxBlockRange: 100 } })
    await read(whole)
    expect(looks(node)).toBe(0)
    await read({ fromBlock: 9_985n, toBlock: 9_999n, address: `0x${'ab'.repeat(20)}` })
    expect(looks(node)).toBe(0)
  })

  test('an endpoint that cannot be probed is replaced by another', async () => {
    const { node, read } = setUp({ endpoints: 2 })
    node.faults.respond = ({ method }) =>
      method === 'eth_getBlockByNumber' ? { error: { code: -32603, message: 'no backend' } } : undefined
    const { coverage } = await read({ ...whole, address: `0x${'ab'.repeat(20)}` })
    expect(coverage).toMatchObject({ verified, failed: [] })
  })
})

describe('an error with an unknown message', () => {
  const refuses = (node: FakeNode, at: number) => {
    node.endpoints[at]!.faults.respond = ({ method }) =>
      method === 'eth_getLogs' ? { error: { code: -32099, message: 'nope' } } : undefined
  }

  test('of some endpoints costs one or two calls each: the others are used', async () => {
    const { node, read } = setUp({ endpoints: 3 })
    refuses(node, 0)
    refuses(node, 2)
    const { logs, coverage } = await read(whole)
    expect(coverage).toMatchObject({ verified, failed: [] })
    expect(logs.map(logId)).toEqual(truth(node))
    const asked = node.callsOf('eth_getLogs').map(({ endpoint }) => endpoint)
    expect(asked.filter((endpoint) => endpoint !== 'node-2.test').length).toBeLessThan(10)
  })

  test('of all of them soon ends in an error for each missing part', async () => {
    const { node, read } = setUp({ endpoints: 3 })
    for (const at of [0, 1, 2]) refuses(node, at)
    const { coverage } = await read(whole)
    expect(coverage.verified).toEqual([])
    expect(toIntervalSet(coverage.failed.map(({ range }) => range))).toEqual(verified)
    for (const { error } of coverage.failed)
      expect(error).toMatchObject({ name: 'UnreadBlocksError', kind: 'fatal', method: 'eth_getLogs' })
    expect(node.callsOf('eth_getLogs').length).toBeLessThan(20)
  })
})

describe('one block that is too large', () => {
  function crowded(endpoints: number) {
    const { node, read } = setUp({ blocks: 50, endpoints })
    const a = `0x${'a1'.repeat(20)}` as const
    node.chain.mine(1, { logs: Array.from({ length: 30 }, () => ({ address: a })) })
    const block = node.chain.head
    node.chain.mine(5)
    return { node, read, block, query: { address: a, fromBlock: block - 3n, toBlock: block + 2n } }
  }

  test('for one endpoint, with a filter that cannot be split, is read from another', async () => {
    const { node, read, query } = crowded(3)
    node.faults.maxResults = 5
    node.endpoints[1]!.faults.maxResults = 12
    const { logs, coverage } = await read(query)
    expect(logs.length).toBe(30)
    expect(coverage).toMatchObject({ verified: [{ from: query.fromBlock, to: query.toBlock }], failed: [] })
  })

  test('for all of them is reported, and none gets the request twice', async () => {
    const { node, read, query, block } = crowded(3)
    for (const endpoint of node.endpoints) endpoint.faults.maxResults = 5
    const { coverage } = await read(query)
    expect(coverage.failed).toMatchObject([
      { range: { from: block, to: block }, error: { kind: 'too-many-results', name: 'UnreadBlocksError' } },
    ])
    expect(coverage.failed[0]?.error.message).toContain(
      `Block ${block} could not be read: No endpoint sends all logs of one block at once.`,
    )
    const asked = node
      .callsOf('eth_getLogs')
      .filter(({ params: [filter] }) => Number((filter as { fromBlock: string }).fromBlock) === Number(block))
      .filter(({ params: [filter] }) => Number((filter as { toBlock: string }).toBlock) === Number(block))
    expect(asked.map(({ endpoint }) => endpoint).toSorted()).toEqual([
      'node-1.test',
      'node-2.test',
      'node-3.test',
    ])
  })

  test('is not requested again where a probe of the history was refused', async () => {
    const { node, read } = setUp({
      blocks: 200,
      endpoints: 2,
      logsPerBlock: (block) => (block === 1 ? 9 : 0),
    })
    for (const endpoint of node.endpoints) endpoint.faults.maxResults = 5
    const { coverage } = await read({ fromBlock: 0n, toBlock: 150n, order: 'desc' })
    expect(coverage.failed).toMatchObject([
      { range: { from: 1n, to: 1n }, error: { kind: 'too-many-results', name: 'UnreadBlocksError' } },
    ])
    const asked = node
      .callsOf('eth_getLogs')
      .filter(({ params: [filter] }) => (filter as { fromBlock: string }).fromBlock === '0x1')
      .filter(({ params: [filter] }) => (filter as { toBlock: string }).toBlock === '0x1')
    expect(asked.map(({ endpoint }) => endpoint).toSorted()).toEqual(['node-1.test', 'node-2.test'])
  })

  test('truncation by one endpoint is detected by comparison with another', async () => {
    const { node, read, query } = crowded(2)
    node.faults.truncateAt = 25
    const { logs } = await read(query)
    expect(logs.length).toBe(30)
  })
})
