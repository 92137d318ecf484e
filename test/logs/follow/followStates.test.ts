import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FollowState, FollowStatus } from '../../../src/logs/follow/FollowState.ts'
import { Connectivity } from '../../../src/logs/follow/head/Connectivity.ts'
import { logId } from '../../../src/logs/order.ts'
import { LogFold } from '../../support/LogFold.ts'
import { withoutTurns } from '../../support/simulation/withoutTurns.ts'
import { createWorld, type World, type WorldOptions } from '../../support/simulation/world.ts'

// The table of states at the top of Follower.ts.
const table: Record<FollowStatus, readonly FollowStatus[]> = {
  'catching-up': ['live', 'degraded', 'stale', 'paused'],
  live: ['catching-up', 'degraded', 'stale', 'paused'],
  degraded: ['live', 'catching-up', 'stale', 'paused'],
  stale: ['catching-up', 'live', 'degraded', 'paused'],
  paused: ['catching-up', 'stale'],
}

const everything = { address: undefined, topics: [] }
let world: World
let restoreTurns: () => void
beforeEach(() => {
  restoreTurns = withoutTurns()
})
afterEach(() => {
  restoreTurns()
  world.close()
})

function setUp(options: Partial<WorldOptions> = {}) {
  world = createWorld({ seed: 3, endpoints: 1, socket: false, finality: 16, incidents: 0, ...options })
  const { clock, node } = world
  const start = node.chain.head + 1n
  const states: FollowState[] = []
  const logs = new LogFold()
  const follower = world.follower({
    start,
    onChange(change) {
      logs.apply(change)
    },
  })
  const listen = () =>
    follower.subscribe(() => {
      states.push(follower.getState())
    })
  const statuses = () =>
    states.map(({ status }) => status).filter((status, at, all) => status !== all[at - 1])
  return {
    follower,
    states,
    statuses,
    listen,
    pass: (seconds: number) => clock.run(clock.sleep(seconds * 1_000), 1_000_000),
    shown: () => logs.ids,
    truth: () => world.canonical(everything, start).map(logId),
  }
}

test('states change as in the table, and each of its lines occurs', async () => {
  const lines = Object.entries(table).flatMap(([from, next]) => next.map((to) => `${from} -> ${to}`))
  const seen = new Set<string>()
  // Some are rare: from 1 on, it takes 61 seeds.
  for (let seed = 45; seed <= 345 && seen.size < lines.length; seed++) {
    const { follower, statuses, listen, pass } = setUp({
      seed,
      endpoints: 1 + (seed % 2),
      socket: seed % 3 > 0,
      incidents: 5_000,
    })
    const stop = listen()
    world.start()
    for (let step = 0; step < 8; step++) {
      await pass(5 + 40 * world.random())
      if (world.random() < 0.25) follower.pause()
      await pass(5)
      follower.resume()
    }
    stop()
    const all = statuses()
    all.forEach((status, at) => {
      if (at > 0) seen.add(`${all[at - 1]} -> ${status}`)
    })
    world.close()
  }
  expect([...seen].sort()).toEqual(lines.sort())
})

test('while the socket connects, polling does not count as a failure of it', async () => {
  const { states, statuses, listen, pass } = setUp({ socket: true })
  world.node.faults.socket = { delay: 3_000 }
  listen()
  await pass(2)
  expect(states.at(-1)).toMatchObject({ status: 'live', source: 'polling' })
  await pass(20)
  expect(states.at(-1)).toMatchObject({ status: 'live', source: 'socket' })
  expect(statuses()).toEqual(['catching-up', 'live'])
})

test('a socket that cannot be reached is a failure', async () => {
  const { statuses, listen, pass } = setUp({ socket: true })
  world.node.faults.socket = { refuse: true }
  listen()
  await pass(20)
  expect(statuses().at(-1)).toBe('degraded')
})

test('a dropped socket is a lapse: it catches up, reports polling, and is live again', async () => {
  const { statuses, states, listen, pass, shown, truth } = setUp({ socket: true })
  listen()
  await pass(10)
  expect(statuses().at(-1)).toBe('live')
  states.length = 0
  world.node.faults.socket = { refuse: true }
  for (const socket of world.node.sockets) socket.drop()
  world.node.chain.mine(3, { logs: [{}] })
  const { head } = world.node.chain
  await pass(20)
  world.node.faults.socket = undefined
  await pass(60)
  expect(statuses()).toEqual(['catching-up', 'degraded', 'live'])
  for (const { status, verifiedTo } of states)
    if (status !== 'catching-up') expect(verifiedTo).toBeGreaterThanOrEqual(head)
  expect(shown()).toEqual(truth())
})

