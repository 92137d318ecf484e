import { NodeError } from '../../errors/NodeError.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import { requestEndpoints } from '../endpoint/requestEndpoints.ts'
import type { Job } from './Job.ts'

export type EndpointChoice =
  | { readonly type: 'send'; readonly endpoint: Endpoint }
  /** None is free; `until` is when the first one is ready again, if that is known. */
  | { readonly type: 'wait'; readonly until: number | undefined }
  | { readonly type: 'none'; readonly error: unknown }

/** Milliseconds within which calls count as made together. */
const sameTickWindow = 50
/** How often one endpoint may fail a call while another is untried. */
const failuresBeforeOthers = 2

/** Chooses the endpoint for a call: able to answer it, free, and likely to answer first. */
export function pickEndpoint(job: Job, endpoints: readonly Endpoint[], now: number): EndpointChoice {
  const { endpoint: only, avoid, exclude } = job.options
  const named =
    only === undefined ? requestEndpoints(endpoints) : endpoints.filter(({ name }) => name === only)
  const usable: Endpoint[] = []
  let refusal: unknown = job.error
  let tooWide: NodeError | undefined
  for (const endpoint of named) {
    if (exclude?.includes(endpoint.name)) continue
    const known = job.ruledOut.get(endpoint) ?? endpoint.knownRefusal(job.call)
    if (endpoint.quarantined) refusal ??= endpoint.health.error
    else if (known) {
      refusal ??= known
      if (known.kind === 'range-too-wide' && !avoid?.includes(endpoint.name)) tooWide ??= known
    } else usable.push(endpoint)
  }
  // An endpoint to avoid is better than none, and worse than any that works.
  const preferred = usable.filter(
    (endpoint) => !avoid?.includes(endpoint.name) && !isNotWorthWaiting(endpoint, job, now),
  )
  // With a narrower range, an endpoint that works can answer.
  if (tooWide && preferred.length === 0) return { type: 'none', error: tooWide }
  const candidates = preferred.length > 0 ? preferred : usable
  if (candidates.length === 0) {
    const isUnknown = only !== undefined && named.length === 0
    const { method } = job.call
    return {
      type: 'none',
      error: refusal ?? (isUnknown ? unknownEndpointError(only, method) : noEndpointError(method)),
    }
  }
  const best = pickFastest(job, candidates, endpoints, now)
  return best ? { type: 'send', endpoint: best } : waitFor(job, candidates, now)
}

/** The candidate that is free and has the best expected latency, given its load and its failures of this method. */
function pickFastest(
  job: Job,
  candidates: readonly Endpoint[],
  endpoints: readonly Endpoint[],
  now: number,
): Endpoint | undefined {
  const unknownLatency = Math.max(100, ...endpoints.map(({ health }) => health.latency ?? 0))
  // After a failure, other endpoints are worth their chain id check.
  const prefersVerified = job.attempts === 0 && job.options.preferVerified
  const waitsForVerified =
    prefersVerified && candidates.some((one) => one.verified && one.readyAt(now) <= now)
  // Calls made together go to one endpoint, even before it is verified.
  const isBeingVerified = (one: Endpoint) =>
    one.inFlight > 0 && now - one.lastSentAt <= sameTickWindow && one.freeSlots(now) > 0
  const joinsOthers = prefersVerified === 'pending' && !waitsForVerified && candidates.some(isBeingVerified)
  const failuresAllowed =
    job.failures.size > 0 ? allowedFailures(job, candidates, now) : Number.POSITIVE_INFINITY
  let best: Endpoint | undefined
  let bestScore = Number.POSITIVE_INFINITY
  for (const endpoint of candidates) {
    if ((job.failures.get(endpoint) ?? 0) >= failuresAllowed) continue
    if (endpoint.freeSlots(now) === 0 || retryTime(endpoint, job) > now) continue
    const streak = endpoint.failureStreak(job.call.method)
    if (endpoint.name === job.options.prefer && job.attempts === 0 && streak === 0) return endpoint
    if ((waitsForVerified && !endpoint.verified) || (joinsOthers && !isBeingVerified(endpoint))) continue
    const score =
      (endpoint.health.latency ?? unknownLatency) * (endpoint.inFlight + 1) * 2 ** Math.min(streak, 10)
    if (score < bestScore) [best, bestScore] = [endpoint, score]
  }
  return best
}

