import { afterEach, describe, expect, test } from 'vitest'
import { follow } from '../../../src/logs/follow/follow.ts'
import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import { logId } from '../../../src/logs/order.ts'
import { LogFold } from '../../support/LogFold.ts'
import { createWorld, type World, type WorldOptions } from '../../support/simulation/world.ts'

let world: World
afterEach(() => {
  world.close()
})

/** Follows everything from the next block on, and keeps the logs as a consumer would. */
function setUp(options: Partial<WorldOptions> = {}) {
  world = createWorld({ seed: 1, endpoints: 1, socket: false, finality: 16, incidents: 0, ...options })
  const start = world.node.chain.head + 1n
  const changes: FollowChange[] = []
  const logs = new LogFold()
  const follower = world.follower({
    start,
    onChange(change) {
      changes.push(change)
      logs.apply(change)
    },
  })
  const pass = (seconds: number) => world.clock.run(world.clock.sleep(seconds * 1_000))
  return {
    follower,
    changes,
    pass,
    shown: () => logs.ids,
    truth: () => world.canonical({ address: undefined, topics: [] }, start).map(logId),
  }
}

test.each([Number.NaN, 0, Number.POSITIVE_INFINITY, 2 ** 31])(
  'an interval of %s, which timers take for "at once", is refused before any request',
  async (pollingInterval) => {
    setUp()
    const { client, node } = world
    await expect(follow(client, {}, { pollingInterval }).next()).rejects.toThrow(/at pollingInterval/)
    expect(node.calls).toEqual([])
  },
)

describe('Follower', () => {
  test('polls where there is no socket, and shows each log once', async () => {
    const { follower, pass, shown, truth } = setUp()
    const stop = follower.subscribe(() => {})
    world.start()
    await pass(120)
    world.calm()
    await pass(30)
    expect(truth().length).toBeGreaterThan(0)
    expect(shown()).toEqual(truth())
    expect(follower.getState()).toMatchObject({ status: 'live', source: 'polling' })
    stop()
  })

  test('is woken by the socket, and reads only blocks that may match', async () => {
    const { follower, pass, shown, truth } = setUp({ socket: true })
    const stop = follower.subscribe(() => {})
    world.start()
    await pass(300)
    world.calm()
    await pass(30)
    expect(truth().length).toBeGreaterThan(0)
    expect(shown()).toEqual(truth())
    expect(follower.getState()).toMatchObject({ status: 'live', source: 'socket' })
    stop()
  })
})
