import { afterEach, expect, test } from 'vitest'
import { follow } from '../../src/logs/follow/follow.ts'
import { Follower } from '../../src/logs/follow/Follower.ts'
import type { FollowChange } from '../../src/logs/follow/FollowState.ts'
import { logId } from '../../src/logs/order.ts'
import { LogFilter } from '../../src/logs/LogFilter.ts'
import { createWorld, type World } from '../support/simulation/world.ts'
import type { WorldOptions } from '../support/simulation/world.ts'

// What the simulation of thousands of worlds has found, each as small as it goes.

const everything = { address: undefined, topics: [] }
let world: World
afterEach(() => {
  world.close()
})

function still(options: Partial<WorldOptions> = {}): World {
  return (world = createWorld({
    seed: 3,
    endpoints: 1,
    socket: false,
    incidents: 0,
    finality: 16,
    ...options,
  }))
}

const pass = (milliseconds: number) => world.clock.run(world.clock.sleep(milliseconds))

const busy = () => new Response('Too Many Requests', { status: 429, headers: { 'retry-after': '5' } })

/** A follower, and all that it told. */
function followed(start: bigint) {
  const { client, clock, page } = world
  const changes: FollowChange[] = []
  const follower = new Follower(client, {
    filter: everything,
    start,
    clock,
    page: page.signals,
    onChange: (change) => changes.push(change),
  })
  return { follower, changes, stop: follower.subscribe(() => {}) }
}

const idsOf = (changes: readonly FollowChange[]) => {
  const ids = new Set<string>()
  for (const { added, removed } of changes) {
    for (const log of removed) ids.delete(logId(log))
    for (const log of added) ids.add(logId(log))
  }
  return [...ids].sort()
}

const truth = (from: bigint) => world.canonical(everything, from).map(logId).sort()

test('a stream that is read slowly sends nothing any more once its signal fires', async () => {
  const { client, clock, page, node } = still()
  const controller = new AbortController()
  const events = follow(
    client,
    { fromBlock: 1n },
    { signal: controller.signal, pollingInterval: 1_000, clock, page: page.signals },
  )
  await clock.run(events.next())
  await pass(5_000)
  controller.abort()
  await pass(2_000)
  const sent = node.calls.length
  expect(sent).toBeGreaterThan(0)
  await pass(60_000)
  expect(node.calls.length).toBe(sent)
  await expect(clock.run(events.next())).rejects.toThrow(/abort/i)
})

test('a first read is not believed when the endpoint fell behind its head meanwhile', async () => {
  const { node } = still()
  let times = 0
  // What stands behind one address: a node that is up to date, and one that is not and has nothing to say of its future.
  node.faults.respond = ({ method }) => {
    if (method !== 'eth_getLogs' || ++times > 1) return undefined
    node.faults = { ...node.faults, lag: 3, beyondHead: 'empty' }
    return undefined
  }
  const { changes, stop } = followed(1n)
  await pass(5_000)
  node.faults = {}
  await pass(120_000)
  expect(times).toBeGreaterThan(0)
  expect(idsOf(changes)).toEqual(truth(1n))
  stop()
})

test('a long gap after a first head below the start begins at the start', async () => {
  const { node } = still()
  const start = node.chain.head - 1n
  node.faults.lag = 6
  const { changes, stop } = followed(start)
  await pass(10_000)
  node.faults.lag = 0
  node.chain.mine(1_500)
  await pass(60_000)
  expect(changes.length).toBeGreaterThan(0)
  for (const { range } of changes) expect(range.from).toBeGreaterThanOrEqual(start)
  expect(idsOf(changes)).toEqual(truth(start))
  stop()
})

test('a log that a bloom kept from us is told before the gap that follows is read', async () => {
  const { node } = still({ socket: true })
  const start = node.chain.head
  const { follower, changes, stop } = followed(start)
  await pass(5_000)
  node.faults.bloom = 'empty'
  // The first head with a bloom that is not empty makes the others credible.
  node.faults.bloom = undefined
  node.chain.mine(1, { logs: [{}] })
  await pass(1_000)
  node.faults.bloom = 'empty'
  node.chain.mine(1, { logs: [{}, {}] })
  await pass(1_000)
  const told = idsOf(changes).length
  follower.pause()
  node.faults.bloom = undefined
  node.chain.mine(1_500)
  follower.resume()
  await pass(60_000)
  expect(told).toBeLessThan(truth(start).length)
  expect(idsOf(changes)).toEqual(truth(start))
  stop()
})

test('a filter that is still to be made is not, once nobody waits for it', async () => {
  const { client, clock, page, node } = still()
  node.faults = { respond: ({ method }) => (method === 'eth_newFilter' ? busy() : undefined) }
  const filter = new LogFilter(client, { fromBlock: 1n }, { clock, page: page.signals })
  const stop = filter.subscribe(() => {})
  await pass(2_000)
  stop()
  expect(node.callsOf('eth_newFilter').length).toBe(1)
  await pass(60_000)
  expect(node.callsOf('eth_newFilter').length).toBe(1)
})

test('a filter that is under way when the last listener leaves is uninstalled', async () => {
  const { client, clock, page, node } = still()
  const filter = new LogFilter(client, { fromBlock: 1n }, { clock, page: page.signals })
  const stop = filter.subscribe(() => {})
  for (let wait = 0; wait < 5_000 && node.callsOf('eth_newFilter').length === 0; wait++) await pass(1)
  stop()
  await pass(60_000)
  expect(node.callsOf('eth_newFilter').length).toBe(1)
  expect(node.callsOf('eth_uninstallFilter').length).toBe(1)
  expect(node.endpoints[0]!.filters.size).toBe(0)
})