test.each([true, false])(
  'offline it is stale; online it catches up, and is live once nothing is missing; socket: %s',
  async (socket) => {
    const { statuses, states, listen, pass, shown, truth } = setUp({ socket })
    listen()
    await pass(10)
    states.length = 0
    world.page.connect(false)
    for (const one of world.node.sockets) one.silence()
    expect(statuses()).toEqual(['stale'])
    const sent = world.node.calls.length
    world.node.chain.mine(200, { logs: [{}] })
    const { head } = world.node.chain
    await pass(600)
    if (!socket) expect(world.node.calls.length).toBe(sent)
    expect(statuses()).toEqual(['stale'])
    states.length = 0
    world.page.connect(true)
    await pass(5)
    expect(statuses().find((status) => status !== 'stale')).toBe('catching-up')
    expect(shown()).toEqual(truth())
    for (const { status, verifiedTo } of states)
      if (status !== 'catching-up' && status !== 'stale') expect(verifiedTo).toBeGreaterThanOrEqual(head)
    await pass(60)
    expect(statuses().at(-1)).toBe('live')
  },
)

test('catches up when online again, even on a hidden page', async () => {
  const { follower, listen, pass, shown, truth } = setUp()
  listen()
  await pass(10)
  world.page.show(false)
  world.page.connect(false)
  world.node.chain.mine(20, { logs: [{}] })
  await pass(300)
  world.page.connect(true)
  await pass(3)
  expect(shown()).toEqual(truth())
  expect(follower.getState().status).toBe('live')
})

test('hidden, it polls every two minutes at most; shown, it catches up at once and reports it', async () => {
  const { states, statuses, listen, pass, shown, truth } = setUp()
  listen()
  await pass(10)
  const heads = () =>
    world.node.callsOf('eth_getBlockByNumber').filter(({ params }) => params[0] === 'latest').length
  const before = heads()
  await pass(60)
  // Shown, it polls every 4 s.
  expect(heads() - before).toBeGreaterThan(12)
  world.page.show(false)
  world.node.clearCalls()
  for (let block = 0; block < 200; block++) {
    world.node.chain.mine(1, { logs: [{}] })
    await pass(3)
  }
  expect(heads()).toBeGreaterThan(0)
  expect(heads()).toBeLessThanOrEqual(5)
  expect(shown().length).toBeLessThan(truth().length)
  states.length = 0
  world.page.show(true)
  expect(statuses()).toEqual(['catching-up'])
  await pass(3)
  expect(shown()).toEqual(truth())
  expect(statuses()).toEqual(['catching-up', 'live'])
})

test('after a laptop wakes up, nothing is live before the next poll', async () => {
  const { states, statuses, listen, pass, shown, truth } = setUp({ socket: true })
  listen()
  await pass(20)
  states.length = 0
  world.sleep(3_600_000)
  const { head } = world.node.chain
  await pass(60)
  expect(statuses()[0]).toBe('catching-up')
  for (const { status, verifiedTo } of states)
    if (status === 'live' || status === 'degraded') expect(verifiedTo).toBeGreaterThanOrEqual(head)
  expect(shown()).toEqual(truth())
  expect(statuses().at(-1)).toBe('live')
})

test('hidden until the next poll, it is not stale: it only waits', async () => {
  const { states, statuses, listen, pass } = setUp()
  listen()
  await pass(10)
  states.length = 0
  world.page.show(false)
  await pass(600)
  expect([...new Set(statuses())]).toEqual(['live'])
})

