import { pad, parseAbiItem, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { listRows, toRows } from '../../../src/logs/list/listRows.ts'
import { logId } from '../../../src/logs/order.ts'
import { estimateScan } from '../../../src/logs/scan/estimate/estimateScan.ts'
import type { FakeNode } from '../../support/fakeNode.ts'
import { openVirtualNode } from '../../support/openVirtualNode.ts'
import { readAll } from '../../support/readAll.ts'
import { fakeEvents } from '../../support/SeededChain.ts'

const range = { fromBlock: 0n, toBlock: 499n }
const verified = [{ from: 0n, to: 499n }]

/** An account, and two filters for the logs that have it at different places. */
function fromOrTo(node: FakeNode): LogQuery {
  const account = pad(node.chain.accounts[0] as Hex)
  return { filters: [{ topics: [null, account] }, { topics: [null, null, account] }], ...range }
}

const truth = (node: FakeNode, query: LogQuery) => {
  const { filter } = parseLogQuery(query)
  return node.chain
    .logs({}, 0n, 499n)
    .filter((log) => matchesFilter(filter, log))
    .map(logId)
}
const open = (options = {}) => openVirtualNode({ blocks: 500, logsPerBlock: 4, ...options })
const sent = (node: FakeNode) => node.callsOf('eth_getLogs').map(({ params }) => JSON.stringify(params))

describe('an anonymous event beside raw topics', () => {
  const given = parseAbiItem('event Shy(uint256 indexed a, uint256 b, uint256 c)')
  const shy = { ...given, anonymous: true } as const
  const word = (digit: string): Hex => `0x${digit.repeat(64)}`
  const [transfer, approval] = fakeEvents
  const query: LogQuery = { filters: [{ topics: [[transfer]] }, { event: shy }] }

  /** The node also sends other logs: it cannot filter by an anonymous event. */
  function setUp() {
    const opened = open()
    const data: Hex = `0x${'5'.repeat(128)}`
    opened.node.chain.mine(2, {
      logs: [{ topics: [word('a')], data }, { topics: [approval], data: '0x' }, {}],
    })
    const rows = opened.node.chain
      .logs({}, 0n, 501n)
      .filter(({ topics }) => topics[0] === transfer || topics[0] === word('a'))
    return { ...opened, all: opened.node.chain.logs({}, 0n, 501n), rows: rows.map(logId) }
  }

  test('is read with them, and without logs that match neither', async () => {
    const { read, rows, all } = setUp()
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.length).toBeLessThan(all.length)
    const { snapshot } = await read({ ...query, fromBlock: 0n, toBlock: 501n })
    const logs = listRows(parseLogQuery(query), snapshot.selections).toArray()
    expect(logs.map(logId)).toEqual(rows)
    expect(logs.flatMap(({ decoded }) => decoded?.name ?? [])).toEqual(['Shy'])
    expect(toRows(parseLogQuery(query), all).map(logId)).toEqual(rows)
  })

  test('counts with them towards a limit, and makes another query then', async () => {
    const { read, rows } = setUp()
    const limited = { ...query, fromBlock: 0n, toBlock: 501n, limit: 7 }
    const { snapshot } = await read(limited)
    expect(listRows(parseLogQuery(limited), snapshot.selections).map(logId)).toEqual(rows.slice(0, 7))
    const others = { ...limited, filters: [{ topics: [[approval]] }, { event: shy }] }
    expect(parseLogQuery(others).key).not.toBe(parseLogQuery(limited).key)
    expect(parseLogQuery(query).filter.topics).toEqual([])
  })
})

describe('a query of several filters', () => {
  test('reads each log once, in order, with one coverage', async () => {
    const { node, read } = open()
    const query = fromOrTo(node)
    const { logs, coverage, snapshot } = await read(query)
    const expected = truth(node, query)
    expect(expected.length).toBeGreaterThan(20)
    expect(logs.map(logId)).toEqual(expected)
    expect(coverage.verified).toEqual(verified)
    // A log that both filters match does not count as rejected.
    const both = logs.filter(({ topics }) => topics[1] === topics[2])
    expect(both.length).toBeGreaterThan(0)
    expect(snapshot.rejected).toBe(0)
  })

  test('takes no more calls than one filter where a node can apply them together', async () => {
    const { node, read } = open()
    const [first, second] = node.chain.contracts
    await read({ filters: [{ address: first }, { address: second }], ...range })
    const together = sent(node)
    const { node: other, read: readOther } = open()
    await readOther({ address: [first!, second!], ...range })
    expect(together).toEqual(sent(other))
  })

  test('is read in chunks that fill the cap of each call, not of all together', async () => {
    const { node, read } = open()
    node.faults.maxResults = 12
    const filters = node.chain.contracts.map((address) => ({ address, topics: [null] }))
    const query = { filters: [...filters.slice(0, 3), { topics: [fakeEvents[0]] }], ...range }
    const { logs } = await read(query)
    expect(logs.map(logId)).toEqual(truth(node, query))
    const largest = Math.max(...query.filters.map((filter) => truth(node, { filters: [filter] }).length))
    const least = query.filters.length * Math.ceil(largest / 12)
    expect(node.callsOf('eth_getLogs').length).toBeLessThan(least * 1.6 + 8)
  })

  test('claims no block where one filter could not be read', async () => {
    const { node, read } = open({ endpoints: 1 })
    const query = fromOrTo(node)
    // The second filter, whose first argument is anything.
    node.faults.refuseCall = (method, [filter]) =>
      method === 'eth_getLogs' && (filter as { topics: unknown[] }).topics[1] === null
        ? { code: -32603, message: 'internal error' }
        : undefined
    const { coverage, logs } = await read(query)
    expect(coverage.verified).toEqual([])
    expect(coverage.failed).not.toEqual([])
    expect(logs).toEqual([])
    node.faults.refuseCall = undefined
    expect((await read(query)).coverage.verified).toEqual(verified)
  })

  test('reads a block by its hash', async () => {
    const { node, read } = open()
    const account = pad(node.chain.accounts[0] as Hex)
    const block = node.chain.logs({}, 0n, 499n).find(({ topics }) => topics[2] === account)!
    const query = { ...fromOrTo(node), blockHash: block.blockHash }
    const { logs, coverage } = await read(query)
    expect(coverage.verified).toEqual([{ from: block.blockNumber, to: block.blockNumber }])
    const { filter } = parseLogQuery(query)
    const expected = node.chain
      .logs({}, block.blockNumber, block.blockNumber)
      .filter((log) => matchesFilter(filter, log))
    expect(logs.map(logId)).toEqual(expected.map(logId))
  })

  test('is estimated with a call for each of its parts', async () => {
    const { node, client, clock } = open()
    const query = fromOrTo(node)
    const [several, one] = await clock.run(
      Promise.all([estimateScan(client, query), estimateScan(client, { topics: [null], ...range })]),
    )
    expect(several!.requests.low - 2).toBe(2 * (one!.requests.low - 2))
  })

  test('answers a narrower one from the cache', async () => {
    const { node, client, clock } = openVirtualNode({ blocks: 2_000, logsPerBlock: 2 })
    const cache = createLogCache()
    const query = fromOrTo(node)
    await clock.run(readAll(client, query, { cache }))
    const before = sent(node).length
    const [narrow] = (query as { filters: { topics: Hex[] }[] }).filters
    const { logs } = await clock.run(readAll(client, { ...narrow, ...range }, { cache }))
    expect(sent(node).length).toBe(before)
    expect(logs.map(logId)).toEqual(truth(node, { ...narrow, ...range }))
  })
})
