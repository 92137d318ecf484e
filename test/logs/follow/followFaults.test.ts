import { afterEach, describe, expect, test } from 'vitest'
import type { FollowerOptions } from '../../../src/logs/follow/FollowerOptions.ts'
import type { FollowChange, FollowState } from '../../../src/logs/follow/FollowState.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { compareLogs, logId } from '../../../src/logs/order.ts'
import { claimFar } from '../../support/claimFar.ts'
import { LogFold, addedIn, removedIn } from '../../support/LogFold.ts'
import { createWorld, type World, type WorldOptions } from '../../support/simulation/world.ts'

// Faults of filters are in filter/LogFilter.test.ts; how the socket itself handles its faults, in test/rpc/socket.

let world: World
afterEach(() => {
  world.close()
})

/** Follows everything from the next block on, and keeps the state that a user sees. */
async function follow(
  options: Partial<WorldOptions> = {},
  more: Partial<FollowerOptions> = {},
  before = () => {},
) {
  world = createWorld({ seed: 3, endpoints: 1, socket: false, finality: 16, incidents: 0, ...options })
  before()
  const { clock, node } = world
  const start = node.chain.head + 1n
  const filter = { address: undefined, topics: [] }
  const changes: FollowChange[] = []
  const states: FollowState[] = []
  const logs = new LogFold()
  const follower = world.follower({
    filter,
    start,
    onChange(change) {
      changes.push(change)
      logs.apply(change)
    },
    ...more,
  })
  const stop = follower.subscribe(() => states.push(follower.getState()))
  const pass = (seconds: number) => clock.run(clock.sleep(seconds * 1_000))
  await pass(10)
  return {
    follower,
    changes,
    states,
    stop,
    pass,
    /** Blocks with logs, one every 3 s. */
    async mine(count: number) {
      for (let block = 0; block < count; block++) {
        node.chain.mine(1, { logs: [{}, {}] })
        await pass(3)
      }
    },
    shown: () => logs.ids,
    truth: () => world.canonical(filter, start).map(logId),
    statuses: () => states.map(({ status }) => status).filter((one, at, all) => one !== all[at - 1]),
    reorgs: () => changes.flatMap(({ reorg }) => reorg ?? []),
  }
}

/** The logs of a consumer that replaces each range with the logs of the change. */
function held(changes: readonly FollowChange[]): readonly string[] {
  let logs: RawLog[] = []
  for (const { range, logs: list } of changes) {
    const isOut = ({ blockNumber }: RawLog) => blockNumber < range.from || blockNumber > range.to
    logs = [...logs.filter(isOut), ...list]
  }
  return logs.sort(compareLogs).map(logId)
}

