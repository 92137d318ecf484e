import { describe, expect, test } from 'vitest'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { logId } from '../../../src/logs/order.ts'
import { readHistory } from '../../../src/logs/scan/readHistory.ts'
import type { ScanOptions } from '../../../src/logs/scan/ScanOptions.ts'
import { applyScanEvent } from '../../../src/logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { type FakeNode, type FakeNodeOptions } from '../../support/fakeNode.ts'
import { openVirtualNode } from '../../support/openVirtualNode.ts'

/** Latencies of a response, in milliseconds. */
const latencies = [0, 50, 200]
/** When rows must be there at the latest, if viem has them after `trips` responses. */
const notAfter = (trips: number, latency: number) => Math.max(1.1 * trips * latency, trips * latency + 20)

const blocks = 40_000
const logsPerBlock = (block: number) => Number(block % 7 === 3)
/** As many in the first and last thousand blocks as nodes truncate at. */
const denseEnds = (block: number) => Number(block < 1_000 || block >= blocks - 1_000)

function setUp(options: FakeNodeOptions = {}) {
  const { node, clock, client } = openVirtualNode({
    blocks,
    logsPerBlock,
    latency: 200,
    ...options,
  })

  /** Scans to the end. */
  const read = (query: LogQuery, given: ScanOptions = {}) =>
    clock.run(
      (async () => {
        const start = clock.now()
        let snapshot = LogsSnapshot.empty
        let first: { at: number; snapshot: LogsSnapshot; calls: number } | undefined
        for await (const event of readHistory(client, query, given)) {
          snapshot = applyScanEvent(snapshot, event)
          if (!first && snapshot.selections.length > 0)
            first = { at: clock.now() - start, snapshot, calls: node.calls.length }
        }
        return { first, snapshot }
      })(),
    )
  return { node, clock, client, read }
}

const idsOf = ({ selections, order }: LogsSnapshot) =>
  createPackedLogList({ segments: selections, order }).map(logId)
const truth = (node: FakeNode, from = 0n, to = BigInt(blocks)) => node.chain.logs({}, from, to).map(logId)

const orders = ['asc', 'desc'] as const
const worlds = latencies.flatMap((latency) => orders.map((order) => [order, latency] as const))
const logCalls = (node: FakeNode) =>
  node.callsOf('eth_getLogs').map(({ params, message, at }) => {
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    return { from: Number(fromBlock), to: Number(toBlock), message, at }
  })

