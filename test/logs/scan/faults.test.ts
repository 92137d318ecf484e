import { encodeAbiParameters, parseAbiItem, toEventSelector, type AbiEvent, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { logId } from '../../../src/logs/order.ts'
import { estimateScan } from '../../../src/logs/scan/estimate/estimateScan.ts'
import { DailyBudget } from '../../../src/rpc/DailyBudget.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { type BudgetChannel } from '../../../src/rpc/openPageChannel.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import type { PoolOptions } from '../../../src/rpc/pool/PoolOptions.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode, type FakeNode, type FakeNodeOptions } from '../../support/fakeNode.ts'
import { readAll } from '../../support/readAll.ts'
import { VirtualClock } from '../../support/simulation/VirtualClock.ts'

// The visible effects of faults of real nodes that no other test names: 1, 3, 4, 9, 26, 33, 34, 36 and 37 are
// in scan.test.ts as well, 15 to 18 in LogFilter.test.ts.

function setUp(options: FakeNodeOptions = {}, poolOptions: PoolOptions = {}, dailyQuota = 1_000_000) {
  const clock = new VirtualClock()
  const node = createFakeNode({
    ...{ blocks: 1_000, logsPerBlock: 3, latency: 20, clock, plainReplies: true },
    ...options,
  })
  const client = clientOf(node, { dailyQuota, finality: 20 }, { clock, random: () => 0.5, ...poolOptions })
  const read = (query: Parameters<typeof readAll>[1]) => clock.run(readAll(client, query))
  return { node, clock, client, pool: getPool(client), read }
}

const whole = { fromBlock: 0n, toBlock: 999n }
const verified = [{ from: 0n, to: 999n }]
const truth = (node: FakeNode, from = 0n, to = 999n) => node.chain.logs({}, from, to).map(logId)
const widths = (node: FakeNode) =>
  node.callsOf('eth_getLogs').map(({ params }) => {
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    return Number(toBlock) - Number(fromBlock) + 1
  })
const hex = (value: number) => `0x${value.toString(16)}`

test.each(['0x20000000000000', '0xffffffffffffffff', `0x${'f'.repeat(64)}`])(
  'a head of %s is malformed: no scan would end',
  async (head) => {
    const { node, read } = setUp()
    node.faults.respond = ({ method }) => (method === 'eth_blockNumber' ? { result: head } : undefined)
    await expect(read({ fromBlock: 0n })).rejects.toMatchObject({ kind: 'malformed' })
  },
)

describe('limits', () => {
  test('queued calls do not send a refused width either', async () => {
    const { node, pool, clock } = setUp({ latency: 200 }, { batchSize: 1 })
    node.faults.maxBlockRange = 100
    const wide = { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: '0x1f3' }] }
    const settled = await clock.run(Promise.allSettled(Array.from({ length: 30 }, () => pool.request(wide))))
    for (const reply of settled)
      expect(reply).toMatchObject({ status: 'rejected', reason: { kind: 'range-too-wide' } })
    // Calls in flight at the refusal, and none of the rest.
    expect(widths(node).length).toBeLessThanOrEqual(6)
  })

  test.each<[string, (asked: { from: number; to: number }) => string]>([
    ['zero', () => 'query exceeds max block range 0'],
    ['no smaller than the request', ({ from, to }) => `exceed maximum block range: ${to - from + 1}`],
    ['absurd', () => `query exceeds max block range ${'9'.repeat(40)}`],
    ['inverted', ({ from, to }) => `this block range should work: [${hex(to)}, ${hex(from)}]`],
    ['outside', ({ to }) => `this block range should work: [${hex(to + 5)}, ${hex(to + 50)}]`],
  ])('a hint that is %s is ignored, and halving finds the limit', async (_, words) => {
    const { node, read } = setUp()
    node.faults.maxBlockRange = 60
    node.faults.rangeError = (asked) => ({ code: -32602, message: words(asked) })
    const { logs, coverage } = await read(whole)
    expect(logs.map(logId)).toEqual(truth(node))
    expect(coverage.failed).toEqual([])
    // 1,000 blocks by at least 31, and the cost of finding that out.
    expect(widths(node).length).toBeLessThan(1_000 / 31 + 16)
  })

  test('a plan over the budget is known before anything is sent, and the scan stops at the cap', async () => {
    const { node, client, clock, read } = setUp({ blocks: 2_000 }, {}, 40)
    node.faults.maxBlockRange = 5
    const learned = await read({ fromBlock: 0n, toBlock: 40n })
    expect(learned.coverage.verified).toEqual([{ from: 0n, to: 40n }])
    const sent = node.callsOf('eth_getLogs').length
    const { exceedsBudget, requests } = await clock.run(estimateScan(client, { fromBlock: 0n }))
    expect(exceedsBudget).toBe(true)
    expect(requests.low).toBeGreaterThanOrEqual(400)
    expect(node.callsOf('eth_getLogs').length).toBe(sent)
    const { coverage } = await read({ fromBlock: 41n, toBlock: 1_900n })
    expect(node.calls.length).toBe(40)
    expect(coverage.failed.at(-1)).toMatchObject({
      range: { to: 1_900n },
      error: { name: 'QuotaExceededError' },
    })
  })

  test('an endpoint that requires payment gets one request, and the others do the work', async () => {
    const { node, read, pool, clock } = setUp({ endpoints: 2 })
    node.faults.refuse = { eth_getLogs: { code: -32600, message: 'This method is on the paid tier only' } }
    for (const query of [whole, { ...whole, order: 'desc' } as const]) {
      const { coverage } = await read(query)
      expect(coverage).toMatchObject({ verified, failed: [] })
    }
    const refused = node.callsOf('eth_getLogs').filter(({ endpoint }) => endpoint === 'node-1.test')
    expect(refused.length).toBeLessThanOrEqual(2)
    expect(pool.getStatus()[0]?.unavailable).toMatchObject([
      { method: 'eth_getLogs', details: 'This method is on the paid tier only' },
    ])
    await clock.run(clock.sleep(3_600_000))
    expect(pool.getStatus()[0]?.unavailable).toEqual([])
  })

  test.each([
    [-32600, 'You can ask for up to 100 blocks: this block range should work: [0x0, 0x63]'],
    [-32600, 'block range is too wide'],
    [-32000, 'exceed maximum block range: 100'],
  ])('code %i for a range, "%s", is a limit and not an unsupported method', async (code, message) => {
    const { node, read, pool } = setUp()
    node.faults.maxBlockRange = 100
    node.faults.rangeError = () => ({ code, message })
    const { logs, coverage } = await read(whole)
    expect(logs.map(logId)).toEqual(truth(node))
    expect(coverage).toMatchObject({ verified, failed: [] })
    expect(pool.getStatus()[0]).toMatchObject({ state: 'ok' })
    expect(pool.getStatus()[0]?.limits.blockRange).toBeLessThanOrEqual(100)
  })

  test.each<[string, FakeNode['faults']]>([
    ['another chain id', { chainId: 1 }],
    ['code -32601', { refuse: { eth_chainId: { code: -32601, message: 'no' } } }],
    ['code -32004', { refuse: { eth_chainId: { code: -32004, message: 'no' } } }],
    ['code -32001', { refuse: { eth_chainId: { code: -32001, message: 'no' } } }],
  ])('%s drops an endpoint before any of its logs is read', async (_, faults) => {
    const { node, read, pool } = setUp({ endpoints: 2 })
    node.faults = faults
    const { coverage } = await read(whole)
    expect(coverage).toMatchObject({ verified, failed: [] })
    const asked = node.calls.filter(({ endpoint }) => endpoint === 'node-1.test')
    // Its head is requested at the same time, and not trusted.
    expect(asked.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_blockNumber'])
    expect(pool.getStatus()[0]).toMatchObject({ state: 'wrong-network' })
    expect(pool.getStatus()[0]?.error?.message).toMatch(/does not serve/)
  })

  test('a truncated block is read by parts of the filter', async () => {
    const { node, read } = setUp({ blocks: 50, logsPerBlock: 0 })
    const [a, b] = node.chain.contracts as [Hex, Hex]
    node.chain.mine(1, { logs: Array.from({ length: 40 }, (_, at) => ({ address: at % 2 ? a : b })) })
    node.chain.mine(2)
    node.faults.truncateAt = 25
    const { logs, coverage } = await read({ address: [a, b], fromBlock: 0n, toBlock: 51n })
    expect(logs.length).toBe(40)
    expect(coverage).toMatchObject({ verified: [{ from: 0n, to: 51n }], failed: [] })
    const { blockHash } = logs[0]!
    expect((await read({ address: [a, b], blockHash })).logs.length).toBe(40)
  })

  test('a log that contradicts another does not hide that an answer was cut off', async () => {
    const { node, read } = setUp({ blocks: 50, logsPerBlock: 0 })
    for (let block = 0; block < 20; block++) node.chain.mine(1, { logs: [{}, {}] })
    node.faults.truncateAt = 25
    node.faults.tamper = (logs) =>
      logs.flatMap((log, at) => (at === 3 ? [log, { ...log, data: '0x12' }] : [log]))
    const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 69n })
    const { length } = logs.filter(({ blockNumber: at }) =>
      coverage.verified.some(({ from, to }) => at >= from && at <= to),
    )
    const inVerified = coverage.verified.flatMap(({ from, to }) => node.chain.logs({}, from, to))
    expect(length).toBe(inVerified.length)
  })
})