test.each([true, false])(
  'with no endpoint answering it is stale as soon as their health shows it, and reports since when; socket: %s',
  async (socket) => {
    const { follower, states, listen, pass } = setUp({ socket })
    const connectivity = Connectivity.of(world.pool)
    const isDown = () => world.pool.getStatus().every(({ state }) => state === 'unreachable')
    listen()
    world.start()
    await pass(60)
    expect(follower.getState()).toMatchObject({
      status: 'live',
      connectivity: 'reachable',
      staleSince: undefined,
    })
    const lost = world.clock.now()
    world.node.faults = { down: 'cors', socket: { refuse: true } }
    for (const one of world.node.sockets) one.drop()
    const stop = world.pool.subscribe(() => {
      if (isDown()) expect(follower.getState().status).toBe('stale')
    })
    await pass(10)
    expect(isDown()).toBe(true)
    expect(connectivity.getStatus()).toBe('unreachable')
    const { status, staleSince, error } = follower.getState()
    expect(status).toBe('stale')
    expect(error).toBeDefined()
    expect(Math.abs(staleSince! - lost)).toBeLessThan(5_000)
    states.length = 0
    await pass(120)
    expect(new Set(states.map((state) => state.staleSince))).toEqual(new Set([staleSince]))
    stop()
    world.node.faults = {}
    await pass(120)
    expect(follower.getState()).toMatchObject({
      status: 'live',
      source: socket ? 'socket' : 'polling',
      connectivity: 'reachable',
      staleSince: undefined,
      error: undefined,
    })
  },
)

test('a network that was silent is reachable as soon as it answers, without a follower', async () => {
  const { listen, pass } = setUp()
  const connectivity = Connectivity.of(world.pool)
  const stop = listen()
  await pass(10)
  expect(connectivity.getStatus()).toBe('reachable')
  world.node.faults = { down: 'hang' }
  await pass(60)
  expect(connectivity.getStatus()).toBe('unreachable')
  stop()
  world.node.faults = {}
  await pass(60)
  const { clock, pool } = world
  await clock.run(pool.request({ method: 'eth_blockNumber', params: [] }), 1_000_000)
  expect(connectivity.getStatus()).toBe('reachable')
})

test('an endpoint that asks for fewer requests answers: it is stale, but neither silent nor unreachable', async () => {
  const { follower, states, listen, pass } = setUp()
  listen()
  await pass(10)
  states.length = 0
  world.node.faults = { rateLimit: { times: 1_000, style: '429' } }
  await pass(120)
  expect(follower.getState().status).toBe('stale')
  expect(new Set(states.map(({ connectivity }) => connectivity))).toEqual(new Set(['reachable']))
  expect(states.every(({ silentSince }) => silentSince === undefined)).toBe(true)
  world.node.faults = {}
  await pass(120)
  expect(follower.getState()).toMatchObject({ status: 'live', staleSince: undefined })
})

test('after its endpoints served another network for a while, the socket is used again', async () => {
  const { follower, listen, pass, shown, truth } = setUp({ socket: true })
  listen()
  world.start()
  await pass(60)
  expect(follower.getState()).toMatchObject({ status: 'live', source: 'socket' })
  world.node.faults = { chainId: 99 }
  for (const { name } of world.pool.getStatus()) world.pool.verifyAgain(name)
  for (const one of world.node.sockets) one.drop()
  await pass(60)
  expect(world.pool.getStatus().map(({ state }) => state)).toEqual(['wrong-network', 'wrong-network'])
  expect(follower.getState()).toMatchObject({ status: 'stale', connectivity: 'wrong-network' })
  expect(Connectivity.of(world.pool).getStatus()).toBe('wrong-network')
  world.node.faults = {}
  await pass(120)
  expect(follower.getState()).toMatchObject({ status: 'live', source: 'socket' })
  expect(shown()).toEqual(truth())
})

test.each([
  ['the same height', 3, 3],
  ['a lower one', 12, 3],
  ['a higher one', 3, 20],
  ['every height', 40, 3],
] as const)(
  'a chain of another network at the same URL, to %s, is not taken for a reorg',
  async (_, depth, blocks) => {
    for (const socket of [false, true]) {
      const { follower, states, listen, pass, shown } = setUp({ socket })
      listen()
      await pass(20)
      for (let block = 0; block < 20; block++) {
        world.node.chain.mine(1, { logs: [{}] })
        await pass(4)
      }
      expect(follower.getState().status).toBe('live')
      const before = shown()
      states.length = 0
      world.node.faults = { chainId: 99 }
      world.node.chain.reorg(depth, { blocks })
      for (const one of world.node.sockets) one.drop()
      await pass(90)
      expect(follower.getState()).toMatchObject({ status: 'stale', connectivity: 'wrong-network' })
      expect(shown()).toEqual(before)
      expect(before.length).toBeGreaterThan(0)
      world.close()
    }
  },
)

