import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { toIntervalSet } from '../../../src/logs/intervals.ts'
import { logId } from '../../../src/logs/order.ts'
import { estimateScan } from '../../../src/logs/scan/estimate/estimateScan.ts'
import type { PoolOptions } from '../../../src/rpc/pool/PoolOptions.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode, type FakeNode, type FakeNodeOptions } from '../../support/fakeNode.ts'
import { readAll } from '../../support/readAll.ts'
import { settle } from '../../support/settle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

function setUp(options: FakeNodeOptions = {}, poolOptions: PoolOptions = {}) {
  const node = createFakeNode({ blocks: 1_000, logsPerBlock: 3, ...options })
  const client = clientOf(node, { finality: 20 }, poolOptions)
  return { node, client }
}

const ids = (logs: readonly { blockHash: string; logIndex: number }[]) =>
  logs.map((log) => logId(log as never))

function truth(node: FakeNode, from: bigint, to: bigint) {
  return ids(node.chain.logs({}, from, to))
}

describe('a healthy node', () => {
  test('gives every log once, in order', async () => {
    const { node, client } = setUp()
    const { logs, coverage } = await settle(readAll(client, { fromBlock: 10n, toBlock: 900n }))
    expect(ids(logs)).toEqual(truth(node, 10n, 900n))
    expect(coverage).toEqual({ verified: [{ from: 10n, to: 900n }], trimmed: [], pending: [], failed: [] })
  })

  test('newest first, with a limit, it stops early and claims only the blocks it read', async () => {
    const { node, client } = setUp({ blocks: 20_000 })
    const { logs, coverage } = await settle(readAll(client, { order: 'desc', limit: 100 }))
    const all = truth(node, 0n, node.chain.head)
    expect(ids(logs)).toEqual(all.slice(-100).reverse())
    expect(node.callsOf('eth_getLogs').length).toBeLessThan(5)
    // All claimed blocks have all their logs, and every complete block is claimed.
    const oldest = logs.at(-1)!.blockNumber
    const isWhole = truth(node, oldest, oldest).every((id) => ids(logs).includes(id))
    const from = isWhole ? oldest : oldest + 1n
    expect(coverage.verified).toEqual([{ from, to: node.chain.head }])
  })

  test.each(['asc', 'desc'] as const)(
    'whole blocks: a limit ends with a block, so that the next scan goes on (%s)',
    async (order) => {
      const { node, client } = setUp({ blocks: 200 })
      let blocks = { fromBlock: 0n, toBlock: node.chain.head }
      const parts: string[][] = []
      while (blocks.fromBlock <= blocks.toBlock) {
        const { events } = await settle(
          readAll(client, { ...blocks, order, limit: 70 }, { wholeBlocks: true }),
        )
        const read = events.filter((event) => event.type === 'logs')
        const logs = read.flatMap((event) => event.logs.toArray())
        const [range] = toIntervalSet(read.map((event) => event.range))
        const { from, to } = range!
        const expected = truth(node, from, to)
        expect(ids(logs)).toEqual(order === 'desc' ? expected.reverse() : expected)
        // Without its last block, it has fewer.
        const edge = logs.at(-1)!.blockNumber
        expect(logs.filter(({ blockNumber }) => blockNumber !== edge).length).toBeLessThan(70)
        parts.push(ids(logs))
        blocks = order === 'desc' ? { ...blocks, toBlock: from - 1n } : { ...blocks, fromBlock: to + 1n }
      }
      expect(parts.length).toBeGreaterThan(5)
      expect(parts.flat().toSorted()).toEqual(truth(node, 0n, node.chain.head).toSorted())
    },
  )

  test('a range beyond the head covers the existing blocks, and the rest is pending', async () => {
    const { node, client } = setUp()
    const { head } = node.chain
    const { coverage } = await settle(readAll(client, { fromBlock: head - 5n, toBlock: head + 10n }))
    expect(coverage.verified).toEqual([{ from: head - 5n, to: head }])
    expect(coverage.pending).toEqual([{ from: head + 1n, to: head + 10n }])
    const none = await settle(readAll(client, { fromBlock: head + 5n }))
    expect(none.coverage.verified).toEqual([])
  })

  test('one block by its hash', async () => {
    const { node, client } = setUp()
    const [log] = node.chain.logs({}, 500n, 510n)
    const { logs, coverage } = await settle(readAll(client, { blockHash: log!.blockHash }))
    expect(ids(logs)).toEqual(truth(node, log!.blockNumber, log!.blockNumber))
    expect(coverage.verified).toEqual([{ from: log!.blockNumber, to: log!.blockNumber }])
    const query = { blockHash: log!.blockHash, limit: 2 }
    expect((await settle(readAll(client, query))).logs).toHaveLength(2)
    const whole = await settle(readAll(client, query, { wholeBlocks: true }))
    expect(ids(whole.events.flatMap((event) => (event.type === 'logs' ? event.logs.toArray() : [])))).toEqual(
      ids(logs),
    )
    await expect(settle(readAll(client, { blockHash: `0x${'ab'.repeat(32)}` }))).rejects.toThrow(
      /has no block with the hash/,
    )
  })

  test('the node and the scan both apply the filter', async () => {
    const { node, client } = setUp()
    const [some] = node.chain.logs({}, 100n, 200n)
    const query = { address: some!.address, topics: [some!.topics[0]!], fromBlock: 0n, toBlock: 900n }
    const { logs } = await settle(readAll(client, query))
    const { filter } = parseLogQuery(query)
    expect(ids(logs)).toEqual(ids(node.chain.logs(filter as never, 0n, 900n)))
    expect(logs.length).toBeGreaterThan(0)
  })

  test('nothing is sent after an abort', async () => {
    const { node, client } = setUp({ latency: 100, blocks: 50_000 })
    const abort = new AbortController()
    const run = readAll(client, { fromBlock: 0n }, { signal: abort.signal })
    run.catch(() => {})
    await vi.advanceTimersByTimeAsync(250)
    const sent = node.calls.length
    expect(sent).toBeGreaterThan(0)
    abort.abort()
    await expect(run).rejects.toThrow(/abort/i)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(node.calls.length).toBe(sent)
  })

  test('invalid input is refused before anything is sent', async () => {
    const { node, client } = setUp()
    await expect(readAll(client, { fromBlock: 9n, toBlock: 1n })).rejects.toThrow(/reversed/)
    expect(node.calls).toEqual([])
  })

  test('a range whose moving start has passed its end is refused before logs are read', async () => {
    const { node, client } = setUp({ blocks: 100 })
    const query = { fromBlock: 'latest-20', toBlock: 50n } as const
    const message = /ends at block 50, before it starts at 79/
    await expect(readAll(client, query)).rejects.toThrow(message)
    await expect(estimateScan(client, query)).rejects.toThrow(message)
    expect(node.callsOf('eth_getLogs')).toEqual([])
    const { logs } = await readAll(client, { ...query, toBlock: 85n })
    expect(logs.map(logId)).toEqual(node.chain.logs({}, 79n, 85n).map(logId))
  })
})

