import type { Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import type { NodeError } from '../../../../src/errors/NodeError.ts'
import { logId } from '../../../../src/logs/order.ts'
import type { EndpointFaults } from '../../../../src/testing/EndpointFaults.ts'
import type { WireLog } from '../../../../src/testing/WireLog.ts'
import { type FakeNode, type FakeNodeOptions } from '../../../support/fakeNode.ts'
import { openVirtualNode } from '../../../support/openVirtualNode.ts'

// One log of an answer is unreadable, and may match the query.

const setUp = (options: FakeNodeOptions = {}) =>
  openVirtualNode({ blocks: 500, logsPerBlock: 2, latency: 20, ...options })

const hash = (digit: string): Hash => `0x${digit.repeat(64)}`

/** Ways to mangle a log, and whether its block can still be read. */
const mangled: readonly [string, (log: WireLog) => unknown][] = [
  ['odd hex', (log) => ({ ...log, data: `${log.data}1` })],
  ['five topics', (log) => ({ ...log, topics: Array(5).fill(log.topics[0]) })],
  ['no block hash', (log) => ({ ...log, blockHash: null })],
  ['no address', (log) => ({ ...log, address: undefined })],
  ['no index', (log) => ({ ...log, logIndex: null })],
  ['no block number', (log) => ({ ...log, blockNumber: null })],
  // faults.test.ts sends two megabytes.
  ['a block number of 200 kB', (log) => ({ ...log, blockNumber: `0x${'f'.repeat(200_000)}` })],
  ['null', () => null],
  ['an empty object', () => ({})],
]

/** Mangles the first log of a block. */
function mangle(block: number, way: (log: WireLog) => unknown) {
  return (logs: WireLog[]): unknown[] => {
    const at = logs.findIndex(({ blockNumber }) => Number(blockNumber) === block)
    return logs.map((log, index) => (index === at ? way(log) : log))
  }
}

const truth = (node: FakeNode, from: bigint, to: bigint) => node.chain.logs({}, from, to).map(logId)

describe.each(mangled)('a log with %s', (_, way) => {
  test('is read from another endpoint', async () => {
    const { node, read } = setUp({ endpoints: 2 })
    node.endpoints[0]!.faults.tamper = mangle(30, way)
    const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 100n })
    expect(coverage).toMatchObject({ verified: [{ from: 0n, to: 100n }], pending: [], failed: [] })
    expect(logs.map(logId)).toEqual(truth(node, 0n, 100n))
    expect(node.callsOf('eth_getLogs').map(({ endpoint }) => endpoint)).toContain(node.endpoints[1]!.host)
  })

  test.each([1, 2])(
    'fails its block, and no other, where all of %i endpoints mangle it',
    async (endpoints) => {
      const { node, read } = setUp({ endpoints })
      for (const { faults } of node.endpoints) faults.tamper = mangle(30, way)
      const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 499n })
      expect(coverage.verified).toEqual([
        { from: 0n, to: 29n },
        { from: 31n, to: 499n },
      ])
      expect(coverage.pending).toEqual([])
      expect(coverage.failed).toMatchObject([{ range: { from: 30n, to: 30n }, error: { kind: 'malformed' } }])
      const sure = logs.filter(({ blockNumber }) => blockNumber !== 30n).map(logId)
      expect(sure).toEqual([...truth(node, 0n, 29n), ...truth(node, 31n, 499n)])
    },
  )

  test('fails its block where it is the only log of the answer', async () => {
    const { node, read } = setUp({ logsPerBlock: (block) => Number(block === 30) })
    node.faults.tamper = mangle(30, way)
    const { coverage } = await read({ fromBlock: 0n, toBlock: 100n })
    expect(coverage.verified.some(({ from, to }) => from <= 30n && to >= 30n)).toBe(false)
    expect(coverage.failed.map(({ error }) => (error as NodeError).kind)).toEqual(['malformed'])
  })
})

test('a log that names its block costs one more call, and the endpoint is avoided afterwards', async () => {
  const { node, read } = setUp()
  node.faults.tamper = mangle(30, (log) => ({ ...log, data: '0x1' }))
  await read({ fromBlock: 0n, toBlock: 100n })
  expect(node.callsOf('eth_getLogs')).toHaveLength(2)

  const two = setUp({ endpoints: 2 })
  for (const { faults } of two.node.endpoints) faults.maxBlockRange = 25
  two.node.endpoints[0]!.faults.tamper = mangle(3, () => null)
  await two.read({ fromBlock: 0n, toBlock: 499n })
  const asked = two.node.callsOf('eth_getLogs')
  expect(asked.filter(({ endpoint }) => endpoint === two.node.endpoints[0]!.host).length).toBeLessThan(8)
})

