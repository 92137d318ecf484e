import { hexToNumber, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countLogs } from '../../../src/logs/columns/LogSelection.ts'
import { logId } from '../../../src/logs/order.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { rangeRefusals, type RangeRefusal } from '../../support/rangeRefusals.ts'
import { readAll } from '../../support/readAll.ts'
import { VirtualClock } from '../../support/simulation/VirtualClock.ts'
import { withoutTurns } from '../../support/simulation/withoutTurns.ts'

let restoreTurns = () => {}
beforeAll(() => {
  restoreTurns = withoutTurns()
})
afterAll(() => {
  restoreTurns()
})

const blocks = 200_000
/** Blocks between two logs. */
const every = 97
const logsPerBlock = (block: number) => Number(block % every === 0)

interface RefusedCall {
  readonly at: number
  readonly from: number
  readonly to: number
}

/** Reads a chain whose endpoints limit the block range, and returns the cost. */
async function read({ refuse }: RangeRefusal, limit: number, { endpoints = 1 } = {}) {
  const clock = new VirtualClock()
  const node = createFakeNode({
    blocks,
    endpoints,
    latency: 50,
    clock,
    plainReplies: true,
    logsPerBlock,
  })
  for (const { faults } of node.endpoints)
    faults.respond = ({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined
      const [filter] = params as [{ fromBlock: Hex; toBlock: Hex }]
      const [from, to] = [hexToNumber(filter.fromBlock), hexToNumber(filter.toBlock)]
      if (to - from >= limit) {
        const said = refuse({ from, to, limit })
        if (said === 'drop') throw new TypeError('fetch failed')
        if (said === 'hang' || said instanceof Response) return said === 'hang' ? undefined : said
        return { error: said }
      }
      const logs = []
      for (let block = Math.ceil(from / every) * every; block <= to; block += every)
        logs.push(...node.chain.block(block)!.logs)
      return { result: logs }
    }
  const hangs = refuse({ from: 0, to: blocks, limit }) === 'hang'
  if (hangs) for (const { faults } of node.endpoints) faults.hangOver = limit
  const client = clientOf(node, { finality: 0 }, { clock })
  const { snapshot, coverage } = await clock.run(readAll(client, {}))
  const count = snapshot.selections.reduce((sum, selection) => sum + countLogs(selection), 0)
  const refused = node
    .callsOf('eth_getLogs')
    .map(({ params, at }) => {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }]
      return { at, from: hexToNumber(fromBlock), to: hexToNumber(toBlock) }
    })
    .filter(({ from, to }) => to - from >= limit)
  return { node, count, coverage, refused }
}

/** Whether a range is as wide as one that was refused before it was sent, or wider. */
function isProvokedAgain(range: RefusedCall, refused: readonly RefusedCall[]): boolean {
  const width = ({ from, to }: RefusedCall) => to - from
  return refused.some((other) => other.at < range.at && width(other) <= width(range))
}

/** Invariant, however the limit is phrased: all is read, at little more than the cost with a known limit. */
describe.each([1_000, 4_321])('all blocks are read where a node accepts at most %i, and reports', (limit) => {
  test.each(rangeRefusals.map((refusal) => [refusal.name, refusal] as const))('%s', async (_, refusal) => {
    const { node, count, coverage, refused } = await read(refusal, limit)
    expect(coverage).toEqual({
      verified: [{ from: 0n, to: BigInt(blocks - 1) }],
      trimmed: [],
      pending: [],
      failed: [],
    })
    expect(count).toBe(Math.ceil(blocks / every))
    const least = Math.ceil(blocks / limit)
    expect(node.calls.length).toBeLessThanOrEqual((refusal.names === 'nothing' ? 1.3 : 1.15) * least + 8)
    expect(refused.length).toBeGreaterThan(0)
    const again = refused.filter((range) => isProvokedAgain(range, refused))
    const first = refused.filter(({ at }) => at === refused[0]!.at)
    // What was sent before the first refusal is sent once more where a refusal may pass.
    expect(again.map(({ from, to }) => ({ from, to }))).toEqual(
      refusal.mayPass ? first.map(({ from, to }) => ({ from, to })) : [],
    )
  })
})

test.each(['a big network', 'internal error', 'a plan', '500'])(
  'one block inside the range decides, once for all refusals of a shape: %s',
  async (name) => {
    const refusal = rangeRefusals.find((one) => one.name === name)!
    const { node, refused } = await read(refusal, 1_000)
    const single = node.callsOf('eth_getLogs').filter(({ params }) => {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }]
      return fromBlock === toBlock
    })
    expect(single).toHaveLength(1)
    const [{ fromBlock }] = single[0]!.params as [{ fromBlock: Hex }]
    expect(refused.map(({ from }) => from)).toContain(hexToNumber(fromBlock))
  },
)

test('five endpoints with the same limit share what each learns', async () => {
  for (const name of ['a big network', 'infura', 'block range is too wide', '504']) {
    const refusal = rangeRefusals.find((one) => one.name === name)!
    const { node, count, coverage } = await read(refusal, 1_000, { endpoints: 5 })
    expect(coverage.failed).toEqual([])
    expect(count).toBe(Math.ceil(blocks / every))
    // Each may get a request for its chain id, its head, and one block.
    expect(node.calls.length).toBeLessThanOrEqual(1.3 * 200 + 8 + 5 * 3)
  }
})

test.each([
  ['before', 10, 500],
  ['after', 500, 10],
])(
  'what is refused while the head rises is not sent again: the answer comes %s the head',
  async (_, logs, head) => {
    const clock = new VirtualClock()
    const latency = ({ method }: { method: string }) => (method === 'eth_getLogs' ? logs : head)
    const node = createFakeNode({ blocks: 3, logsPerBlock: 2, clock, latency, plainReplies: true })
    node.faults.maxResults = 3
    const client = clientOf(node, { finality: 20 }, { clock })
    await clock.run(client.request({ method: 'eth_blockNumber' }))
    node.chain.mine(2)
    const { logs: read, coverage } = await clock.run(readAll(client, { fromBlock: 1n, toBlock: 11n }))
    expect(read.map(logId)).toEqual(node.chain.logs({}, 1n).map(logId))
    expect(coverage.verified).toEqual([{ from: 1n, to: 4n }])
    const sent = node.callsOf('eth_getLogs').map(({ params }) => JSON.stringify(params))
    expect(sent[0]).toContain('"toBlock":"0x2"')
    expect(sent).toEqual([...new Set(sent)])
  },
)
