import type { BudgetStatus } from '../../../rpc/Budget.ts'
import type { EndpointStatus } from '../../../rpc/Pool.ts'
import {
  chooseBlockRange,
  logEndpoints,
  lowestResults,
  reachedEndpoints,
  usualBlockRange,
} from '../chunks/endpointLimits.ts'
import { countPlanned } from './countPlanned.ts'
import { countRequests, type NodeLimits } from './countRequests.ts'
import type { Expected, ScanEstimate } from './ScanEstimate.ts'
import type { ScanPlan } from './ScanPlan.ts'

/** Assumed upper bound of logs per block while none were counted: for one contract or event, and for all logs. */
const denseFilter = 5
const denseChain = 100
/** Latency in milliseconds assumed before the first answer. */
const usualLatency = 250
/** Large answers take up to this multiple of the typical latency. */
const slowestFactor = 3
/** Calls that a scan usually has in flight at each endpoint; at all endpoints together when a limit may end it early. */
const callsAtEndpoint = 4
const callsWhenLimited = 2

/** Estimates the cost of a plan from the learned limits and the day's budget. Sends nothing. */
export function priceScan(
  plan: ScanPlan,
  endpoints: readonly EndpointStatus[],
  budget: BudgetStatus,
): ScanEstimate {
  const usable = reachedEndpoints(endpoints)
  const missing = plan.parts.reduce((sum, { blocks, logs }) => (logs === undefined ? sum + blocks : sum), 0)
  const { best, limit } = chooseBlockRange(endpoints, missing)
  // An expired limit is likely to be confirmed.
  const withExpired = logEndpoints(endpoints).map((one) => ({
    ...one,
    limits: { ...one.expiredLimits, ...one.limits },
  }))
  const blockRange = best ?? chooseBlockRange(withExpired, missing).best
  const results = lowestResults(withExpired)
  const latency = median(usable.map((endpoint) => endpoint.latency))
  const { quota, remaining, ignored, enforced } = budget

  // Endpoints without a known limit may accept more, or no more than the others.
  const blockRanges =
    limit === undefined ? [undefined, usualBlockRange, blockRange ?? usualBlockRange] : [limit]
  const requests = expectRequests(
    plan,
    { blockRange: limit, results, isRationed: quota !== undefined },
    blockRanges,
    usable,
  )
  const seconds = expectSeconds(requests, plan.limit !== undefined, usable, latency)
  return {
    blocks: BigInt(plan.parts.reduce((sum, { blocks }) => sum + blocks, 0)),
    missingBlocks: BigInt(missing),
    counted: countPlanned(plan),
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
      ...(enforced && { enforced }),
    },
  }
}

/** Tries each of the possible `blockRanges` of nodes with each possible density, and takes the extremes. */
function expectRequests(
  plan: ScanPlan,
  known: NodeLimits,
  blockRanges: readonly (number | undefined)[],
  endpoints: readonly EndpointStatus[],
): Expected {
  const { logsPerBlock: counted, takesAll, otherCalls, callsPerChunk = 1 } = plan
  const densest = takesAll ? denseChain : denseFilter
  const densities =
    counted === undefined ? [0, densest / 100, densest / 10, densest] : [counted / 2, counted, counted * 2]
  const counts = densities.flatMap((density) =>
    blockRanges.map((blockRange) => countRequests(plan, density, known, { ...known, blockRange })),
  )
  const low = callsPerChunk * Math.min(...counts)
  const widths = blockRanges.map((blockRange = Number.POSITIVE_INFINITY) => blockRange)
  const high = callsPerChunk * (Math.max(...counts) + countChecks(plan, Math.min(...widths)))
  if (high === 0) return { low: otherCalls, high: otherCalls }
  // An endpoint's first use costs a call for its chain id, and one for its head if it may be behind.
  const idle = endpoints.filter(({ state }) => state === 'idle').length
  const first = idle === endpoints.length ? 1 : 0
  // Where none serves the network, one that does again will be checked.
  const used = Math.min(Math.max(1, endpoints.length), high)
  return {
    low: low + otherCalls + first,
    high: high + otherCalls + used + Math.min(idle, used),
  }
}

/** Calls that check that the newest blocks are of one chain: one before, and at most one for each chunk of them. */
function countChecks({ replaceableBlocks = 0 }: ScanPlan, blockRange: number): number {
  return replaceableBlocks > blockRange ? 1 + Math.ceil(replaceableBlocks / blockRange) : 0
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
  // One latency more: the scan waits for the first answers, which determine the size of further chunks.
  const seconds = (count: number) => (count === 0 ? 0 : typical / 1_000 + count / perSecond)
  return { low: seconds(requests.low), high: slowestFactor * seconds(requests.high) }
}

function median(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b)
  return known[known.length >> 1]
}
