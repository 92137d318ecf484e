import { hexToNumber, numberToHex, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logId } from '../../../src/logs/order.ts'
import { readHistory } from '../../../src/logs/scan/readHistory.ts'
import type { TestCall } from '../../../src/testing/EndpointFaults.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode, type FakeNodeOptions } from '../../support/fakeNode.ts'
import { VirtualClock } from '../../support/simulation/VirtualClock.ts'
import { withoutTurns } from '../../support/simulation/withoutTurns.ts'

let restoreTurns = () => {}
beforeAll(() => {
  restoreTurns = withoutTurns()
})
afterAll(() => {
  restoreTurns()
})

const blocks = 3_000
/** Chunks buffered or in flight at most: twice the concurrent calls, twenty in each of six messages. */
const ahead = 2 * 20 * 6

function setUp(logsPerBlock: number, maxBlockRange: number, latency: FakeNodeOptions['latency'] = 20) {
  const clock = new VirtualClock()
  const node = createFakeNode({ blocks, logsPerBlock, latency, clock, plainReplies: true })
  node.faults.maxBlockRange = maxBlockRange
  const client = clientOf(node, { finality: 20 }, { clock, random: () => 0.5 })
  const asked = () => node.callsOf('eth_getLogs').length
  return { clock, node, client, asked }
}

test.each(['asc', 'desc'] as const)(
  'a reader that is slow and then stops holds the scan back (%s) and loses nothing',
  async (order) => {
    const { clock, node, client, asked } = setUp(1, 4)
    const events = readHistory(client, { fromBlock: 0n, toBlock: BigInt(blocks - 1), order })[
      Symbol.asyncIterator
    ]()
    const ids: string[] = []
    const next = async () => {
      const { done, value } = await events.next()
      if (!done && value.type === 'logs') ids.push(...value.logs.map(logId))
      return !done
    }
    for (let event = 0; event < 12; event++) {
      await clock.run(next())
      await clock.run(clock.sleep(10_000))
      expect(asked()).toBeLessThanOrEqual(ahead + 20 * 6 + event)
    }
    const sent = asked()
    // No further requests, however long.
    await clock.run(clock.sleep(3_600_000))
    expect(asked()).toBe(sent)
    while (await clock.run(next())) expect(ids.length).toBeLessThanOrEqual(blocks)
    const truth = node.chain.logs().map(logId)
    expect(ids).toEqual(order === 'asc' ? truth : truth.toReversed())
    // Finding a limit costs one or two extra calls.
    // One more, because the check of the newest blocks may be sent in another message than the first of them.
    expect(asked()).toBeLessThanOrEqual(blocks / 4 + 6)
  },
)

test('at most 200,000 logs, plus those in flight, are buffered behind a late part', async () => {
  const [range, perBlock, late, wanted] = [20, 151, 200, 2_000]
  const isLate = ({ method, params }: TestCall) =>
    method === 'eth_getLogs' && hexToNumber((params[0] as { fromBlock: Hex }).fromBlock) === late
  const { clock, node, client, asked } = setUp(0, range, (call) => (isLate(call) ? 25_000 : 20))
  const logsOf = (block: number) =>
    Array.from({ length: perBlock }, (_, index) => ({
      address: '0x00000000000000000000000000000000000000aa',
      topics: [],
      data: '0x',
      blockNumber: numberToHex(block),
      blockHash: node.chain.block(block)!.hash,
      transactionHash: node.chain.block(block)!.hash,
      transactionIndex: '0x0',
      logIndex: numberToHex(index),
      removed: false,
    }))
  node.faults.respond = ({ method, params }) => {
    if (method !== 'eth_getLogs') return undefined
    const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
    const [first, last] = [hexToNumber(fromBlock), hexToNumber(toBlock)]
    const asked = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    return asked.length > range ? undefined : { result: asked.flatMap(logsOf) }
  }
  let read = 0
  const reading = (async () => {
    for await (const event of readHistory(client, { fromBlock: 0n, toBlock: BigInt(wanted - 1) }))
      if (event.type === 'logs') read += event.logs.length
  })()
  await clock.run(clock.sleep(20_000))
  expect(read).toBe(late * perBlock)
  const beyond = asked() * range * perBlock - read
  expect(beyond).toBeGreaterThan(200_000)
  // Six messages, and the call that found the limit.
  expect(beyond).toBeLessThanOrEqual(200_000 + 7 * range * perBlock)
  await clock.run(reading)
  expect(read).toBe(wanted * perBlock)
})

test('a reader that leaves ends the calls in flight, and nothing is sent after it', async () => {
  const { clock, node, client, asked } = setUp(1, 4, 500)
  const read = async () => {
    for await (const event of readHistory(client, { fromBlock: 0n, toBlock: BigInt(blocks - 1) }))
      if (event.type === 'logs') return
  }
  await clock.run(read())
  const sent = asked()
  await clock.run(clock.sleep(60_000))
  expect(asked()).toBe(sent)
  expect(node.aborted).toBeGreaterThan(0)
})