describe('limits', () => {
  test('a range limit with a hint is learned, and the refused width never requested again', async () => {
    const { node, client } = setUp()
    node.faults.maxBlockRange = 50
    const { logs } = await settle(readAll(client, { fromBlock: 0n, toBlock: 999n }))
    expect(ids(logs)).toEqual(truth(node, 0n, 999n))
    const calls = node.callsOf('eth_getLogs').length
    // 20 chunks of 50 blocks, and the probes that met the limit.
    expect(calls).toBeLessThanOrEqual(22)
    await settle(readAll(client, { fromBlock: 0n, toBlock: 999n }))
    expect(node.callsOf('eth_getLogs').length - calls).toBe(20)
  })

  test('finding a limit costs one call, and endpoints are only used if there is enough work', async () => {
    const { node, client } = setUp({ blocks: 10_000, logsPerBlock: 1, endpoints: 5, latency: 20 })
    for (const { faults } of node.endpoints) faults.maxBlockRange = 99
    const { logs } = await settle(readAll(client, { fromBlock: 0n, toBlock: 9_899n }))
    expect(ids(logs)).toEqual(truth(node, 0n, 9_899n))
    expect(node.callsOf('eth_getLogs').length).toBe(102)
    expect(node.calls.length).toBeLessThanOrEqual(105)
    expect(Math.max(...node.callsOf('eth_getLogs').map(({ batch }) => batch))).toBeGreaterThan(1)
  })

  test('a range error with an unknown message ends in an error that names the missing blocks', async () => {
    const { node, client } = setUp()
    node.faults.respond = ({ method }) =>
      method === 'eth_getLogs' ? { error: { code: -32099, message: 'nope' } } : undefined
    const { coverage, logs } = await settle(readAll(client, { fromBlock: 0n, toBlock: 999n }))
    expect(logs).toEqual([])
    expect(coverage.verified).toEqual([])
    // Each names its blocks, also those abandoned without a request.
    for (const { range, error } of coverage.failed) {
      expect(error).toBeInstanceOf(NodeError)
      expect(error).toMatchObject({ name: 'UnreadBlocksError', range, kind: 'fatal', code: -32099 })
      expect(error.message).toContain(`Blocks ${range.from} to ${range.to} could not be read: `)
    }
    expect(coverage.failed.at(0)?.range.from).toBe(0n)
    expect(coverage.failed.at(-1)?.range.to).toBe(999n)
    expect(node.callsOf('eth_getLogs').length).toBeLessThan(60)
  })

  test('a block that is too large is read by parts of the filter, or reported', async () => {
    const { node, client } = setUp({ blocks: 50 })
    const a = `0x${'a1'.repeat(20)}` as const
    const b = `0x${'b2'.repeat(20)}` as const
    node.chain.mine(1, { logs: [...Array(8)].map((_, i) => ({ address: i % 2 ? a : b })) })
    const block = node.chain.head
    node.chain.mine(5)
    node.faults.maxResults = 5
    const split = await settle(readAll(client, { address: [a, b], fromBlock: 0n, toBlock: block + 2n }))
    expect(split.logs.length).toBe(8)
    expect(split.coverage.verified).toEqual([{ from: 0n, to: block + 2n }])
    node.faults.maxResults = 3
    const failed = await settle(readAll(client, { address: a, fromBlock: block - 3n, toBlock: block + 2n }))
    expect(failed.coverage.failed.map(({ range }) => range)).toEqual([{ from: block, to: block }])
    expect(failed.coverage.verified).toEqual([
      { from: block - 3n, to: block - 1n },
      { from: block + 1n, to: block + 2n },
    ])
  })

  test('a timeout on a wide range narrows it', async () => {
    const { node, client } = setUp({}, { timeout: 2_000 })
    node.faults.hangOver = 100
    const { logs } = await settle(readAll(client, { fromBlock: 0n, toBlock: 999n }))
    expect(ids(logs)).toEqual(truth(node, 0n, 999n))
  })

  test('a node that answers no range in time is given up after a few attempts', async () => {
    const { node, client } = setUp()
    node.faults.hangOver = 0
    const { coverage } = await settle(readAll(client, { fromBlock: 0n, toBlock: 999n }))
    expect(coverage.failed).toHaveLength(1)
    expect(node.callsOf('eth_getLogs').length).toBeLessThan(8)
  })

  test('a suspicious number of logs is compared with its halves', async () => {
    const { node, client } = setUp({ logsPerBlock: 2 })
    node.faults.truncateAt = 100
    const { logs } = await settle(readAll(client, { fromBlock: 0n, toBlock: 999n }))
    expect(ids(logs)).toEqual(truth(node, 0n, 999n))
  })
})

