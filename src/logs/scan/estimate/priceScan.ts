import type { BudgetStatus } from '../../../rpc/createBudget.ts'
import type { EndpointStatus } from '../../../rpc/Pool.ts'
import { chooseBlockRange, logEndpoints } from '../chunks/endpointLimits.ts'
import { countRequests } from './countRequests.ts'
import type { NodeLimits } from './countRequests.ts'
import type { Expected, ScanEstimate } from './ScanEstimate.ts'
import type { ScanPlan } from './ScanPlan.ts'

/** Where no endpoint has refused a range yet: what public ones commonly allow. */
const usualBlockRange = 10_000
/** Where logs have not been counted: the most that is reckoned with per block, of one contract or event and of all. */
const denseFilter = 5
const denseChain = 100
/** Milliseconds, before any endpoint has answered. */
const usualLatency = 250
/** Large answers take longer than the typical one. */
const slowest = 3
/** Calls that a scan has under way at one endpoint; at all together when it may end early. */
const callsAtEndpoint = 4
const callsWhenLimited = 2

/** Puts a price on a plan, from what the endpoints have taught and what is left of the day's budget. Sends nothing. */
export function priceScan(
  plan: ScanPlan,
  endpoints: readonly EndpointStatus[],
  budget: BudgetStatus,
): ScanEstimate {
  const carriers = logEndpoints(endpoints)
  const healthy = carriers.filter(({ state }) => state !== 'unreachable')
  const usable = healthy.length > 0 ? healthy : carriers
  const missing = plan.parts.reduce((sum, { blocks, logs }) => (logs === undefined ? sum + blocks : sum), 0)
  const { best, limit } = chooseBlockRange(endpoints, missing)
  // What is in doubt will most likely be said again.
  const doubted = carriers.map((one) => ({ ...one, limits: { ...one.expiredLimits, ...one.limits } }))
  const blockRange = best ?? chooseBlockRange(doubted, missing).best
  const results = smallest(doubted.map(({ limits }) => limits.results))
  const latency = middle(usable.map((endpoint) => endpoint.latency))
  const { quota, remaining, ignored } = budget

  // Who has named no limit yet may take more, or no more than the others.
  const ranges = limit === undefined ? [undefined, usualBlockRange, blockRange ?? usualBlockRange] : [limit]
  const requests = expectRequests(
    plan,
    { blockRange: limit, results, isRationed: quota !== undefined },
    ranges,
    usable,
  )
  const seconds = expectSeconds(requests, plan.limit !== undefined, usable, latency)
  return {
    blocks: BigInt(plan.parts.reduce((sum, { blocks }) => sum + blocks, 0)),
    missingBlocks: BigInt(missing),
    requests,
    seconds,
    share: quota === undefined ? undefined : { low: requests.low / quota, high: requests.high / quota },
    exceedsBudget: remaining !== undefined && !ignored && requests.high > remaining,
    density: plan.logsPerBlock === undefined ? 'unknown' : 'seen',
    basis: {
      logsPerBlock: plan.logsPerBlock,
      blockRange,
      results,
      latency,
      endpoints: usable.length,
      remaining,
    },
  }
}

function expectRequests(
  plan: ScanPlan,
  known: NodeLimits,
  /** What the limit of blocks may turn out to be. */
  ranges: readonly (number | undefined)[],
  endpoints: readonly EndpointStatus[],
): Expected {
  const { logsPerBlock: counted, takesAll, otherCalls } = plan
  const densest = takesAll ? denseChain : denseFilter
  const densities =
    counted === undefined ? [0, densest / 100, densest / 10, densest] : [counted / 2, counted, counted * 2]
  const counts = densities.flatMap((density) =>
    ranges.map((blockRange) => countRequests(plan, density, known, { ...known, blockRange })),
  )
  const low = Math.min(...counts)
  const high = Math.max(...counts)
  if (high === 0) return { low: otherCalls, high: otherCalls }
  // Who has not been asked yet is asked for its network first; and for its head where it may be behind.
  const strangers = endpoints.filter(({ state }) => state === 'idle').length
  const first = strangers === endpoints.length ? 1 : 0
  const asked = Math.min(endpoints.length, high)
  return {
    low: low + otherCalls + first,
    high: high + otherCalls + asked + Math.min(strangers, asked),
  }
}

function expectSeconds(
  requests: Expected,
  limited: boolean,
  endpoints: readonly EndpointStatus[],
  typical = usualLatency,
): Expected {
  if (requests.high === 0 || endpoints.length === 0) return { low: 0, high: 0 }
  const callsAt = limited ? callsWhenLimited / endpoints.length : callsAtEndpoint
  const perSecond = endpoints.reduce((sum, { latency = typical, limits }) => {
    const speed = (callsAt * 1_000) / Math.max(1, latency)
    return sum + Math.min(speed, limits.rate ?? speed)
  }, 0)
  // The first answers are waited for: they say how to go on.
  const seconds = (count: number) => (count === 0 ? 0 : typical / 1_000 + count / perSecond)
  return { low: seconds(requests.low), high: slowest * seconds(requests.high) }
}

function smallest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

function middle(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b)
  return known[known.length >> 1]
}