test('logs mangled in different blocks by two endpoints complete each other', async () => {
  const { node, read } = setUp({ endpoints: 2 })
  node.endpoints[0]!.faults.tamper = mangle(30, (log) => ({ ...log, topics: null }))
  node.endpoints[1]!.faults.tamper = mangle(50, (log) => ({ ...log, topics: null }))
  const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 100n })
  expect(coverage).toMatchObject({ verified: [{ from: 0n, to: 100n }], failed: [] })
  expect(logs.map(logId)).toEqual(truth(node, 0n, 100n))
})

test('an endpoint that mangles all answers is dropped within a bounded number of calls', async () => {
  const { node, read } = setUp()
  node.faults.tamper = (logs) => (logs.length > 0 ? [...logs, null] : logs)
  const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 499n })
  const known = new Set(truth(node, 0n, 499n))
  expect(logs.map(logId).filter((id) => !known.has(id))).toEqual([])
  expect(coverage.pending).toEqual([])
  expect(coverage.verified).toEqual([])
  expect(node.callsOf('eth_getLogs').length).toBeLessThan(300)
})

test('a readable log that was not requested does not fail its block', async () => {
  const { node, read } = setUp()
  node.faults.tamper = (logs) => [...logs, { ...logs[0], blockNumber: '0xfffff' }]
  const { logs, coverage, snapshot } = await read({ fromBlock: 0n, toBlock: 100n })
  expect(coverage).toMatchObject({ verified: [{ from: 0n, to: 100n }], failed: [] })
  expect(logs.map(logId)).toEqual(truth(node, 0n, 100n))
  expect(snapshot.rejected).toBe(1)
})

test('a removed log does not hide its replacement', async () => {
  const { node, read } = setUp()
  node.faults.tamper = ([first, ...logs]) => [
    { ...first, removed: true, blockHash: hash('a') },
    first,
    ...logs,
  ]
  const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 100n })
  expect(coverage.failed).toEqual([])
  expect(logs.map(logId)).toEqual(truth(node, 0n, 100n))
})

describe('an answer that contradicts itself', () => {
  const ways: readonly [string, (logs: WireLog[]) => unknown[]][] = [
    [
      'two hashes at one height',
      (logs) => logs.map((log) => (log.logIndex === '0x1' && log.blockNumber === '0x1e' ? forge(log) : log)),
    ],
    [
      'two hashes at one height and index',
      (logs) => logs.flatMap((log) => (log.blockNumber === '0x1e' ? [log, forge(log)] : [log])),
    ],
    [
      'two logs with one index',
      (logs) => logs.flatMap((log) => (log.blockNumber === '0x1e' ? [log, { ...log, data: '0x12' }] : [log])),
    ],
  ]
  const forge = (log: WireLog) => ({ ...log, blockHash: hash('b') })

  test.each(ways)('by %s: another endpoint is used', async (_, tamper) => {
    const { node, read } = setUp({ endpoints: 2 })
    node.endpoints[0]!.faults.tamper = tamper
    const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 100n })
    expect(coverage).toMatchObject({ verified: [{ from: 0n, to: 100n }], failed: [] })
    expect(logs.map(logId)).toEqual(truth(node, 0n, 100n))
  })

  test.each(ways)('by %s: it is read again, and its block fails in the end', async (_, tamper) => {
    const { node, read } = setUp()
    node.faults.tamper = tamper
    const { coverage } = await read({ fromBlock: 0n, toBlock: 100n })
    expect(coverage.verified).toEqual([
      { from: 0n, to: 29n },
      { from: 31n, to: 100n },
    ])
    expect(coverage.failed).toMatchObject([{ range: { from: 30n, to: 30n }, error: { kind: 'malformed' } }])
  })

  test.each(ways)('by %s: once, as in a reorg: the next answer counts', async (_, tamper) => {
    const { node, read } = setUp()
    let answers = 0
    node.faults.tamper = (logs) => (answers++ === 0 ? tamper(logs) : logs)
    const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 100n })
    expect(coverage).toMatchObject({ verified: [{ from: 0n, to: 100n }], failed: [] })
    expect(logs.map(logId)).toEqual(truth(node, 0n, 100n))
    expect(answers).toBe(2)
  })
})