describe('messages', () => {
  test.each<[string, FakeNode['faults']]>([
    ['with an item missing', { dropItem: 1 }],
    ['in another order', { reverse: true }],
    ['with string ids', { stringIds: true }],
    ['with one call answered twice', { duplicate: true }],
    ['as a batch refused by one object', { batchLimit: { limit: 2, style: 'object' } }],
    ['as a batch refused by a list of one error', { batchLimit: { limit: 2, style: 'array' } }],
    ['as a batch refused by 413', { batchLimit: { limit: 2, style: '413' } }],
    ['as a batch refused by 500', { batchLimit: { limit: 1, style: '500' } }],
  ])('%s, every reply reaches its caller, and a concurrent scan is complete', async (_, faults) => {
    const { node, read, pool, clock } = setUp({ faults })
    const numbers = [5, 6, 7, 8, 9, 10]
    const blocks = Promise.all(
      numbers.map((number) =>
        pool.request<{ hash: string }>({ method: 'eth_getBlockByNumber', params: [hex(number), false] }),
      ),
    )
    const { logs, coverage } = await read(whole)
    expect((await clock.run(blocks)).map(({ result }) => result.hash)).toEqual(
      numbers.map((number) => node.chain.block(number)?.hash),
    )
    expect(logs.map(logId)).toEqual(truth(node))
    expect(coverage).toMatchObject({ verified, failed: [] })
    const limit = faults.batchLimit?.limit
    if (limit === undefined) return
    const readTogether = () =>
      clock.run(Promise.all(numbers.map(() => pool.request({ method: 'eth_blockNumber' }))))
    // A status says nothing about batches until it is repeated.
    if (faults.batchLimit?.style === '500') await readTogether()
    node.clearCalls()
    await readTogether()
    expect(Math.max(...node.calls.map(({ batch }) => batch))).toBeLessThanOrEqual(limit)
  })

  test('answers with another id are discarded, and another endpoint is used', async () => {
    const { node, read } = setUp({ endpoints: 2 })
    await read({ fromBlock: 0n, toBlock: 10n })
    node.faults.foreignId = true
    const { logs, coverage } = await read(whole)
    expect(logs.map(logId)).toEqual(truth(node))
    expect(coverage).toMatchObject({ verified, failed: [] })
  })
})

