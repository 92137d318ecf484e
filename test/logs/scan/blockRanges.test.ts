import { describe, expect, test } from 'vitest'
import { logId } from '../../../src/logs/order.ts'
import { chooseBlockRange } from '../../../src/logs/scan/chunks/endpointLimits.ts'
import { estimateScan } from '../../../src/logs/scan/estimate/estimateScan.ts'
import type { EndpointStatus } from '../../../src/rpc/Pool.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { openVirtualNode } from '../../support/openVirtualNode.ts'
import type { readAll } from '../../support/readAll.ts'

const blocks = 20_000
const whole = { fromBlock: 0n, toBlock: BigInt(blocks - 1) }
const verified = [{ from: 0n, to: BigInt(blocks - 1) }]

/** Endpoints of one chain, each with its largest block range. */
function setUp(ranges: readonly number[]) {
  const {
    clock,
    node,
    client,
    read: readQuery,
  } = openVirtualNode({
    blocks,
    logsPerBlock: (block) => Number(block % 50 === 0),
    endpoints: ranges.length,
    latency: 50,
  })
  node.endpoints.forEach((endpoint, at) => (endpoint.faults = { maxBlockRange: ranges[at] }))
  const truth = node.chain.logs({}, 0n, BigInt(blocks - 1)).map(logId)
  const read = (query: Parameters<typeof readAll>[1] = whole) => readQuery(query)
  return { clock, node, client, pool: getPool(client), truth, read }
}

describe('endpoints with different block limits', () => {
  test.each([
    [5, 4_000, 4_000, 4_000],
    [4_000, 5, 4_000, 4_000],
    [5, 5, 4_000, 5],
    [4_000, 20, 5, 2_000],
  ])('%i, %i, %i and %i: a small limit does not make the calls of all small', async (...ranges) => {
    const { node, truth, read } = setUp(ranges)
    for (const order of ['asc', 'desc'] as const) {
      node.clearCalls()
      const { logs, coverage } = await read({ ...whole, order })
      expect(coverage).toMatchObject({ verified, failed: [] })
      expect(logs.map(logId)).toEqual(order === 'asc' ? truth : truth.toReversed())
      expect(node.calls.length).toBeLessThan(60)
    }
    // A known limit is not searched for again, however much later.
    expect(node.callsOf('eth_getLogs').filter(({ answer }) => answer?.error)).toEqual([])
  })

  test('the same limit everywhere: trying each endpoint costs little', async () => {
    const { node, read } = setUp([50, 50, 50, 50])
    const { coverage } = await read()
    expect(coverage).toMatchObject({ verified, failed: [] })
    const refused = node.callsOf('eth_getLogs').filter(({ answer }) => answer?.error)
    // The first blocks are requested together with the first probe.
    expect(refused.length).toBeLessThanOrEqual(5)
    expect(node.calls.length).toBeLessThanOrEqual(440)
  })

  test('a learned limit is kept long after the refusal', async () => {
    const { node, read, clock } = setUp([5, 4_000])
    // The first one may end before it reaches more than 4,000 blocks a call.
    await read()
    await read()
    await clock.run(clock.sleep(600_000))
    node.clearCalls()
    await read()
    expect(node.callsOf('eth_getLogs').filter(({ answer }) => answer?.error)).toEqual([])
    expect(node.callsOf('eth_getLogs').length).toBeLessThanOrEqual(7)
  })

  test.each(['cors', 'html-503', 'hang'] as const)(
    'the one with the widest limit goes away (%s): the others read on, in smaller parts',
    async (down) => {
      const { node, read, truth, clock } = setUp([200, 4_000])
      await read()
      const run = read()
      await clock.run(clock.sleep(60))
      node.endpoints[1]!.faults = { down }
      const { logs, coverage } = await run
      expect(coverage).toMatchObject({ verified, failed: [] })
      expect(logs.map(logId)).toEqual(truth)
    },
  )

  test.each(['error', 'empty'] as const)(
    'the one with the widest limit has pruned its history (%s): another has it, in smaller parts',
    async (style) => {
      const { node, read, truth } = setUp([200, 4_000])
      node.endpoints[1]!.faults.pruned = { below: 12_000, style }
      const { logs, coverage } = await read()
      expect(coverage).toMatchObject({ verified, failed: [] })
      expect(logs.map(logId)).toEqual(truth)
      const calls = node.callsOf('eth_getLogs').length
      expect(calls).toBeLessThan(120)
    },
  )

  test('the estimate matches the calls sent', async () => {
    const { node, client, read, clock } = setUp([5, 4_000, 4_000])
    await read({ fromBlock: 0n, toBlock: 16_000n })
    node.clearCalls()
    const { requests, basis } = await clock.run(estimateScan(client, whole))
    await read()
    expect(basis.blockRange).toBe(4_000)
    expect(node.calls.length).toBeLessThanOrEqual(requests.high)
    expect(requests.low).toBeLessThanOrEqual(node.calls.length)
    // A filter whose logs were never counted.
    expect(requests.high).toBeLessThan(120)
  })
})

