import { afterEach, expect, test } from 'vitest'
import { Follower } from '../../src/logs/follow/Follower.ts'
import { logId } from '../../src/logs/order.ts'
import type { Filter } from '../../src/logs/Filter.ts'
import { createWorld } from '../support/simulation/world.ts'
import type { World } from '../support/simulation/world.ts'

const hour = 3_600_000
let world: World
afterEach(() => {
  world.close()
})

interface Cost {
  calls: number
  callsBeforeLastHour: number
  messages: number
  behind: bigint
  /** Logs that are not shown in the end, or are and should not. */
  missed: number
  methods: Record<string, number>
}

/** Follows with so many filters, that nothing passes, on a network with a block every 3 s; counts calls. */
async function countCalls(options: {
  followers: number
  socket: boolean
  time: number
  dailyQuota?: number
  /** How late in the day it begins, in milliseconds. @default 0 */
  from?: number
  /** Instead, the filters pass everything, and nearly every block has something. */
  isBusy?: boolean
  /** Milliseconds that a connection of the socket stands. @default for ever */
  socketLife?: number
}): Promise<Cost> {
  world = createWorld({
    seed: options.isBusy ? 1 : 7,
    endpoints: 1,
    incidents: 0,
    deepest: 0,
    finality: 64,
    ...options,
  })
  const { client, clock, page, node } = world
  // Days are counted from midnight on.
  clock.suspend(12 * hour + (options.from ?? 0))
  const stops = Array.from({ length: options.followers }, (_, index) => {
    const other = `0x${index.toString(16).padStart(40, '0')}` as const
    const filter: Filter = { address: options.isBusy ? undefined : [other], topics: [] }
    const shown = new Set<string>()
    const start = node.chain.head + 1n
    const follower = new Follower(client, {
      filter,
      start,
      clock,
      page: page.signals,
      onChange: (change) => {
        for (const log of change.removed) shown.delete(logId(log))
        for (const log of change.added) shown.add(logId(log))
      },
    })
    return { filter, start, follower, shown, stop: follower.subscribe(() => {}) }
  })
  world.start()
  const { socketLife } = options
  const drop = () => {
    for (const socket of node.sockets) socket.drop()
    clock.setTimeout(drop, socketLife!)
  }
  if (socketLife !== undefined) drop()
  // Until the first look is over.
  await clock.run(clock.sleep(hour / 60))
  const before = node.calls.length
  const last = Math.min(hour, options.time)
  await clock.run(clock.sleep(options.time - last), 3_000_000)
  const callsBeforeLastHour = node.calls.length - before
  await clock.run(clock.sleep(last), 3_000_000)
  const calls = node.calls.slice(before)
  const methods: Record<string, number> = {}
  for (const { method } of calls) methods[method] = (methods[method] ?? 0) + 1
  const verified = stops.map(({ follower }) => follower.getState().verifiedTo ?? 0n)
  const missed = stops.flatMap(({ filter, start, follower, shown }) => {
    const truth = world.canonical(filter, start, follower.getState().verifiedTo).map(logId)
    const isTrue = new Set(truth)
    return [...truth.filter((id) => !shown.has(id)), ...[...shown].filter((id) => !isTrue.has(id))]
  }).length
  const behind = node.chain.head - verified.reduce((a, b) => (a < b ? a : b))
  for (const { stop } of stops) stop()
  const messages = new Set(calls.map(({ message }) => message)).size
  return { calls: calls.length, callsBeforeLastHour, messages, behind, missed, methods }
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

/** A fifth of the day's calls is held back until the last hour. */
const quota = 10_000
const beforeLastHour = quota * 0.8

test.each([1, 10])('a day of polling within the quota: %i followers', async (followers) => {
  const { calls, callsBeforeLastHour, messages, behind, methods } = await countCalls({
    followers,
    socket: false,
    time: day - hour / 30,
    dailyQuota: quota,
  })
  expect(callsBeforeLastHour).toBeLessThan(beforeLastHour)
  // The last hour may take of what was held back, at most so much that the day never runs dry.
  expect(calls).toBeLessThan(quota)
  // And it does use what it may, rather than fall behind.
  expect(calls).toBeGreaterThan(7_000)
  expect(behind).toBeLessThan(100n)
  // Ten filters share the head, and what they read goes together.
  expect(methods['eth_getBlockByNumber']).toBeLessThan(calls / 2 + 1_000)
  if (followers > 1) expect(messages).toBeLessThan(calls / 2)
})

test('what is left of a day lasts by socket too, with something to read in every block', async () => {
  const few = quota / 10
  const { calls, callsBeforeLastHour, behind, missed } = await countCalls({
    followers: 1,
    socket: true,
    time: 3 * hour - hour / 30,
    from: 21 * hour,
    dailyQuota: few,
    isBusy: true,
  })
  expect(callsBeforeLastHour).toBeLessThan(beforeLastHour / 10)
  expect(calls).toBeLessThan(few)
  // It does use what it may: several of the 3,600 blocks were read at once, and none was left out.
  expect(calls).toBeGreaterThan(few * 0.6)
  expect(behind).toBeLessThan(100n)
  expect(missed).toBe(0)
})

test.each([500, 5_000])(
  'a socket that stands for %i ms and goes, again and again, does not use the day up',
  async (socketLife) => {
    const { calls, behind, missed } = await countCalls({
      followers: 1,
      socket: true,
      time: hour,
      from: 12 * hour,
      dailyQuota: quota,
      isBusy: true,
      socketLife,
    })
    // Twice its share of the hours that are left: the others adapt to what is left of the day.
    expect(calls).toBeLessThan((2 * beforeLastHour) / 12)
    expect(behind).toBeLessThan(20n)
    expect(missed).toBe(0)
  },
)
