import { numberToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { LogFilter } from '../../../src/logs/follow/filter/LogFilter.ts'
import { follow } from '../../../src/logs/follow/follow.ts'
import type { FollowChange, FollowState } from '../../../src/logs/follow/FollowState.ts'
import { logId } from '../../../src/logs/order.ts'
import { claimFar } from '../../support/claimFar.ts'
import { fold, removedIn } from '../../support/LogFold.ts'
import { createWorld, type World, type WorldOptions } from '../../support/simulation/world.ts'

// Failures found by simulating thousands of worlds, each reduced to a minimum.

const everything: Filter = { address: undefined, topics: [] }
const nothing: Filter = { address: [`0x${'7'.repeat(40)}`], topics: [] }
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

/** A follower and all its events. */
function followed(start: bigint, filter: Filter = everything) {
  const changes: FollowChange[] = []
  const heads: (bigint | undefined)[] = []
  const follower = world.follower({
    filter,
    start,
    onChange: (change) => changes.push(change),
  })
  const stop = follower.subscribe(() => heads.push(follower.getState().head))
  return { follower, changes, heads, stop }
}

const idsOf = (changes: readonly FollowChange[]) => [...fold(changes)].sort()

const truth = (from: bigint) => world.canonical(everything, from).map(logId).sort()

test('a slowly consumed stream sends nothing once its signal fires', async () => {
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

test('a first read does not count if the endpoint has fallen behind its head', async () => {
  const { node } = still()
  let times = 0
  // Two nodes behind one address: one up to date, and one that lags and answers empty beyond its head.
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

test('an endpoint that falls behind for one part of a range leaves no hole in it', async () => {
  const { node } = still()
  const [endpoint] = node.endpoints
  const start = node.chain.head + 1n
  node.chain.mine(25, { logs: [{}] })
  const { changes } = followed(start)
  await pass(10_000)
  const before = changes.length
  const behind = node.chain.head + 3n
  let lags = 0
  endpoint!.faults = {
    maxBlockRange: 5,
    respond({ method, params }) {
      if (method !== 'eth_getLogs') return undefined
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      const isPart = BigInt(toBlock) - BigInt(fromBlock) < 5n
      const isBehind = isPart && lags === 0 && BigInt(toBlock) > behind
      if (isBehind) lags++
      endpoint!.faults = { ...endpoint!.faults, lag: isBehind ? 12 : undefined }
      return undefined
    },
  }
  node.chain.mine(15, { logs: [{}] })
  await pass(60_000)
  expect(lags).toBe(1)
  expect(changes.length).toBeGreaterThan(before)
  for (const { range, logs } of changes)
    expect(logs.map(logId)).toEqual(world.canonical(everything, range.from, range.to).map(logId))
})

test('queued calls of a failed poll are not sent once the last listener has left', async () => {
  const { node } = still()
  const [endpoint] = node.endpoints
  endpoint!.faults = {
    respond({ method, params: [block] }) {
      if (method === 'eth_getLogs') return { error: { code: -32603, message: 'internal error' } }
      if (method !== 'eth_getBlockByNumber' || block !== numberToHex(node.chain.head)) return undefined
      return { error: { code: -32602, message: 'invalid argument' } }
    },
  }
  const { follower, stop } = followed(node.chain.head - 20n)
  for (let waits = 0; waits < 1_000 && !follower.getState().error; waits++) await pass(10)
  expect(follower.getState().error).toMatchObject({ method: 'eth_getBlockByNumber' })
  const sent = node.callsOf('eth_getLogs').length
  expect(sent).toBeGreaterThan(0)
  stop()
  await pass(60_000)
  expect(node.callsOf('eth_getLogs').length).toBe(sent)
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

test('a log hidden by a wrong bloom is reported before the following gap is read', async () => {
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

test('a deep reorganization removes no log that stands, though an answer omits it', async () => {
  const { node } = still({ socket: true, finality: 4 })
  const start = node.chain.head + 1n
  const { changes, stop } = followed(start)
  await pass(5_000)
  for (let block = 0; block < 40; block++) {
    node.chain.mine(1, { logs: [{}] })
    await pass(3_000)
  }
  const left = `0x${(start + 10n).toString(16)}`
  node.faults.tamper = (logs) => logs.filter(({ blockNumber }) => blockNumber !== left)
  // Deeper than the newest block known by its hash, and not as deep as the one before.
  node.chain.reorg(25, { blocks: 26 })
  await pass(700_000)
  expect(removedIn(changes)).toEqual([])
  node.faults = {}
  await pass(120_000)
  const removed = removedIn(changes)
  expect(removed.length).toBe(25)
  expect(removed.every(({ blockNumber }) => blockNumber >= start + 15n)).toBe(true)
  expect(changes.some(({ reorg }) => reorg?.isDeep)).toBe(true)
  expect(idsOf(changes)).toEqual(truth(start))
  stop()
})

test('history probes use only blocks that can no longer change', async () => {
  const { node, finality } = still()
  node.faults.bloom = 'empty'
  const { head } = node.chain
  const settled = head - BigInt(finality)
  const { stop } = followed(settled - 1n, nothing)
  await pass(5_000)
  const named = node
    .callsOf('eth_getBlockByNumber')
    .map(({ params: [block] }) => block)
    .filter((block): block is string => typeof block === 'string' && block.startsWith('0x'))
    .map(BigInt)
  expect(named).toContain(settled - 1n)
  expect(named.filter((block) => block > settled && block !== head)).toEqual([])
  stop()
})

test('a block replaced by an empty one does not count as pruned', async () => {
  const { node } = still({ finality: 4 })
  const start = node.chain.head + 1n
  node.chain.mine(1, { logs: [] })
  for (let block = 0; block < 12; block++) node.chain.mine(1, { logs: [{}] })
  const { follower, stop } = followed(start, nothing)
  await pass(5_000)
  // Only a history probe reads a single block.
  const [seen] = node.callsOf('eth_getLogs').flatMap(({ params: [asked] }) => {
    const { fromBlock, toBlock } = asked as { fromBlock: string; toBlock: string }
    return fromBlock === toBlock ? [BigInt(fromBlock)] : []
  })
  expect(seen).toBeGreaterThan(start)
  const depth = Number(node.chain.head - seen!) + 1
  node.chain.reorg(depth, { blocks: depth + 1, logs: [] })
  await pass(60_000)
  // History is probed again every hour.
  await pass(3_600_000)
  node.chain.mine(30)
  await pass(60_000)
  expect(follower.getState()).toMatchObject({ status: 'live', verifiedTo: node.chain.head, error: undefined })
  stop()
})

test('logs that an endpoint left out as it fell behind its head are there with the next block', async () => {
  const { node } = still()
  const start = node.chain.head + 1n
  const { changes, stop } = followed(start)
  await pass(10_000)
  const [endpoint] = node.endpoints
  endpoint!.faults = {
    respond: ({ method }) => {
      if (method === 'eth_getLogs') endpoint!.faults = { lag: 1, beyondHead: 'clamp' }
      return undefined
    },
  }
  // The follower skips heads, so it reads them as a range.
  node.chain.mine(3, { drafts: [[{}], [{}], [{}]] })
  await pass(5_000)
  endpoint!.faults = {}
  node.chain.mine(1)
  await pass(10_000)
  expect(idsOf(changes)).toEqual(truth(start))
  stop()
})

test('a head that never was, which a scan was told of, hides neither new blocks nor reorgs', async () => {
  const { node } = still()
  const start = node.chain.head - 30n
  const changes: FollowChange[] = []
  const follower = world.follower({
    start,
    verifiedTo: node.chain.head + 1_000_000n,
    onChange: (change) => changes.push(change),
  })
  const first = node.chain.head + 1n
  const stop = follower.subscribe(() => {})
  await pass(10_000)
  // The follower skips heads.
  node.chain.mine(5)
  await pass(10_000)
  node.chain.reorg(3, { blocks: 4 })
  await pass(10_000)
  const shown = new Set(idsOf(changes))
  expect(truth(first).filter((id) => !shown.has(id))).toEqual([])
  expect(removedIn(changes).length).toBeGreaterThan(0)
  stop()
})

test('a chain that restarts before the first sync leaves no log of the old one', async () => {
  const { node } = still()
  const { head } = node.chain
  const start = head - 60n
  const deepTo = head - 16n
  const known = world.canonical(everything, start)
  const deep = known.findLast(({ blockNumber }) => blockNumber <= deepTo)!
  const changes: FollowChange[] = []
  node.chain.reorg(Number(head), { blocks: 20 })
  const follower = world.follower({
    start,
    verifiedTo: head,
    recent: known.filter(({ blockNumber }) => blockNumber > deepTo),
    checkpoint: { number: deep.blockNumber, hash: deep.blockHash },
    onChange: (change) => changes.push(change),
  })
  const stop = follower.subscribe(() => {})
  await pass(60_000)
  expect(changes).toMatchObject([{ type: 'reset', range: { from: start, to: head }, current: [] }])
  stop()
})

test('a chain that restarts with a block each second is followed at once, though its socket goes on', async () => {
  const { node } = still({ socket: true })
  const { follower, stop } = followed(node.chain.head)
  await pass(10_000)
  expect(follower.getState().source).toBe('socket')
  node.chain.reorg(Number(node.chain.head), { blocks: 5 })
  for (let second = 0; second < 20; second++) {
    await pass(1_000)
    node.chain.mine(1)
  }
  await pass(1_000)
  expect(follower.getState().head).toBe(node.chain.head)
  stop()
})

test('another network below all that is known replaces nothing, and is left for the right one', async () => {
  const { node } = still()
  node.chain.mine(40, { logs: [{}] })
  const start = node.chain.head
  const { changes, follower, stop } = followed(start)
  await pass(10_000)
  node.chain.mine(3, { logs: [{}] })
  await pass(10_000)
  const before = idsOf(changes)
  expect(before).toEqual(truth(start))
  const { head } = node.chain
  node.chain.reorg(Number(head), { blocks: 20 })
  node.faults = { chainId: 1 }
  await pass(60_000)
  expect(idsOf(changes)).toEqual(before)
  expect(follower.getState()).toMatchObject({ status: 'stale', error: { kind: 'wrong-network' } })
  node.faults = {}
  node.chain.mine(Number(head), { logs: [{}] })
  await pass(180_000)
  expect(follower.getState().status).toBe('live')
  expect(idsOf(changes)).toEqual(truth(start))
  stop()
})

test('a node that falls behind by more than finality makes nothing final above its head', async () => {
  const { node } = still({ finality: 4 })
  const { changes, stop } = followed(1n, nothing)
  await pass(5_000)
  node.chain.mine(20)
  await pass(20_000)
  node.faults.lag = 12
  await pass(60_000)
  expect(changes.at(-1)?.head.number).toBe(node.chain.head - 12n)
  for (const { head, finalized } of changes) expect(finalized).toBeLessThanOrEqual(head.number)
  stop()
})

test('a rejected head does not confirm another one after a pause', async () => {
  const { node } = still({ endpoints: 2 })
  const [first, second] = node.endpoints
  claimFar(first!)
  const { follower, heads, stop } = followed(node.chain.head)
  await pass(60_000)
  follower.pause()
  first!.faults = {}
  claimFar(second!)
  follower.resume()
  await pass(120_000)
  expect(heads).toContain(node.chain.head)
  expect(heads.filter((head) => head !== undefined && head > node.chain.head)).toEqual([])
  expect(follower.getState().status).toBe('live')
  stop()
})

test('setting the clock forward by a day does not make a head a million blocks ahead credible', async () => {
  const { clock, node } = still({ endpoints: 2 })
  const { follower, heads, stop } = followed(node.chain.head)
  await pass(10_000)
  const { endpoint } = node.callsOf('eth_getBlockByNumber').at(-1)!
  claimFar(node.endpoints.find(({ host }) => host === endpoint)!)
  clock.set(100_000_000)
  await pass(120_000)
  expect(heads).toContain(node.chain.head)
  expect(heads.filter((head) => head !== undefined && head > node.chain.head)).toEqual([])
  expect(follower.getState().status).toBe('live')
  stop()
})

test('an aborted request does not count against its endpoint', async () => {
  const { node } = still({ endpoints: 2 })
  const { follower, stop } = followed(node.chain.head)
  await pass(10_000)
  const polls = () => node.callsOf('eth_getBlockByNumber').filter(({ params: [block] }) => block === 'latest')
  const before = polls().length
  for (let wait = 0; wait < 60_000 && polls().length === before; wait++) await pass(1)
  const { endpoint } = polls()[before]!
  follower.pause()
  follower.resume()
  await pass(10_000)
  expect(polls().length).toBeGreaterThan(before + 1)
  const asked = polls().slice(before)
  expect(asked.filter((one) => one.endpoint !== endpoint)).toEqual([])
  stop()
})

test('a queued filter is not created once the last listener has left', async () => {
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

test('a filter whose creation is in flight when the last listener leaves is uninstalled', async () => {
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

test('a stream that begins while no endpoint answers reports it, and goes live when one does', async () => {
  const { client, clock, page, node, pool } = still()
  node.faults.down = 'cors'
  const controller = new AbortController()
  const options = { signal: controller.signal, clock, page: page.signals }
  const changes: FollowChange[] = []
  let state: FollowState | undefined
  const began = clock.now()
  const ended = (async () => {
    for await (const event of follow(client, {}, options))
      if (event.type === 'status') state = event.state
      else changes.push(event)
  })()
  await pass(40_000)
  expect(state).toMatchObject({ status: 'stale', connectivity: 'unreachable' })
  expect(state?.error?.message).toContain('node-1.test')
  expect(state!.staleSince! - began).toBeLessThan(1_000)
  // It polls now and then, not constantly.
  expect(pool.budget.getStatus().used).toBeLessThan(40)
  node.faults = {}
  await pass(60_000)
  expect(state).toMatchObject({ status: 'live', error: undefined, staleSince: undefined })
  const start = node.chain.head + 1n
  node.chain.mine(3)
  await pass(10_000)
  expect(truth(start).length).toBeGreaterThan(0)
  expect(idsOf(changes)).toEqual(truth(start))
  controller.abort()
  await expect(ended).rejects.toThrow('aborted')
})

test('an endpoint that omitted old logs for a while does not count as pruned for ever', async () => {
  const { node } = still()
  node.chain.mine(60, { logs: [{}] })
  node.faults.respond = ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined)
  const { follower, changes, stop } = followed(1n)
  await pass(60_000)
  expect(follower.getState().error).toMatchObject({ kind: 'pruned' })
  node.faults.respond = undefined
  await pass(120_000)
  expect(follower.getState()).toMatchObject({ error: undefined })
  expect(idsOf(changes)).toEqual(truth(1n))
  stop()
})

test('a first read that fails before a deep reorganization does not leave its blocks out', async () => {
  const { node } = still()
  node.chain.mine(60, { logs: [{}] })
  node.faults.refuse = { eth_getLogs: { code: -32603, message: 'internal error' } }
  const start = node.chain.head - 50n
  const { follower, changes, stop } = followed(start)
  await pass(30_000)
  expect(follower.getState().error).toBeDefined()
  node.chain.mine(20, { logs: [{}] })
  await pass(90_000)
  node.chain.reorg(30, { logs: [{}] })
  await pass(90_000)
  node.faults.refuse = undefined
  await pass(120_000)
  expect(follower.getState()).toMatchObject({ error: undefined, verifiedTo: node.chain.head })
  expect(idsOf(changes)).toEqual(truth(start))
  stop()
})

test.each([{ maxBlockRange: 5 }, { maxResults: 8 }])(
  'a reorganization near the head is read once by an endpoint with %o',
  async (faults) => {
    const { node } = still()
    node.chain.mine(30, { logs: [{}] })
    const { changes, stop } = followed(node.chain.head - 20n)
    await pass(10_000)
    node.faults = faults
    node.clearCalls()
    node.chain.reorg(3, { logs: [{}] })
    await pass(10_000)
    const asked = node.callsOf('eth_getLogs').map(({ params }) => JSON.stringify(params))
    expect(asked.length).toBeGreaterThan(3)
    expect(new Set(asked).size).toBe(asked.length)
    expect(changes.at(-1)).toMatchObject({ reorg: { isDeep: false } })
    expect(idsOf(changes)).toEqual(truth(node.chain.head - 20n))
    stop()
  },
)