describe('by block hash', () => {
  test('another endpoint is used', async () => {
    const { node, read } = setUp({ endpoints: 2 })
    node.endpoints[0]!.faults.tamper = mangle(30, () => null)
    const { logs, coverage } = await read({ blockHash: node.chain.block(30)!.hash })
    expect(coverage).toMatchObject({ verified: [{ from: 30n, to: 30n }], failed: [] })
    expect(logs.map(logId)).toEqual(truth(node, 30n, 30n))
  })

  test.each([1, 2])('the block fails where all of %i endpoints mangle it', async (endpoints) => {
    const { node, read } = setUp({ endpoints })
    for (const { faults } of node.endpoints) faults.tamper = mangle(30, (log) => ({ ...log, topics: 7 }))
    const { coverage } = await read({ blockHash: node.chain.block(30)!.hash })
    expect(coverage).toMatchObject({
      verified: [],
      pending: [],
      failed: [{ range: { from: 30n, to: 30n }, error: { kind: 'malformed' } }],
    })
  })
})

test('an answer that is cut off as well is complete for none of its blocks', async () => {
  const { node, read } = setUp({ logsPerBlock: 5 })
  node.faults.truncateAt = 1_000
  node.faults.tamper = mangle(30, (log) => ({ ...log, data: '0x1' }))
  const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 499n })
  expect(coverage).toMatchObject({
    verified: [
      { from: 0n, to: 29n },
      { from: 31n, to: 499n },
    ],
    pending: [],
    failed: [{ range: { from: 30n, to: 30n }, error: { kind: 'malformed' } }],
  })
  const sure = logs.filter(({ blockNumber }) => blockNumber !== 30n).map(logId)
  expect(sure).toEqual([...truth(node, 0n, 29n), ...truth(node, 31n, 499n)])
})

describe('an endpoint that mangles all logs of a range that is too much for another one', () => {
  const others: readonly [string, EndpointFaults, number][] = [
    ['names its limit', { maxBlockRange: 12 }, 150],
    [
      'refuses in unknown words',
      { maxBlockRange: 12, rangeError: () => ({ code: -32600, message: 'not on this plan' }) },
      200,
    ],
  ]

  test.each(others)('which %s: that one reads narrower ranges', async (_, faults, most) => {
    const { node, read } = setUp({ endpoints: 2 })
    const [first, second] = node.endpoints
    first!.faults.tamper = (logs) => logs.map((log) => ({ ...log, data: '0x1' }))
    Object.assign(second!.faults, faults)
    const { logs, coverage } = await read({ fromBlock: 1n, toBlock: 499n })
    expect(coverage).toMatchObject({ verified: [{ from: 1n, to: 499n }], failed: [] })
    expect(logs.map(logId)).toEqual(truth(node, 1n, 499n))
    expect(node.callsOf('eth_getLogs').length).toBeLessThan(most)
  })
})

test.each([0n, 485n])(
  'after a reorg, the rest of an answer from block %i is not kept for the blocks read again',
  async (fromBlock) => {
    const { node, read } = setUp()
    let answers = 0
    node.faults.tamper = (logs) => {
      if (logs.some(({ blockNumber }) => blockNumber === '0x1ef') && ++answers === 1) {
        const sent = mangle(490, (log) => ({ ...log, data: '0x1' }))(logs)
        node.chain.reorg(15)
        return sent
      }
      return logs
    }
    const { logs, coverage } = await read({ fromBlock })
    expect(coverage).toMatchObject({ verified: [{ from: fromBlock, to: 499n }], failed: [] })
    expect(logs.map(logId)).toEqual(truth(node, fromBlock, 499n))
  },
)

test('logs that an endpoint adds do not hide that it cuts answers off', async () => {
  const { node, read } = setUp({ logsPerBlock: 1 })
  node.faults.truncateAt = 25
  // One more log than it sends at once.
  node.faults.tamper = (logs) =>
    logs.flatMap((log) => (log.blockNumber === '0x1' ? [log, { ...log, blockHash: hash('b') }] : [log]))
  const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 479n })
  expect(coverage.failed).toMatchObject([{ range: { from: 1n, to: 1n } }])
  const sure = logs.filter(({ blockNumber }) => blockNumber !== 1n).map(logId)
  expect(sure).toEqual([...truth(node, 0n, 0n), ...truth(node, 2n, 479n)])
})
