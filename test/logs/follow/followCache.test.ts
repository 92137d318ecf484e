import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import { logId } from '../../../src/logs/order.ts'
import { addedIn } from '../../support/LogFold.ts'
import { readAll } from '../../support/readAll.ts'
import { withoutTurns } from '../../support/simulation/withoutTurns.ts'
import { createWorld, type World } from '../../support/simulation/world.ts'

const everything = { address: undefined, topics: [] }
const finality = 16
let world: World
let restoreTurns: () => void
beforeEach(() => {
  restoreTurns = withoutTurns()
})
afterEach(() => {
  restoreTurns()
  world.close()
})

const pass = (milliseconds: number) => world.clock.run(world.clock.sleep(milliseconds))
const asked = () =>
  world.node.callsOf('eth_getLogs').flatMap(({ params }) => {
    const [{ fromBlock, toBlock }] = params as [{ fromBlock?: string; toBlock?: string }]
    return fromBlock === undefined ? [] : [{ from: Number(fromBlock), to: Number(toBlock) }]
  })

test('blocks read after a long absence are cached, and cached ones are not requested', async () => {
  world = createWorld({ seed: 3, endpoints: 1, socket: false, incidents: 0, finality })
  const { client, clock, node } = world
  const cache = createLogCache()
  const changes: FollowChange[] = []
  const read: bigint[] = []
  const start = node.chain.head
  const follower = world.follower({
    start,
    cache,
    onChange: (change) => changes.push(change),
  })
  const stop = follower.subscribe(() => {
    read.push(follower.getState().verifiedTo ?? -1n)
  })
  await pass(10_000)
  follower.pause()
  node.chain.mine(3_000)
  // Another reader on the page reads the first half meanwhile.
  const half = { fromBlock: start, toBlock: start + 1_499n }
  await clock.run(readAll(client, half, { cache }))
  node.clearCalls()
  follower.resume()
  await pass(60_000)
  stop()
  const told = addedIn(changes).map(logId)
  expect(told.sort()).toEqual(world.canonical(everything, start).map(logId).sort())
  // While it catches up, it still knows what it has read.
  expect(read).toEqual(read.toSorted((a, b) => Number(a - b)))
  // No block of that half, except those new at the start of following.
  const again = asked().filter(({ from }) => from > Number(start) && from < Number(start) + 1_500)
  expect(again).toEqual([])

  node.clearCalls()
  const { logs } = await clock.run(readAll(client, { fromBlock: start, toBlock: start + 2_900n }, { cache }))
  expect(logs.length).toBeGreaterThan(0)
  expect(asked()).toEqual([])
})
