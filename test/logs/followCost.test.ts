import { afterEach, expect, test } from 'vitest'
import { Follower } from '../../src/logs/follow/Follower.ts'
import type { Filter } from '../../src/logs/Filter.ts'
import { createWorld } from '../support/simulation/world.ts'
import type { World } from '../support/simulation/world.ts'

const hour = 3_600_000
let world: World
afterEach(() => {
  world.close()
})

/** Follows with so many filters, that nothing passes, on a network with a block every 3 s; counts calls. */
async function countCalls(options: {
  followers: number
  socket: boolean
  time: number
  dailyQuota?: number
}): Promise<{ calls: number; messages: number; behind: bigint; methods: Record<string, number> }> {
  world = createWorld({ seed: 7, endpoints: 1, incidents: 0, deepest: 0, finality: 64, ...options })
  const { client, clock, page, node } = world
  // Days are counted from midnight on.
  clock.suspend(12 * hour)
  const stops = Array.from({ length: options.followers }, (_, index) => {
    const other = `0x${index.toString(16).padStart(40, '0')}` as const
    const filter: Filter = { address: [other], topics: [] }
    const start = node.chain.head + 1n
    const follower = new Follower(client, { filter, start, clock, page: page.signals, onChange: () => {} })
    return [follower.subscribe(() => {}), follower] as const
  })
  world.start()
  // Until the first look is over.
  await clock.run(clock.sleep(hour / 60))
  const before = node.calls.length
  await clock.run(clock.sleep(options.time), 3_000_000)
  const calls = node.calls.slice(before)
  const methods: Record<string, number> = {}
  for (const { method } of calls) methods[method] = (methods[method] ?? 0) + 1
  const verified = stops.map(([, follower]) => follower.getState().verifiedTo ?? 0n)
  const behind = node.chain.head - verified.reduce((a, b) => (a < b ? a : b))
  for (const [stop] of stops) stop()
  return { calls: calls.length, messages: new Set(calls.map(({ message }) => message)).size, behind, methods }
}

const day = 24 * hour

test.each([1, 10])('an idle hour by socket: %i followers', async (followers) => {
  const { calls, behind } = await countCalls({ followers, socket: true, time: hour })
  expect(behind).toBe(0n)
  // A look at the head every 5 minutes; each follower audits every 10 (an anchor, the next one, the blocks between)
  // and reads the few blocks whose bloom does not rule its filter out though it could. Once an hour somebody asks for the
  // `finalized` tag, and each looks now and then whether old blocks are held at all.
  expect(calls).toBeLessThanOrEqual(12 + 4 + (3 * 6 + 12) * followers)
})

test.each([1, 10])('a day of polling within the quota: %i followers', async (followers) => {
  const { calls, messages, behind, methods } = await countCalls({
    followers,
    socket: false,
    time: day - hour / 30,
    dailyQuota: 10_000,
  })
  // The rest is left for what people ask for: a fifth until the last hour of the day.
  expect(calls).toBeLessThan(8_800)
  // And it does use what it may, rather than fall behind.
  expect(calls).toBeGreaterThan(7_000)
  expect(behind).toBeLessThan(100n)
  // Ten filters share the head, and what they read goes together.
  expect(methods['eth_getBlockByNumber']).toBeLessThan(calls / 2 + 1_000)
  if (followers > 1) expect(messages).toBeLessThan(calls / 2)
})