describe('heads and history', () => {
  test.each(['clamp', 'error', 'empty'] as const)(
    'a range beyond the head, answered with %s, ends at the head that was shown',
    async (beyondHead) => {
      const { node, read } = setUp({ endpoints: 2, faults: { beyondHead } })
      node.faults.lag = 4
      const { head } = node.chain
      const { logs, snapshot } = await read({ fromBlock: 900n, toBlock: head + 50n })
      const [covered] = snapshot.coverage.verified
      expect(snapshot.coverage.failed).toEqual([])
      expect(covered?.from).toBe(900n)
      expect(covered?.to).toBe(snapshot.head)
      expect(snapshot.head! <= head).toBe(true)
      expect(logs.map(logId)).toEqual(truth(node, 900n, snapshot.head))
      expect(snapshot.coverage.pending).toEqual([{ from: snapshot.head! + 1n, to: head + 50n }])
    },
  )

  test('when an endpoint refuses pruned history, another one is used', async () => {
    const { node, read } = setUp({ endpoints: 2 })
    node.faults.pruned = { below: 700, style: 'error' }
    const { logs, coverage } = await read(whole)
    expect(logs.map(logId)).toEqual(truth(node))
    expect(coverage).toMatchObject({ verified, failed: [] })
  })
})

describe('rates and reachability', () => {
  test.each<[string, NonNullable<FakeNode['faults']['rateLimit']>, number]>([
    ['429 with seconds', { times: 1, retryAfter: '7' }, 7_000],
    ['429 with a date', { times: 1, retryAfter: 'Thu, 01 Jan 2026 12:00:09 GMT' }, 8_000],
    ['429 with nonsense', { times: 2, retryAfter: 'soon' }, 500],
    ['-32005', { times: 2, style: '-32005' }, 500],
  ])('%s is one pause, reported with its end, without a volley of retries', async (_, rateLimit, least) => {
    const { node, clock, pool } = setUp()
    await clock.run(pool.request({ method: 'eth_blockNumber' }))
    node.clearCalls()
    node.faults.rateLimit = rateLimit
    const { times } = rateLimit
    const start = clock.now()
    const calls = Promise.all(Array.from({ length: 5 }, () => pool.request({ method: 'eth_blockNumber' })))
    await clock.run(clock.sleep(100))
    expect(pool.getStatus()[0]).toMatchObject({ state: 'paused' })
    expect(pool.getStatus()[0]?.resumesAt).toBeGreaterThan(clock.now())
    await clock.run(calls)
    expect(clock.now() - start).toBeGreaterThanOrEqual(least)
    expect(new Set(node.calls.map(({ message }) => message)).size).toBeLessThanOrEqual(times + 5)
  })

  test('an enforced rate is learned, and the scan completes', async () => {
    const { node, read } = setUp({ blocks: 1_000 })
    node.faults.maxBlockRange = 20
    node.faults.rate = { perSecond: 4 }
    const { logs, coverage } = await read(whole)
    expect(logs.map(logId)).toEqual(truth(node))
    expect(coverage).toMatchObject({ verified, failed: [] })
    const refused = node.calls.filter(({ answer }) => answer === undefined).length
    expect(refused).toBeLessThan(25)
  })

  test.each(['cors', 'html', 'html-403', 'html-503', 'empty', 'null', 'object', 'hang'] as const)(
    'an endpoint that goes away (%s) during the scan costs time, and its earlier answers stay',
    async (down) => {
      const { node, client, clock } = setUp({ endpoints: 2, blocks: 4_000 }, { timeout: 5_000 })
      node.endpoints.forEach(({ faults }) => Object.assign(faults, { maxBlockRange: 100 }))
      const run = readAll(client, { fromBlock: 0n, toBlock: 3_999n })
      await clock.run(clock.sleep(120))
      node.faults.down = down
      const { logs, coverage } = await clock.run(run)
      expect(logs.map(logId)).toEqual(truth(node, 0n, 3_999n))
      expect(coverage).toMatchObject({ verified: [{ from: 0n, to: 3_999n }], failed: [] })
    },
  )
})

