import { afterEach, describe, expect, test } from 'vitest'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { logId } from '../../../src/logs/order.ts'
import { LogFold } from '../../support/LogFold.ts'
import { createWorld, type World, type WorldOptions } from '../../support/simulation/world.ts'

const everything: Filter = { address: undefined, topics: [] }
let world: World
afterEach(() => {
  world.close()
})

const pass = (seconds: number) => world.clock.run(world.clock.sleep(seconds * 1_000))

/** Followers of this many filters on one network, and the logs that each shows. */
function setUp(filters: readonly Filter[], options: Partial<WorldOptions> = {}) {
  world = createWorld({ seed: 3, endpoints: 1, socket: false, finality: 16, incidents: 0, ...options })
  const { node } = world
  const start = node.chain.head + 1n
  return filters.map((filter) => {
    const shown = new LogFold()
    const follower = world.follower({
      filter,
      start,
      onChange(change) {
        shown.apply(change)
      },
    })
    const stop = follower.subscribe(() => {})
    return {
      follower,
      stop,
      shown: () => [...shown.ids].sort(),
      truth: () => world.canonical(filter, start).map(logId).sort(),
    }
  })
}

describe('followers of one network', () => {
  // One block is read by its hash, several as a range.
  test.each([1, 3])(
    'with different filters share one head, and send their reads of %i blocks in one message',
    async (blocks) => {
      const addresses = Array.from(
        { length: 10 },
        (_, index) => `0x${index.toString(16).padStart(40, 'a')}` as const,
      )
      const all = setUp(addresses.map((address) => ({ address: [address], topics: [] })))
      await pass(20)
      world.node.clearCalls()
      world.node.chain.mine(blocks, { logs: addresses.map((address) => ({ address })) })
      await pass(4.5)
      const heads = world.node.callsOf('eth_getBlockByNumber')
      const reads = world.node.callsOf('eth_getLogs')
      // At most two polls in this time, one call each; behind a gap, one call for all checks whether the last head stands.
      expect(heads.length).toBeLessThanOrEqual(blocks === 1 ? 2 : 3)
      expect(reads.length).toBe(10)
      expect(new Set(reads.map(({ message }) => message)).size).toBe(1)
      for (const { shown, truth, stop } of all) {
        expect(truth().length).toBe(1)
        expect(shown()).toEqual(truth())
        stop()
      }
    },
  )

  test('poll at the shortest interval of all, and slower again when that follower leaves', async () => {
    setUp([everything])
    const eager = world.follower({
      pollingInterval: 1_000,
      onChange: () => {},
    })
    const polls = () =>
      world.node.callsOf('eth_getBlockByNumber').filter(({ params }) => params[0] === 'latest').length
    const stop = eager.subscribe(() => {})
    await pass(20)
    world.node.clearCalls()
    await pass(60)
    expect(polls()).toBeGreaterThan(40)
    stop()
    await pass(5)
    world.node.clearCalls()
    await pass(60)
    expect(polls()).toBeGreaterThan(10)
    expect(polls()).toBeLessThanOrEqual(16)
  })
})

describe('blooms', () => {
  test('a block whose bloom excludes the filter is not read', async () => {
    const [one] = setUp([{ address: [`0x${'77'.repeat(20)}`], topics: [] }], { socket: true })
    await pass(20)
    world.node.clearCalls()
    for (let block = 0; block < 100; block++) {
      world.node.chain.mine(1, { logs: [{}] })
      await pass(3)
    }
    // One of 2,048 bits is set by chance now and then.
    expect(world.node.callsOf('eth_getLogs').length).toBeLessThanOrEqual(3)
    expect(one!.follower.getState()).toMatchObject({ status: 'live', verifiedTo: world.node.chain.head })
  })

  test('the next audit detects a wrong bloom, and later ones are ignored', async () => {
    const [one] = setUp([everything], { socket: true })
    await pass(20)
    // A correct bloom, so that blooms are used at all.
    world.node.chain.mine(1, { logs: [{}] })
    await pass(3)
    world.node.faults.bloom = 'empty'
    world.node.chain.mine(1, { logs: [{}, {}] })
    await pass(30)
    expect(one!.shown().length).toBe(one!.truth().length - 2)
    await pass(600)
    expect(one!.shown()).toEqual(one!.truth())
    for (let block = 0; block < 5; block++) {
      world.node.chain.mine(1, { logs: [{}] })
      await pass(3)
      expect(one!.shown()).toEqual(one!.truth())
    }
  })
})
