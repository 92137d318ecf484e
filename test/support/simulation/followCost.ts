import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { logId } from '../../../src/logs/order.ts'
import { LogFold } from '../LogFold.ts'
import { createWorld } from './world.ts'

const hour = 3_600_000

export interface FollowCost {
  calls: number
  callsBeforeLastHour: number
  messages: number
  behind: bigint
  /** Logs missing or wrong at the end. */
  missed: number
  methods: Record<string, number>
}

export interface FollowCostOptions {
  followers: number
  socket: boolean
  time: number
  dailyQuota?: number
  /** The time of day when it begins, in milliseconds. @default 0 */
  from?: number
  /** Filters match everything, and nearly every block has logs, instead of none. */
  isBusy?: boolean
  /** The chain has stopped. @default false */
  standsStill?: boolean
  /** Headers have no usable bloom. */
  hasNoBlooms?: boolean
  /** The widest range of blocks that the endpoint takes. @default any */
  blockRange?: number
  /** Milliseconds until a socket connection drops. @default never */
  socketLife?: number
}

/** Counts the calls of several followers whose filters match nothing, on a network with a block every 3 s. */
export async function followCost(options: FollowCostOptions): Promise<FollowCost> {
  const world = createWorld({
    seed: options.isBusy ? 1 : 7,
    endpoints: 1,
    incidents: 0,
    deepest: 0,
    finality: 64,
    ...options,
  })
  const { clock, node } = world
  if (options.hasNoBlooms) node.faults.bloom = 'full'
  node.faults.maxBlockRange = options.blockRange
  // Days are counted from midnight on.
  clock.suspend(12 * hour + (options.from ?? 0))
  const stops = Array.from({ length: options.followers }, (_, index) => {
    const other = `0x${index.toString(16).padStart(40, '0')}` as const
    const filter: Filter = { address: options.isBusy ? undefined : [other], topics: [] }
    const shown = new LogFold()
    const start = node.chain.head + 1n
    const follower = world.follower({
      filter,
      start,
      onChange: (change) => {
        shown.apply(change)
      },
    })
    return { filter, start, follower, shown, stop: follower.subscribe(() => {}) }
  })
  if (!options.standsStill) world.start()
  const { socketLife } = options
  const drop = () => {
    for (const socket of node.sockets) socket.drop()
    clock.setTimeout(drop, socketLife!)
  }
  if (socketLife !== undefined) drop()
  // Until the first sync is done.
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
    return [...truth.filter((id) => !shown.has(id)), ...shown.ids.filter((id) => !isTrue.has(id))]
  }).length
  const behind = node.chain.head - verified.reduce((a, b) => (a < b ? a : b))
  for (const { stop } of stops) stop()
  world.close()
  const messages = new Set(calls.map(({ message }) => message)).size
  return { calls: calls.length, callsBeforeLastHour, messages, behind, missed, methods }
}