describe('hostile data', () => {
  test('unrequested logs are dropped, and counted against their endpoint', async () => {
    const { node, read, pool } = setUp({ endpoints: 2 })
    node.endpoints.forEach(({ faults }) => (faults.maxBlockRange = 5))
    node.faults.tamper = (logs) => [...logs, { ...logs[0], blockNumber: '0xfffff' }]
    const { logs, snapshot, coverage } = await read(whole)
    expect(logs.map(logId)).toEqual(truth(node))
    expect(coverage).toMatchObject({ verified, failed: [] })
    expect(snapshot.rejected).toBeGreaterThan(0)
    expect(pool.getStatus().map(({ rejected }) => rejected)).toEqual([snapshot.rejected, 0])
  })

  test('quantities of two megabytes are not logs, and the others are read', async () => {
    const { node, read } = setUp({ blocks: 20 })
    const huge = `0x${'f'.repeat(2_000_000)}`
    node.faults.tamper = (logs) =>
      logs.map((log) => (log.blockNumber === '0x7' ? { ...log, logIndex: huge } : log))
    const { logs, coverage } = await read({ fromBlock: 0n, toBlock: 19n })
    expect(logs.map(logId)).toEqual([...truth(node, 0n, 6n), ...truth(node, 8n, 19n)])
    expect(coverage.failed).toMatchObject([{ range: { from: 7n, to: 7n }, error: { kind: 'malformed' } }])
  })

  test('hostile names and texts reach the reader complete and unchanged', () => {
    const texts = ['\u202Egnp.exe', 'zero\u200Bwidth', 'nul\0', 'javascript:alert(1)', '=HYPERLINK("x")']
    const event = {
      ...parseAbiItem('event Note(string, string, string, string, string)'),
    } as AbiEvent
    const inputs = event.inputs.map((input, at) => ({
      ...input,
      name: ['__proto__', 'constructor', '', 'twice', 'twice'][at]!,
    }))
    const decoder = createDecoder([{ ...event, inputs }])
    const data = encodeAbiParameters(inputs, texts)
    const decoded = decoder.decode({ topics: [toEventSelector(event)], data })
    expect(decoded?.args.map(({ name, value }) => [name, value])).toEqual(
      inputs.map(({ name }, at) => [name, texts[at]]),
    )
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('an error shows only the host of the URL', async () => {
    const { node, read, pool } = setUp()
    const secret = 'a-very-secret-key'
    node.faults.respond = ({ method }) =>
      method === 'eth_getLogs'
        ? { error: { code: -32000, message: `${node.url}?key=${secret} said no`, data: node.url } }
        : undefined
    const { coverage, snapshot } = await read(whole)
    const [failed] = coverage.failed
    expect(failed?.error).toBeInstanceOf(NodeError)
    const shown = [
      failed?.error.message,
      failed?.error.stack,
      JSON.stringify(failed?.error),
      JSON.stringify(snapshot),
      JSON.stringify(pool.getStatus(), (_, value: unknown) => (typeof value === 'bigint' ? '' : value)),
    ].join()
    expect(shown).toContain('node-1.test')
    expect(shown).not.toContain(secret)
  })

  test('a forged message from another page changes nothing', () => {
    const channel: BudgetChannel = { onmessage: null, postMessage() {}, close() {} }
    const budget = new DailyBudget({
      network: defineNetwork(xone, {}),
      quota: 100,
      clock: new VirtualClock(),
      storage: null,
      channel,
    })
    budget.spend(3)
    const before = budget.getStatus()
    for (const data of [null, 7, 'x', {}, { used: -1 }, { used: 1e99 }, { __proto__: { used: 5 } }, [1]])
      channel.onmessage?.call(channel as BroadcastChannel, new MessageEvent('message', { data }))
    expect(budget.getStatus()).toEqual(before)
    budget.close()
  })
})
