import { describe, expect, test } from 'vitest'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import { readSelection } from '../../../src/logs/columns/LogSelection.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { logId } from '../../../src/logs/order.ts'
import { readHistory } from '../../../src/logs/scan/readHistory.ts'
import type { ScanEvent } from '../../../src/logs/scan/ScanEvent.ts'
import { applyScanEvent } from '../../../src/logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode, type FakeNode, type FakeNodeOptions } from '../../support/fakeNode.ts'
import { readAll } from '../../support/readAll.ts'

function setUp(options: FakeNodeOptions = {}) {
  const node = createFakeNode({ blocks: 1_000, logsPerBlock: 3, ...options })
  return { node, client: clientOf(node, { finality: 20 }), cache: createLogCache() }
}

const truth = (node: FakeNode, from: bigint, to: bigint, filter = {}) =>
  node.chain.logs(filter, from, to).map(logId)

/** The blocks requested since the calls were last cleared, as intervals. */
const asked = (node: FakeNode) =>
  node.callsOf('eth_getLogs').map(({ params }) => {
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    return { from: BigInt(fromBlock), to: BigInt(toBlock) }
  })

describe('final blocks are never requested twice', () => {
  test('the same query again, or a narrower one, sends nothing', async () => {
    const { node, client, cache } = setUp()
    const [address] = node.chain.contracts
    const first = await readAll(client, { fromBlock: 0n, toBlock: 900n }, { cache })
    node.clearCalls()
    const again = await readAll(client, { fromBlock: 0n, toBlock: 900n }, { cache })
    expect(again.logs.map(logId)).toEqual(first.logs.map(logId))
    expect(again.coverage).toEqual({
      verified: [{ from: 0n, to: 900n }],
      trimmed: [],
      pending: [],
      failed: [],
    })
    const topics = [first.logs[0]!.topics[0]!]
    const narrow = await readAll(
      client,
      { address, topics, fromBlock: 100n, toBlock: 300n, order: 'desc' },
      { cache },
    )
    expect(narrow.logs.map(logId)).toEqual(
      truth(node, 100n, 300n, { address, topics: topics.map((topic) => [topic]) }).toReversed(),
    )
    expect(narrow.logs.length).toBeGreaterThan(0)
    expect(node.calls).toEqual([])
  })

  test('an overlapping range requests only the missing blocks', async () => {
    const { node, client, cache } = setUp()
    await readAll(client, { fromBlock: 200n, toBlock: 400n }, { cache })
    await readAll(client, { fromBlock: 600n, toBlock: 700n }, { cache })
    node.clearCalls()
    const { logs, coverage } = await readAll(client, { fromBlock: 100n, toBlock: 800n }, { cache })
    expect(logs.map(logId)).toEqual(truth(node, 100n, 800n))
    expect(coverage.verified).toEqual([{ from: 100n, to: 800n }])
    expect(asked(node)).toEqual([
      { from: 100n, to: 199n },
      { from: 401n, to: 599n },
      { from: 701n, to: 800n },
    ])
  })

  test('blocks that may still change are read again, and their reorgs are detected', async () => {
    const { node, client, cache } = setUp()
    await readAll(client, { fromBlock: 900n }, { cache })
    node.chain.reorg(10)
    node.clearCalls()
    const { head } = node.chain
    const { logs } = await readAll(client, { fromBlock: 900n }, { cache })
    expect(logs.map(logId)).toEqual(truth(node, 900n, head))
    expect(asked(node).length).toBeGreaterThan(0)
    expect(asked(node).filter(({ from }) => from <= head - 20n)).toEqual([])
  })

  test('failed blocks are requested again, and no others', async () => {
    const { node, client, cache } = setUp()
    node.faults.pruned = { below: 300, style: 'error' }
    const first = await readAll(client, { fromBlock: 0n, toBlock: 900n }, { cache })
    expect(first.coverage.failed.length).toBeGreaterThan(0)
    node.faults.pruned = undefined
    const failed = first.coverage.failed.map(({ range }) => range)
    node.clearCalls()
    const { logs, coverage } = await readAll(client, { fromBlock: 0n, toBlock: 900n }, { cache })
    expect(coverage.failed).toEqual([])
    expect(logs.map(logId)).toEqual(truth(node, 0n, 900n))
    for (const { from, to } of asked(node))
      expect(failed.some((range) => range.from <= from && to <= range.to)).toBe(true)
  })

  test('with a limit, newest first, over a partly cached range', async () => {
    const { node, client, cache } = setUp()
    await readAll(client, { fromBlock: 700n, toBlock: 900n }, { cache })
    const { logs } = await readAll(client, { toBlock: 950n, order: 'desc', limit: 400 }, { cache })
    expect(logs.map(logId)).toEqual(truth(node, 0n, 950n).slice(-400).toReversed())
  })
})

describe('blocks that may still change', () => {
  test('a scan contradicted by another before it ends reads them again', async () => {
    const { node, client, cache } = setUp()
    const [address] = node.chain.contracts
    for (const filter of [{}, { address }]) {
      const events: ScanEvent[] = []
      let snapshot = LogsSnapshot.empty
      for await (const event of readHistory(client, { order: 'desc' }, { cache })) {
        events.push(event)
        snapshot = applyScanEvent(snapshot, event)
        if (event.type !== 'logs' || events.filter(({ type }) => type === 'logs').length > 1) continue
        node.chain.reorg(10)
        await readAll(client, { ...filter, fromBlock: 950n }, { cache })
      }
      expect(events.filter(({ type }) => type === 'reset')).toEqual([{ type: 'reset', reason: 'reorg' }])
      const logs = createPackedLogList({ segments: snapshot.selections, order: 'asc' })
      expect(logs.map(logId)).toEqual(truth(node, 0n, node.chain.head))
      expect(snapshot.coverage.verified).toEqual([{ from: 0n, to: node.chain.head }])
    }
  })

  test('cached blocks never contradict each other, whatever was requested in between', async () => {
    const { node, client, cache } = setUp()
    const everything = { address: undefined, topics: [] }
    await readAll(client, { fromBlock: 900n }, { cache })
    const { id } = client.chain
    const tail = { from: 900n, to: node.chain.head }
    expect(cache.lookup(id, everything, tail).missing).toEqual([])
    node.chain.reorg(10)
    await readAll(client, { address: node.chain.contracts[0], fromBlock: 900n }, { cache })
    const { cached: held, missing } = cache.lookup(id, everything, tail)
    expect(missing.length).toBe(1)
    expect(held.length).toBeGreaterThan(0)
    for (const { range, selection } of held)
      expect(readSelection(selection).map(logId)).toEqual(truth(node, range.from, range.to))
  })

  test('endpoints that never agree do not keep a scan from ending', async () => {
    const { node, client, cache } = setUp()
    let fork = 0
    node.faults.tamper = (logs) => {
      const blockHash = `0x${String(++fork).padStart(64, '0')}`
      return logs.map((log) => (Number(log.blockNumber) > 990 ? { ...log, blockHash } : log))
    }
    const queries = [{}, { address: node.chain.contracts }, { topics: [null] }]
    const reads = await Promise.all(
      queries.map((query) => readAll(client, { ...query, fromBlock: 900n }, { cache })),
    )
    const resets = reads.map(({ events }) => events.filter(({ type }) => type === 'reset').length)
    for (const { coverage } of reads) expect(coverage.verified).toEqual([{ from: 900n, to: node.chain.head }])
    expect(Math.max(...resets)).toBeGreaterThan(0)
    expect(Math.max(...resets)).toBeLessThanOrEqual(2)
  })
})