describe('sockets', () => {
  test('a socket that drops while logs arrive: catching up, the gap filled, then live', async () => {
    const { mine, pass, shown, truth, follower } = await follow({ socket: true })
    await mine(3)
    expect(follower.getState()).toMatchObject({ status: 'live', source: 'socket' })
    for (const socket of world.node.sockets) socket.drop()
    world.node.chain.mine(3, { logs: [{}] })
    await mine(1)
    await pass(60)
    expect(shown()).toEqual(truth())
    expect(follower.getState()).toMatchObject({ status: 'live', source: 'socket' })
  })

  test('a node behind its own socket: what it left out is read within a minute, also without new blocks', async () => {
    const { mine, pass, shown, truth } = await follow({ socket: true })
    await mine(2)
    world.node.chain.mine(1, { logs: [{}] })
    await pass(0.1)
    world.node.faults = { lag: 1 }
    // Blocks that follow at once are read together, without the last one.
    world.node.chain.mine(2, { drafts: [[{}], [{}]] })
    await pass(2)
    world.node.faults = {}
    expect(shown()).not.toEqual(truth())
    await pass(40)
    expect(shown()).toEqual(truth())
    const before = world.node.calls.length
    await pass(120)
    expect(world.node.calls.slice(before).map(({ method }) => method)).not.toContain('eth_getLogs')
  })

  test('a refused subscription shows as degraded polling until it is accepted', async () => {
    const { mine, pass, shown, truth, follower, statuses } = await follow({ socket: true })
    await mine(1)
    world.node.faults = { socket: { rejectSubscribe: { code: -32601, message: 'no' } } }
    for (const socket of world.node.sockets) socket.drop()
    await mine(5)
    expect(follower.getState()).toMatchObject({ status: 'degraded', source: 'polling' })
    expect(follower.getState().pollingInterval).toBeGreaterThan(0)
    expect(shown()).toEqual(truth())
    world.node.faults = {}
    await pass(130)
    expect(follower.getState()).toMatchObject({ status: 'live', source: 'socket', error: undefined })
    expect(statuses().at(-1)).toBe('live')
  })

  test('leaving after a reconnection stops all events, and leaves no subscription on the node', async () => {
    const { mine, pass, stop, states, changes } = await follow({ socket: true })
    await mine(1)
    for (const socket of world.node.sockets) socket.drop()
    await mine(5)
    stop()
    const told = [states.length, changes.length]
    world.node.chain.mine(3)
    await pass(120)
    expect([states.length, changes.length]).toEqual(told)
    expect(world.node.sockets.filter(({ isOpen }) => isOpen)).toEqual([])
  })

  test('down beyond every attempt, then back: it recovers without a reload', async () => {
    const { mine, pass, shown, truth, follower } = await follow({ socket: true })
    await mine(1)
    world.node.faults = { down: 'cors', socket: { refuse: true } }
    for (const socket of world.node.sockets) socket.drop()
    const before = shown()
    world.node.chain.mine(40, { logs: [{}] })
    await pass(1_800)
    expect(follower.getState()).toMatchObject({ status: 'stale' })
    expect(follower.getState().error).toBeDefined()
    expect(shown()).toEqual(before)
    world.node.faults = {}
    await pass(130)
    expect(shown()).toEqual(truth())
    expect(follower.getState()).toMatchObject({ status: 'live', source: 'socket', error: undefined })
  })

  test('a half-open socket is dropped after its deadlines; polling takes over', async () => {
    const { mine, pass, shown, truth, follower } = await follow({ socket: true })
    await mine(6)
    world.node.faults = { socket: { silent: true } }
    // Four missing blocks and an unanswered request, whatever the preset of the chain.
    await mine(6)
    expect(follower.getState()).toMatchObject({ status: 'degraded', source: 'polling' })
    await pass(5)
    expect(shown()).toEqual(truth())
  })

  test.each([0, 50, 140])(
    'a half-open socket is dropped within a minute where the chain had been idle for an hour and %i s',
    async (seconds) => {
      const { mine, pass, shown, truth, follower } = await follow({ socket: true })
      await mine(6)
      await pass(3_600 + seconds)
      expect(follower.getState()).toMatchObject({ status: 'live', source: 'socket' })
      for (const socket of world.node.sockets) socket.silence()
      world.node.chain.mine(1, { logs: [{}] })
      await pass(70)
      expect(shown()).toEqual(truth())
    },
  )

  test('a socket that leaves out the last heads: the time of the last one is known, and all logs are there in 30 s', async () => {
    const { mine, pass, shown, truth, follower } = await follow({ socket: true })
    await mine(6)
    const { headAt } = follower.getState()
    for (const socket of world.node.sockets) socket.forget()
    // Then the chain stands still.
    world.node.chain.mine(2, { logs: [{}, {}] })
    await pass(8)
    expect(shown()).not.toEqual(truth())
    const now = world.clock.now()
    expect(follower.getState()).toMatchObject({ status: 'live', source: 'socket', headAt })
    expect(now - headAt!).toBeGreaterThan(8_000)
    await pass(22)
    expect(shown()).toEqual(truth())
    expect(follower.getState().headAt).toBeGreaterThan(now)
  })

  test('a push before its acknowledgement, or a repeated one, is shown exactly once', async () => {
    const { mine, shown, truth, changes } = await follow({ socket: true })
    world.node.faults = { socket: { pushBeforeAck: true, twice: true } }
    for (const socket of world.node.sockets) socket.drop()
    await mine(10)
    expect(shown()).toEqual(truth())
    expect(addedIn(changes).length).toBe(truth().length)
  })

  test('malformed frames change nothing', async () => {
    const { mine, shown, truth, follower } = await follow({ socket: true })
    world.node.faults = { socket: { malformed: true } }
    await mine(5)
    expect(shown()).toEqual(truth())
    expect(follower.getState()).toMatchObject({ status: 'live', source: 'socket' })
  })
})

