import { hexToNumber, numberToHex, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { createRandom } from '../../support/randomLogs.ts'
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
const total = 10_000
/** Also a number that nodes are known to truncate at. */
const cap = 500

interface Asked {
  readonly from: number
  readonly to: number
  readonly isRefused: boolean
}

/** The message of a refusal, by how many blocks from the first one on fit the cap. */
type Words = (asked: { from: number; to: number; fits: number }) => string

const plain: Words = () => `query returned more than ${cap} results`
const naming =
  (lastOf: (...asked: Parameters<Words>) => number): Words =>
  (asked) =>
    `${plain(asked)}. Try with this block range [${numberToHex(asked.from)}, ${numberToHex(lastOf(asked))}].`

/** How many logs each block of a chain has. `place` draws where a log is, as a fraction of the chain. */
function drawChain(place: (random: () => number) => number) {
  const random = createRandom(42)
  const counts = new Map<number, number>()
  for (let log = 0; log < total; log++) {
    const block = Math.floor(place(random) * blocks)
    counts.set(block, (counts.get(block) ?? 0) + 1)
  }
  return { counts, logsPerBlock: (block: number) => counts.get(block) ?? 0 }
}

const chains = {
  uniform: drawChain((random) => random()),
  growing: drawChain((random) => random() ** (1 / 3)),
  bursty: drawChain((random) =>
    random() < 0.3 ? random() : Math.floor(random() * 12) / 12 + random() * 0.01,
  ),
}

/** Reads a chain whose five endpoints send no more than the cap, and returns the cost. */
async function read(profile: keyof typeof chains, words: Words) {
  const { counts, logsPerBlock } = chains[profile]
  const full = [...counts.keys()].sort((a, b) => a - b)
  const within = (from: number, to: number) => full.filter((block) => block >= from && block <= to)
  const sum = (list: readonly number[]) => list.reduce((logs, block) => logs + counts.get(block)!, 0)
  const clock = new VirtualClock()
  const node = createFakeNode({
    blocks,
    endpoints: 5,
    latency: 200,
    clock,
    plainReplies: true,
    logsPerBlock,
  })
  const asked: Asked[] = []
  for (const { faults } of node.endpoints)
    faults.respond = ({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined
      const [filter] = params as [{ fromBlock: Hex; toBlock: Hex }]
      const [from, to] = [hexToNumber(filter.fromBlock), hexToNumber(filter.toBlock)]
      const found = within(from, to)
      const isRefused = sum(found) > cap
      asked.push({ from, to, isRefused })
      if (!isRefused) return { result: found.flatMap((block) => node.chain.block(block)!.logs) }
      let logs = 0
      const next = found.find((block) => (logs += counts.get(block)!) > cap)!
      return { error: { code: -32005, message: words({ from, to, fits: next - from }) } }
    }
  const { logs } = await clock.run(readAll(clientOf(node, { finality: 0 }, { clock }), {}))
  expect(logs.length).toBe(total)
  const bisection = (from: number, to: number): number => {
    const middle = Math.floor((from + to) / 2)
    return sum(within(from, to)) <= cap ? 1 : 1 + bisection(from, middle) + bisection(middle + 1, to)
  }
  return { asked, calls: asked.length, bisection: bisection(0, blocks - 1) }
}

test.each(['uniform', 'growing', 'bursty'] as const)(
  'an unannounced cap takes fewer calls than halving, %s',
  async (profile) => {
    const { calls, bisection } = await read(profile, plain)
    expect(calls).toBeLessThan(bisection)
  },
)

test.each(['uniform', 'growing', 'bursty'] as const)(
  'where refusals suggest blocks that fit, those are read unchanged, and never twice, %s',
  async (profile) => {
    const { asked, calls } = await read(
      profile,
      naming(({ from, fits }) => from + fits - 1),
    )
    // Each call reads as many logs as fit, at the cost of a refusal.
    expect(calls).toBeLessThan((2 * total) / cap + 30)
    const answered = asked.filter(({ isRefused }) => !isRefused).sort((a, b) => a.from - b.from)
    expect(answered[0]?.from).toBe(0)
    expect(answered.at(-1)?.to).toBe(blocks - 1)
    answered.slice(1).forEach(({ from }, at) => expect(from).toBe(answered[at]!.to + 1))
  },
)

test.each<[string, Words]>([
  ['that are refused as well', naming(({ to }) => to - 1)],
  ['with next to nothing in them', naming(({ from }) => from)],
  [
    'with next to nothing in them, and no number',
    ({ from }) =>
      `Log response size exceeded. this block range should work: [${numberToHex(from)}, ${numberToHex(from)}]`,
  ],
])('blocks suggested %s are soon ignored', async (_, words) => {
  const { calls, bisection } = await read('bursty', words)
  // A volley of refusals is followed before the first of them turns out to be wrong.
  expect(calls).toBeLessThan(bisection * 1.5)
})