test('offline, nothing is reachable; a page that was never online is offline from the start', async () => {
  const { follower, listen, pass } = setUp()
  world.page.connect(false)
  listen()
  await pass(1)
  expect(follower.getState()).toMatchObject({ status: 'stale', connectivity: 'offline' })
  expect(Connectivity.of(world.pool).getStatus()).toBe('offline')
  world.page.connect(true)
  await pass(30)
  expect(follower.getState()).toMatchObject({ status: 'live', connectivity: 'reachable' })
})

test('a hanging poll does not stay live for long, and is stale when it fails', async () => {
  const { follower, statuses, states, listen, pass, shown, truth } = setUp()
  listen()
  await pass(20)
  states.length = 0
  world.node.faults.hangOver = 0
  world.node.chain.mine(1, { logs: [{}] })
  await pass(16)
  expect(follower.getState()).toMatchObject({ status: 'catching-up', error: undefined })
  await pass(20)
  expect(follower.getState().status).toBe('stale')
  expect(shown()).toEqual([])
  world.node.faults = {}
  await pass(100)
  expect(statuses().at(-1)).toBe('live')
  expect(shown()).toEqual(truth())
})

test.each([true, false])(
  'while a poll waits, it says when the last answer came, until the next one; socket: %s',
  async (socket) => {
    const { follower, states, listen, pass } = setUp({ socket })
    listen()
    world.start()
    await pass(60)
    expect(states.every(({ silentSince }) => silentSince === undefined)).toBe(true)
    const stopped = world.clock.now()
    world.node.faults = { down: 'hang', socket: { silent: true } }
    for (const one of world.node.sockets) one.silence()
    // Without a socket, within a poll and five seconds; a socket may be quiet for longer before it counts as stale.
    const longest = socket ? 60 : 9
    for (let second = 0; second < longest && follower.getState().silentSince === undefined; second++)
      await pass(1)
    const { silentSince, status } = follower.getState()
    expect(silentSince).toBeGreaterThan(stopped - 15_000)
    expect(silentSince).toBeLessThanOrEqual(stopped)
    expect(status).not.toBe('stale')
    await pass(4)
    expect(follower.getState().silentSince).toBe(silentSince)
    world.node.faults = {}
    await pass(60)
    expect(follower.getState()).toMatchObject({ status: 'live', silentSince: undefined })
  },
)

test('while another endpoint answers other requests, a poll that waits is no silence', async () => {
  const { states, listen, pass } = setUp({ endpoints: 2 })
  listen()
  await pass(10)
  const name = world.node.callsOf('eth_getBlockByNumber').at(-1)!.endpoint
  const polled = world.node.endpoints.find(({ url }) => new URL(url).host === name)!
  polled.faults = { down: 'hang' }
  world.node.clearCalls()
  for (let second = 0; second < 12; second++) {
    void world.client.request({ method: 'eth_chainId' }).catch(() => {})
    await pass(1)
  }
  const answered = world.node.calls.filter(({ answer }) => answer).map(({ method }) => method)
  expect(answered.length).toBeGreaterThan(5)
  expect(answered).not.toContain('eth_getBlockByNumber')
  expect(states.every(({ silentSince }) => silentSince === undefined)).toBe(true)
})

test('a push from before a sleep that arrives after it does not restore live', async () => {
  const { states, statuses, listen, pass, shown, truth } = setUp({ socket: true })
  listen()
  await pass(20)
  expect(statuses().at(-1)).toBe('live')
  states.length = 0
  world.node.faults.socket = { delay: 500 }
  world.node.chain.mine(1, { logs: [{}] })
  world.clock.suspend(3_600_000)
  world.node.chain.mine(30, { logs: [{}] })
  world.page.wake()
  const { head } = world.node.chain
  await pass(60)
  expect(statuses()[0]).toBe('catching-up')
  for (const { status, verifiedTo } of states)
    if (status === 'live' || status === 'degraded') expect(verifiedTo).toBeGreaterThanOrEqual(head)
  expect(shown()).toEqual(truth())
})