describe('heads and lies', () => {
  test.each(['asc', 'desc'] as const)(
    'pruned history is reported, and the rest is read: %s',
    async (order) => {
      const { node, client } = setUp({ blocks: 8_000, logsPerBlock: 1 })
      node.faults.pruned = { below: 3_000, style: 'error' }
      const { logs, coverage } = await settle(readAll(client, { fromBlock: 0n, toBlock: 7_999n, order }))
      expect(new Set(coverage.failed.map(({ error }) => (error as NodeError).kind))).toEqual(
        new Set(['pruned']),
      )
      expect(coverage.verified).toEqual([{ from: 3_000n, to: 7_999n }])
      const covered = truth(node, 3_000n, 7_999n)
      expect(ids(order === 'asc' ? logs : logs.toReversed())).toEqual(covered)
      expect(node.callsOf('eth_getLogs').length).toBeLessThan(60)
    },
  )

  test('answers of a lagging endpoint do not count near the head', async () => {
    const { node, client } = setUp({ endpoints: 2 })
    node.endpoints[1]!.faults.lag = 30
    for (let round = 0; round < 4; round++) {
      const { head } = node.chain
      const { logs, coverage } = await settle(readAll(client, { fromBlock: head - 10n, toBlock: head }))
      const [verified] = coverage.verified
      expect(ids(logs)).toEqual(verified ? truth(node, verified.from, verified.to) : [])
      node.chain.mine(3)
    }
  })

  test('unrequested logs are dropped and counted', async () => {
    const { node, client } = setUp()
    node.faults.tamper = (logs) => [
      ...logs,
      { ...logs[0], removed: true },
      { ...logs[0], blockNumber: '0xffffff' },
    ]
    const { logs, snapshot } = await settle(readAll(client, { fromBlock: 0n, toBlock: 99n }))
    expect(ids(logs)).toEqual(truth(node, 0n, 99n))
    expect(snapshot.rejected).toBeGreaterThan(0)
  })

  test('a dead endpoint costs only time', async () => {
    const { node, client } = setUp({ endpoints: 3, blocks: 5_000 })
    node.endpoints[1]!.faults.down = 'html-503'
    node.endpoints[2]!.faults.refuse = {
      eth_getLogs: { code: -32600, message: 'This method is only on a paid tier' },
    }
    const { logs, coverage } = await settle(readAll(client, { fromBlock: 0n, toBlock: 4_999n }))
    expect(ids(logs)).toEqual(truth(node, 0n, 4_999n))
    expect(coverage.failed).toEqual([])
  })

  test('with no endpoint left the error says so', async () => {
    const { node, client } = setUp()
    node.faults.down = 'cors'
    await expect(settle(readAll(client, { fromBlock: 0n }))).rejects.toBeInstanceOf(NodeError)
  })
})