const hour = 3_600_000

describe.each([
  ['that was stated is tried anew after a day', undefined, 24 * hour],
  [
    'that was guessed is tried anew after an hour',
    () => ({ code: -32600, message: 'block range is too wide' }),
    hour,
  ],
] as const)('a limit %s', (_, rangeError, age) => {
  /** Endpoints that have all learned, or would have, this block limit, this long ago. */
  async function setUpTaught(limit: number) {
    const world = setUp([limit, limit, limit])
    const { node, pool, clock, read } = world
    for (const { faults } of node.endpoints) faults.rangeError = rangeError
    await read()
    const learned = pool.getStatus().flatMap(({ limits: { blockRange } }) => blockRange ?? [])
    const wait = (time: number) => clock.run(clock.sleep(time))
    await wait(age - 10_000)
    node.clearCalls()
    await read()
    expect(refusedBy(node)).toEqual([])
    const calls = node.callsOf('eth_getLogs').length
    await wait(10_000)
    node.clearCalls()
    return { ...world, learned, calls }
  }
  const refusedBy = (node: ReturnType<typeof setUp>['node']) =>
    node.callsOf('eth_getLogs').filter(({ answer }) => answer?.error)

  test('that still applies costs one call if it was stated, and a few if it was guessed', async () => {
    const { node, pool, read, truth, learned, calls } = await setUpTaught(1_000)
    const { logs, coverage } = await read()
    expect(coverage).toMatchObject({ verified, failed: [] })
    expect(logs.map(logId)).toEqual(truth)
    const refused = refusedBy(node)
    // Without a number in the message, each refusal is of a narrower range than the one before.
    const widths = refused.map(({ params: [filter] }) => {
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
      return Number(toBlock) - Number(fromBlock) + 1
    })
    expect(widths).toEqual([...new Set(widths)].toSorted((a, b) => b - a))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(rangeError ? 4 : 1)
    const status = pool.getStatus().find(({ name }) => name === refused[0]!.endpoint)
    expect(status?.limits.blockRange).toBeLessThanOrEqual(1_000)
    expect(status?.limits.blockRange).toBeGreaterThanOrEqual(rangeError ? 500 : 1_000)
    expect(learned.every((limit) => limit <= 1_000)).toBe(true)
    expect(node.callsOf('eth_getLogs').length).toBeLessThanOrEqual(calls + (rangeError ? 8 : 1))
    node.clearCalls()
    await read()
    expect(refusedBy(node)).toEqual([])
  })

  test('is forgotten where it no longer holds', async () => {
    const { node, pool, read, truth, calls } = await setUpTaught(1_000)
    for (const endpoint of node.endpoints) endpoint.faults = {}
    const { logs } = await read()
    expect(logs.map(logId)).toEqual(truth)
    expect(refusedBy(node)).toEqual([])
    expect(node.callsOf('eth_getLogs').length).toBeLessThan(calls)
    expect(pool.getStatus().map(({ limits }) => limits)).toEqual([{}, {}, {}])
  })

  test('is part of the estimate in both cases', async () => {
    const { client, read, clock, node, learned } = await setUpTaught(1_000)
    const { requests, basis } = await clock.run(estimateScan(client, whole))
    expect(learned).toContain(basis.blockRange)
    await read()
    expect(node.calls.length).toBeLessThanOrEqual(requests.high)
    expect(requests.low).toBeLessThan(blocks / 1_000)
  })
})

describe('chooseBlockRange', () => {
  const endpoints = (...ranges: readonly (number | undefined)[]) =>
    ranges.map((blockRange, at): EndpointStatus => ({
      name: `node-${at}`,
      type: 'http',
      state: 'ok',
      head: undefined,
      latency: undefined,
      limits: { blockRange },
      resumesAt: undefined,
      error: undefined,
    }))

  test.each([
    [[undefined, undefined], undefined],
    [[10_000, 10_000], 10_000],
    [[5, 10_000, 10_000], 10_000],
    // Five read more at once in halves than one does in wholes.
    [[5_000, 5_000, 5_000, 5_000, 10_000], 5_000],
    [[500, 1_000], 500],
    [[500, 2_000], 2_000],
  ])('of limits %j it is %i', (ranges, best) => {
    const isGuess = false
    expect(chooseBlockRange(endpoints(...ranges), 1_000)).toEqual({
      ...{ best, limit: best, untried: [], isGuess },
    })
  })

  test('untried endpoints come first when a limit is narrow and much is left to read, except unreachable ones', () => {
    const [narrow, ...others] = endpoints(100, undefined, undefined, undefined)
    const all = [narrow!, others[0]!, { ...others[1]!, state: 'wrong-network' as const }]
    const gone = { ...others[2]!, state: 'unreachable' as const }
    expect(chooseBlockRange([...all, gone], 20_000).untried).toEqual(['node-1'])
    expect(chooseBlockRange([...all, gone], 19_999).untried).toEqual([])
  })
})