describe('heads and reorgs', () => {
  test('names the endpoint whose head is not a block', async () => {
    const { mine, pass, states, shown, truth } = await follow()
    world.node.faults = {
      respond: ({ params }) => (params[0] === 'latest' ? { result: null } : undefined),
    }
    await mine(3)
    const { error } = states.at(-1)!
    expect(error).toMatchObject({ name: 'NodeError', kind: 'malformed', method: 'eth_getBlockByNumber' })
    expect(error!.message).toMatchInlineSnapshot(`
      "node-1.test sent an invalid answer to eth_getBlockByNumber.
      Use another endpoint."
    `)
    world.node.faults = {}
    await pass(60)
    expect(states.at(-1)!.error).toBeUndefined()
    expect(shown()).toEqual(truth())
  })

  test('blocks that a lagging node lacks are not claimed, and arrive with a later poll', async () => {
    const { mine, pass, shown, truth, follower } = await follow()
    world.node.faults = { lag: 3, beyondHead: 'empty' }
    await mine(5)
    expect(follower.getState().verifiedTo).toBeLessThanOrEqual(world.node.chain.head - 3n)
    world.node.faults = {}
    await pass(30)
    expect(shown()).toEqual(truth())
  })

  test.each(['clamp', 'error', 'empty'] as const)(
    'blocks that a lagging node lacks are not claimed where it answers %s past its head',
    async (beyondHead) => {
      const { mine, pass, shown, truth, follower } = await follow()
      world.node.faults = { lag: 2, beyondHead }
      await mine(8)
      expect(follower.getState().verifiedTo).toBeLessThanOrEqual(world.node.chain.head - 2n)
      world.node.faults = {}
      await pass(30)
      expect(shown()).toEqual(truth())
    },
  )

  test.each([1, 2, 5])('a head that drops by %i blocks for a moment is ignored', async (lag) => {
    const { mine, pass, shown, truth, states, changes } = await follow()
    await mine(8)
    await pass(10)
    world.node.faults = { lag }
    await pass(4)
    world.node.faults = {}
    await mine(3)
    await pass(10)
    const heads = states.flatMap(({ head }) => head ?? [])
    expect(heads).toEqual(heads.toSorted((a, b) => Number(a - b)))
    expect(removedIn(changes)).toEqual([])
    expect(shown()).toEqual(truth())
  })

  test('an endpoint a million blocks ahead is ignored, now and later', async () => {
    const { mine, pass, shown, truth, follower, states } = await follow({ endpoints: 3 })
    await mine(2)
    claimFar(world.node.endpoints[1]!)
    await mine(20)
    await pass(20)
    expect(states.every(({ head }) => head === undefined || head <= world.node.chain.head)).toBe(true)
    expect(shown()).toEqual(truth())
    expect(follower.getState().status).toBe('live')
  })

  test.each([true, false])(
    'an endpoint a million blocks ahead is ignored even if it answers first; socket: %s',
    async (socket) => {
      const { mine, pass, shown, truth, follower, states } = await follow(
        { endpoints: 3, socket },
        {},
        () => {
          claimFar(world.node.endpoints[0]!)
        },
      )
      const [first] = world.node.callsOf('eth_getBlockByNumber')
      expect(first!.endpoint).toBe(world.node.endpoints[0]!.host)
      await mine(10)
      await pass(20)
      expect(states.every(({ head }) => head === undefined || head <= world.node.chain.head)).toBe(true)
      expect(shown()).toEqual(truth())
      expect(follower.getState().status).toBe('live')
    },
  )

  test('an unannounced reorg: orphans are removed, replacements added, in one change', async () => {
    const { mine, pass, shown, truth, reorgs } = await follow()
    await mine(8)
    await pass(10)
    world.node.faults = { sendsRemoved: false }
    const from = world.node.chain.head - 2n
    world.node.chain.reorg(3, { blocks: 4, logs: [{}] })
    await pass(30)
    expect(shown()).toEqual(truth())
    expect(reorgs()).toEqual([{ from, isDeep: false }])
  })

  test('an announced reorg makes the same change, with or without removed logs', async () => {
    const { mine, pass, shown, truth, reorgs } = await follow({ socket: true })
    await mine(8)
    world.node.faults = { sendsRemoved: true, socket: { twice: true } }
    world.node.chain.reorg(3, { blocks: 4, logs: [{}] })
    await pass(30)
    expect(shown()).toEqual(truth())
    expect(reorgs().length).toBe(1)
  })

  test('replaced blocks are stale from the moment their replacement shows, while logs are read', async () => {
    const { mine, pass, shown, truth, states, changes } = await follow()
    await mine(8)
    await pass(10)
    const before = states.length
    const count = changes.length
    const from = world.node.chain.head - 2n
    world.node.chain.reorg(3, { blocks: 3, logs: [{}] })
    await pass(30)
    const seen = states.slice(before).map(({ staleFrom }) => staleFrom)
    expect(seen.find((one) => one !== undefined)).toBeLessThanOrEqual(from)
    expect(seen.at(-1)).toBeUndefined()
    expect(changes.slice(count).map(({ reorg }) => reorg?.from)).toEqual([from])
    expect(shown()).toEqual(truth())
  })

  test('after skipped heads, a replaced last block makes no other stale', async () => {
    const { mine, pass, shown, truth, states } = await follow()
    await mine(8)
    await pass(10)
    world.node.chain.mine(5, { logs: [{}] })
    await pass(30)
    expect(shown()).toEqual(truth())
    const before = states.length
    world.node.chain.reorg(1, { logs: [{}] })
    await pass(30)
    const seen = states.slice(before).map(({ staleFrom }) => staleFrom)
    expect(seen.filter((one) => one !== undefined && one !== world.node.chain.head)).toEqual([])
    expect(seen).toContain(world.node.chain.head)
    expect(shown()).toEqual(truth())
  })

  test.each([true, false])('logs above a lower head are stale; socket: %s', async (socket) => {
    const { mine, pass, shown, truth, follower } = await follow({ socket })
    await mine(8)
    await pass(10)
    const before = shown()
    world.node.chain.rollback(3)
    for (const one of world.node.sockets) one.drop()
    while (follower.getState().staleFrom === undefined && shown().length === before.length) await pass(0.5)
    expect(shown()).toEqual(before)
    expect(follower.getState().staleFrom).toBe(world.node.chain.head + 1n)
    await pass(30)
    expect(follower.getState()).toMatchObject({ status: 'live', staleFrom: undefined })
    expect(shown()).toEqual(truth())
  })

  test('of two endpoints, one that is far behind from the start is not followed', async () => {
    const { mine, pass, shown, truth, follower } = await follow({ endpoints: 2 }, {}, () => {
      world.node.endpoints[0]!.faults = { lag: 50 }
    })
    await mine(8)
    await pass(10)
    expect(follower.getState()).toMatchObject({ status: 'live', head: world.node.chain.head })
    expect(shown()).toEqual(truth())
  })

  test.each([0, 1])(
    'of two endpoints, one that stops following the chain is left within a minute: %i',
    async (at) => {
      const { pass, shown, truth, follower } = await follow({ endpoints: 2 })
      const stopped = world.node.endpoints[at]!
      for (let block = 1; block <= 40; block++) {
        world.node.chain.mine(1, { logs: [{}] })
        stopped.faults = { lag: block }
        await pass(3)
      }
      expect(follower.getState()).toMatchObject({ status: 'live', head: world.node.chain.head })
      expect(shown()).toEqual(truth())
    },
  )

  test('a socket whose node stops following the chain is left within a minute, until it has caught up', async () => {
    const { pass, shown, truth, follower } = await follow({ endpoints: 2, socket: true })
    const [stopped] = world.node.endpoints
    const mineWithout = async (from: number, to: number) => {
      for (let lag = from; lag <= to; lag++) {
        stopped!.faults = { lag, socket: { mute: true } }
        world.node.chain.mine(1, { logs: [{}] })
        await pass(3)
      }
    }
    await mineWithout(1, 20)
    for (let lag = 21; lag <= 50; lag++) {
      await mineWithout(lag, lag)
      expect(follower.getState()).toMatchObject({ status: 'degraded', source: 'polling' })
      expect(follower.getState().head).toBeGreaterThanOrEqual(world.node.chain.head - 1n)
    }
    stopped!.faults = {}
    world.node.chain.mine(1, { logs: [{}] })
    await pass(3)
    expect(follower.getState()).toMatchObject({ status: 'live', source: 'socket' })
    expect(shown()).toEqual(truth())
  })

  test('an endpoint that is behind once makes nothing stale', async () => {
    const { mine, pass, shown, truth, states } = await follow({ endpoints: 2 })
    await mine(8)
    world.node.endpoints[1]!.faults = { lag: 3 }
    await mine(8)
    await pass(30)
    expect(states.every(({ staleFrom }) => staleFrom === undefined)).toBe(true)
    expect(shown()).toEqual(truth())
  })

  test('a reorg deeper than finality goes back to the common block, and is stale until it is read', async () => {
    const { mine, pass, changes, truth, states } = await follow({ finality: 4, socket: true })
    await mine(40)
    world.node.chain.reorg(30, { blocks: 31 })
    await pass(700)
    const deep = changes.find(({ reorg }) => reorg?.isDeep)
    expect(deep).toBeDefined()
    expect(states.some(({ staleFrom }) => staleFrom !== undefined)).toBe(true)
    expect(states.at(-1)).toMatchObject({ status: 'live', staleFrom: undefined })
    expect(held(changes)).toEqual(truth())
  })

  test.each([{ socket: true }, { socket: false }])(
    'a deep reorg visible in neither heads nor logs is found at the next poll; socket: $socket',
    async ({ socket }) => {
      const { mine, pass, changes, truth, follower } = await follow({ finality: 4, socket })
      await mine(20)
      const mineEmpty = (count: number) => {
        for (let block = 0; block < count; block++) world.node.chain.mine(1, { logs: [] })
      }
      mineEmpty(15)
      await pass(10)
      world.node.faults.socket = { refuse: true }
      for (const one of world.node.sockets) one.drop()
      const before = held(changes)
      expect(before).toEqual(truth())
      expect(before.length).toBeGreaterThan(0)
      // None of these blocks has logs, so reading the newest ones shows no difference.
      world.node.chain.reorg(30, { blocks: 1, logs: [] })
      mineEmpty(35)
      await pass(10)
      expect(held(changes)).toEqual(truth())
      expect(held(changes)).not.toEqual(before)
      expect(changes.some(({ reorg }) => reorg?.isDeep)).toBe(true)
      expect(follower.getState()).toMatchObject({ staleFrom: undefined, verifiedTo: world.node.chain.head })
    },
  )
})