describe.each(worlds)('the first rows, %s, from a node %i ms away,', (order, latency) => {
  /** viem's `getBlockNumber`, then `getLogs`. */
  const asMuch = notAfter(2, latency)
  const first = order === 'asc' ? { from: 0, to: 999 } : { from: blocks - 1_000, to: blocks - 1 }

  test.each([
    ['no limit', {}],
    ['a limit of 10,000 blocks', { maxBlockRange: 10_000 }],
    [
      'a limit of 2,000 blocks in unknown words',
      {
        maxBlockRange: 2_000,
        rangeError: () => ({ code: -32000, message: 'no' }),
      },
    ],
    ['at most 500 logs', { maxResults: 500 }],
    ['answers cut off at 100 logs', { truncateAt: 100 }],
  ])('arrive as soon as with viem: %s', async (_, faults) => {
    const { node, read } = setUp({ latency, faults })
    const { first: shown, snapshot } = await read({ order })
    expect(shown!.at).toBeLessThanOrEqual(asMuch)
    expect(idsOf(snapshot)).toEqual(order === 'asc' ? truth(node) : truth(node).toReversed())
  })

  test('are requested on their own, next to a wide request', async () => {
    const { node, read } = setUp({ latency, faults: { maxBlockRange: 10_000 } })
    await read({ order })
    const calls = logCalls(node)
    const own = calls.find(({ from, to }) => from === first.from && to === first.to)!
    expect(calls.filter(({ message }) => message === own.message)).toHaveLength(1)
    const beside = calls.filter(({ at }) => at === own.at)
    expect(Math.max(...beside.map(({ from, to }) => to - from + 1))).toBeGreaterThan(2_000)
  })

  test('are shown before they are known to be complete, and their blocks stay pending', async () => {
    const { node, read } = setUp({ latency, logsPerBlock: denseEnds })
    const { first: shown, snapshot } = await read({ order })
    expect(shown!.at).toBeLessThanOrEqual(asMuch)
    expect(idsOf(shown!.snapshot)).toHaveLength(1_000)
    const range = { from: BigInt(first.from), to: BigInt(first.to) }
    for (const { from, to } of shown!.snapshot.coverage.verified)
      expect(to < range.from || from > range.to).toBe(true)
    expect(shown!.snapshot.coverage.pending).toContainEqual({ from: 0n, to: BigInt(blocks - 1) })
    expect(idsOf(snapshot)).toEqual(order === 'asc' ? truth(node) : truth(node).toReversed())
    expect(snapshot.coverage.verified).toEqual([{ from: 0n, to: BigInt(blocks - 1) }])
  })

  test('are shown while the scan checks that the node still has earlier blocks', async () => {
    // A single, suspiciously late log.
    const at = first.from + 900
    const { read } = setUp({ latency, logsPerBlock: (block) => Number(block === at) })
    const { first: shown, snapshot } = await read({ order, toBlock: BigInt(blocks - 1), fromBlock: 0n })
    expect(shown!.at).toBeLessThanOrEqual(asMuch)
    expect(snapshot.coverage.verified).toEqual([{ from: 0n, to: BigInt(blocks - 1) }])
  })

  test('arrive as soon through a cache, whose checks share no message with them', async () => {
    const { node, read } = setUp({ latency, faults: { maxBlockRange: 10_000 } })
    const { first: shown } = await read({ order }, { cache: createLogCache() })
    expect(shown!.at).toBeLessThanOrEqual(asMuch)
    const [head] = node.callsOf('eth_blockNumber')
    expect(head!.batch).toBe(1)
  })

  test('with a limit, wait for nothing else', async () => {
    const { clock, node, read } = setUp({ latency, faults: { maxBlockRange: 10_000 } })
    const start = clock.now()
    const { snapshot } = await read({ order, limit: 10 })
    expect(clock.now() - start).toBeLessThanOrEqual(asMuch)
    expect(idsOf(snapshot)).toHaveLength(10)
    expect(node.callsOf('eth_getLogs').length).toBeLessThanOrEqual(2)
  })
})

describe.each(worlds)(
  'with numbers as ends and a head seen before, first rows, %s, %i ms away,',
  (order, latency) => {
    const ends = { fromBlock: 0n, toBlock: BigInt(blocks - 1) }

    test('are requested along with the head', async () => {
      const { node, read } = setUp({ latency })
      await read({ fromBlock: 0n, toBlock: 0n })
      const before = node.calls.length
      const { first: shown, snapshot } = await read({ order, ...ends })
      expect(shown!.at).toBeLessThanOrEqual(notAfter(1, latency))
      expect(
        node.calls
          .slice(before, before + 2)
          .map(({ method }) => method)
          .sort(),
      ).toEqual(['eth_blockNumber', 'eth_getLogs'])
      expect(snapshot.coverage.verified).toEqual([{ from: 0n, to: ends.toBlock }])
      expect(idsOf(snapshot)).toEqual(order === 'asc' ? truth(node) : truth(node).toReversed())
    })

    test('are right where the chain has become shorter since', async () => {
      const { node, read } = setUp({ latency })
      await read({ fromBlock: 0n, toBlock: 0n })
      node.chain.rollback(blocks - 500)
      const { snapshot } = await read({ order, ...ends })
      expect(snapshot.coverage.verified).toEqual([{ from: 0n, to: 499n }])
      expect(idsOf(snapshot)).toEqual(order === 'asc' ? truth(node) : truth(node).toReversed())
    })
  },
)

test('a preview of a failing block stays, unclaimed', async () => {
  const { node, read } = setUp({ blocks: 100, logsPerBlock: 3 })
  node.faults.tamper = (logs) =>
    logs.map((log) => (log.blockNumber === '0x1e' && log.logIndex === '0x1' ? { ...log, data: '0x1' } : log))
  const { snapshot } = await read({})
  expect(snapshot.coverage.failed.map(({ range }) => range)).toEqual([{ from: 30n, to: 30n }])
  const missing = truth(node).filter((id) => !idsOf(snapshot).includes(id))
  expect(missing).toEqual([truth(node, 30n, 30n)[1]])
})
