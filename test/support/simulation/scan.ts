import { NodeError } from '../../../src/errors/NodeError.ts'
import { partsOf } from '../../../src/logs/filter/Filter.ts'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { createScanControl } from '../../../src/logs/scan/createScanControl.ts'
import { readHistory } from '../../../src/logs/scan/readHistory.ts'
import type { PoolReply } from '../../../src/rpc/Pool.ts'
import { check } from './check.ts'
import { checkHeld, checkRequests } from './checkRequests.ts'
import { drawQuery } from './drawQuery.ts'
import { playWorld } from './playWorld.ts'
import { ScanWatch } from './ScanWatch.ts'
import { ScanWorld } from './ScanWorld.ts'
import { show } from './show.ts'
import { withoutTurns } from './withoutTurns.ts'

type Stop =
  | { readonly by: 'nothing' }
  | { readonly by: 'break'; readonly after: number }
  | { readonly by: 'abort'; readonly after: number }
  | { readonly by: 'abort at'; readonly at: number }

interface ScanPlan {
  readonly query: LogQuery
  readonly stop: Stop
  readonly cached: boolean
  /** Milliseconds the reader takes for an event. */
  readonly pause: number
  /** When it is paused, and for how long. */
  readonly paused: { readonly at: number; readonly for: number } | undefined
}

/** The most requests that a scan may need for each part of its filter, and for each block that has been added to a world. */
const maxRequests = { part: 4_000, addedBlock: 2 }
/** The blocks of the largest world. */
const largest = 2_600

/**
 * Runs the simulation of one seed: waves of concurrent scans over a growing chain, overlapping, paused and cancelled, with
 * and without a cache. Throws at the first failed check.
 */
export async function simulate(seed: number): Promise<void> {
  const world = new ScanWorld(seed)
  await playWorld(world, () => play(world), {
    only: 'scan',
    seed,
    maxTurns: 100_000,
    restore: [withoutTurns()],
  })
}

async function play(world: ScanWorld): Promise<void> {
  const { random, clock, node } = world
  const waves = 1 + random.below(3)
  let last: ScanPlan | undefined
  for (let wave = 0; wave < waves; wave++) {
    const plans = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => drawPlan(world, last))
    last = plans[0]
    world.notes.push(`wave ${wave + 1}: ${plans.map((plan) => show(plan)).join(', ')}`)
    const first = node.calls.length
    const held = plans.length === 1 && plans[0]?.cached ? heldBlocks(world, plans[0].query) : []
    const chatter = random() < 0.3 ? chat(world) : undefined
    const passes = await Promise.all(plans.map((plan) => run(world, plan)))
    await chatter
    const calls = node.calls.slice(first)
    checkRequests(world, calls, passes)
    checkHeld(held, calls)
    const parts = plans.reduce((sum, { query }) => sum + partsOf(parseLogQuery(query).filter).length, 0)
    const added = Math.max(0, Number(node.chain.head) - largest)
    const most = (maxRequests.part + maxRequests.addedBlock * added) * parts
    check(calls.length < most, `${calls.length} requests, for ${parts} filters`)
    // All scans have ended or were aborted.
    world.isQuiet = true
    // Guessed limits expire after an hour.
    await clock.sleep(random.pick([20_000, 100_000, 3_700_000]))
    world.isQuiet = false
    if (random() < 0.2) world.loosen()
    if (random() < 0.3) {
      world.notes.push('the page is loaded anew')
      await world.reload()
    }
    const late = node.calls
      .slice(first + calls.length)
      .map(({ method, params }) => `${method} ${show(params)}`)
    check(late.length === 0, `something was sent after the end: ${late.join()}`)
    check(node.calls.length <= world.quota, 'the budget was exceeded')
  }
}

function drawPlan(world: ScanWorld, last: ScanPlan | undefined): ScanPlan {
  const { random, node } = world
  const query = last && random() < 0.5 ? last.query : drawQuery(random, node.chain)
  const stop = random.pick<Stop>([
    { by: 'nothing' },
    { by: 'nothing' },
    { by: 'nothing' },
    { by: 'break', after: 1 + random.below(5) },
    { by: 'abort', after: 1 + random.below(5) },
    { by: 'abort at', at: random.below(3_000) },
  ])
  const paused = random() < 0.2 ? { at: random.below(3_000), for: random.below(60_000) } : undefined
  return { query, stop, cached: random() < 0.6, pause: random.pick([0, 0, 0, 50, 2_000]), paused }
}

/** Returns how often it read its blocks: again after each reset. */
async function run(world: ScanWorld, { query, stop, cached, pause, paused }: ScanPlan): Promise<number> {
  const { client, clock, cache } = world
  const abort = new AbortController()
  const watch = new ScanWatch(world, query)
  if (stop.by === 'abort at') clock.setTimeout(() => abort.abort(), stop.at)
  const control = createScanControl()
  if (paused) {
    clock.setTimeout(() => control.pause(), paused.at)
    clock.setTimeout(() => control.resume(), paused.at + paused.for)
  }
  let told = 0
  try {
    for await (const event of readHistory(client, query, {
      signal: abort.signal,
      control,
      ...(cached && { cache }),
    })) {
      check(!abort.signal.aborted || pause > 0, 'it yielded an event after the abort')
      watch.event(event)
      told++
      if (stop.by === 'break' && told >= stop.after) return watch.passes
      if (stop.by === 'abort' && told >= stop.after) abort.abort()
      if (pause > 0) await clock.sleep(pause)
    }
  } catch (error) {
    watch.threw(error, abort.signal.aborted)
    return watch.passes
  }
  watch.end()
  return watch.passes
}

function heldBlocks({ cache, client }: ScanWorld, query: LogQuery) {
  const { filter, range } = parseLogQuery(query)
  if ('blockHash' in range) return []
  const all = { from: 0n, to: 1_000_000n }
  return cache
    .lookup(client.chain!.id, filter, all)
    .cached.filter(({ final }) => final)
    .map(({ range }) => range)
}

/** Other calls to the same endpoints, in batches: each must get its own answer or an error of ours. */
async function chat({ pool, random, node, clock }: ScanWorld): Promise<void> {
  const settled = Array.from({ length: 20 }, () => random.below(Math.max(1, Number(node.chain.head) - 64)))
  for (let round = 0; round < 3; round++) {
    const asked = settled.slice(round * 6, round * 6 + 6)
    const replies = await Promise.allSettled(
      asked.map((number) =>
        pool.request<{ hash: string } | null>({
          method: 'eth_getBlockByNumber',
          params: [`0x${number.toString(16)}`, false],
        }),
      ),
    )
    replies.forEach((reply, at) => {
      if (reply.status === 'rejected')
        return check(isOurs(reply.reason), `not our error: ${String(reply.reason)}`)
      checkBlock(reply.value, node.chain.block(asked[at]!)?.hash)
    })
    await clock.sleep(random.below(2_000))
  }
}

function checkBlock({ result }: PoolReply<{ hash: string } | null>, hash: string | undefined): void {
  check(result === null || result.hash === hash, 'an answer went to another call')
}

function isOurs(error: unknown): boolean {
  return error instanceof NodeError || (error as Error).name === 'QuotaExceededError'
}