/**
 * How often each endpoint may fail a call. However fast one fails, attempts are left for those that are untried and worth waiting
 * for: one for each that is ready, and one for those that are paused, whichever is ready first.
 */
function allowedFailures(job: Job, candidates: readonly Endpoint[], now: number): number {
  const untried = candidates.filter((one) => !job.failures.has(one) && !isNotWorthWaiting(one, job, now))
  if (untried.length === 0) return Number.POSITIVE_INFINITY
  const ready = untried.filter((one) => one.readyAt(now) <= now).length
  const needed = ready + Number(ready < untried.length)
  return needed >= job.maxAttempts - job.attempts ? 1 : failuresBeforeOthers
}

/** Until when to wait for the candidates, none of which is free. */
function waitFor(job: Job, candidates: readonly Endpoint[], now: number): EndpointChoice {
  let until: number | undefined
  let busy = 0
  let recoversAt = Number.POSITIVE_INFINITY
  let error: unknown
  for (const endpoint of candidates) {
    const readyAt = Math.max(endpoint.readyAt(now), retryTime(endpoint, job))
    // It becomes free with an answer, to this or another call, not at a certain time.
    if (readyAt <= now || readyAt === Number.POSITIVE_INFINITY) busy++
    else if (isNotWorthWaiting(endpoint, job, now)) {
      error ??= endpoint.health.error
      if (endpoint.health.isDown && readyAt <= job.outageDeadline) recoversAt = Math.min(recoversAt, readyAt)
    } else until = Math.min(until ?? Number.POSITIVE_INFINITY, readyAt)
  }
  if (busy === 0) until ??= Number.isFinite(recoversAt) ? recoversAt : undefined
  if (busy === 0 && until === undefined)
    return { type: 'none', error: job.error ?? error ?? noEndpointError(job.call.method) }
  return { type: 'wait', until }
}

/**
 * When an endpoint can take a call again, if none can now; `Infinity` if that takes an answer. `undefined` if one can, or is
 * paused: some calls may not want to wait for it.
 */
export function allBusyUntil(endpoints: readonly Endpoint[], now: number): number | undefined {
  let until = Number.POSITIVE_INFINITY
  for (const endpoint of requestEndpoints(endpoints)) {
    if (endpoint.quarantined) continue
    if (endpoint.freeSlots(now) > 0 || endpoint.resumesAt(now) !== undefined) return undefined
    const readyAt = endpoint.readyAt(now)
    if (readyAt > now) until = Math.min(until, readyAt)
  }
  return until
}

function retryTime(endpoint: Endpoint, job: Job): number {
  return Math.max(job.notBefore, job.retryAt.get(endpoint) ?? 0)
}

/** It is down, or requested a longer pause than this call can wait. */
function isNotWorthWaiting(endpoint: Endpoint, job: Job, now: number): boolean {
  const resumesAt = endpoint.resumesAt(now)
  if (resumesAt === undefined) return false
  return resumesAt > job.pauseDeadline || endpoint.health.isDown
}

export function noEndpointError(method: string): NodeError {
  return new NodeError(`No endpoint is available for ${method}.`, {
    kind: 'transient',
    method,
    advice: 'Try again in a moment, or add another endpoint.',
  })
}

function unknownEndpointError(name: string, method: string): NodeError {
  return new NodeError(`There is no endpoint named "${name}".`, {
    kind: 'invalid-input',
    method,
    advice: 'Name one of the endpoints that getStatus() lists.',
  })
}
