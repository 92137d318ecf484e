import { NodeError } from '../../errors/NodeError.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import type { Job } from './Job.ts'

export type Pick =
  | { readonly type: 'send'; readonly endpoint: Endpoint }
  /** Nobody is free; `until` is when the first one comes back, if it is known. */
  | { readonly type: 'wait'; readonly until: number | undefined; readonly everyoneBusy: boolean }
  | { readonly type: 'none'; readonly error: unknown }

/** Milliseconds within which calls count as made together. */
const together = 50
/** How often one endpoint may fail a call before another is waited for. */
const patience = 2

/** Which endpoint a call goes to now: able, free, and likely to answer first. */
export function pickEndpoint(job: Job, endpoints: readonly Endpoint[], now: number): Pick {
  const { endpoint: only, avoid, exclude } = job.options
  // The socket is for being woken; it carries requests only where there is nothing else, or when it is named.
  const overHttp = endpoints.some(({ wire }) => wire.type === 'http')
  const able: Endpoint[] = []
  let refusal: unknown = job.error
  let tooWide: NodeError | undefined
  for (const endpoint of endpoints) {
    if (only === undefined ? overHttp && endpoint.wire.type === 'webSocket' : endpoint.name !== only) continue
    if (exclude?.includes(endpoint.name)) continue
    const known = job.ruledOut.get(endpoint) ?? endpoint.whyUnavailable(job.call, now)
    if (endpoint.quarantined) refusal ??= endpoint.error
    else if (known) {
      refusal ??= known
      if (known.kind === 'range-too-wide' && !avoid?.includes(endpoint.name)) tooWide ??= known
    } else able.push(endpoint)
  }
  // An avoided endpoint is better than none, and worse than any that works.
  const liked = able.filter((endpoint) => !avoid?.includes(endpoint.name) && !isOut(endpoint, job, now))
  // Asked for less, one that need not be avoided can answer.
  if (tooWide && able.every(({ name }) => avoid?.includes(name))) return { type: 'none', error: tooWide }
  const candidates = liked.length > 0 ? liked : able
  if (candidates.length === 0) return { type: 'none', error: refusal ?? nobody(job, only) }

  let best: Endpoint | undefined
  let bestScore = Number.POSITIVE_INFINITY
  const unknown = Math.max(100, ...endpoints.map(({ latency }) => latency ?? 0))
  // Once it has failed, others are worth their price.
  const prefersVerified = job.attempts === 0 && job.options.preferVerified
  const waitsForVerified =
    prefersVerified && candidates.some((one) => one.verified && one.readyAt(now) <= now)
  // Calls that are made together go to one endpoint, though nothing is known of it yet.
  const isJust = (one: Endpoint) => one.inFlight > 0 && now - one.askedAt <= together && one.hasFreeSlot(now)
  const joins = prefersVerified === 'pending' && !waitsForVerified && candidates.some(isJust)
  // However fast one fails, there is an attempt left for those that have not been asked and are worth waiting for.
  const hasFresh = candidates.some((one) => !job.failures.has(one) && !isOut(one, job, now))
  for (const endpoint of candidates) {
    if (hasFresh && (job.failures.get(endpoint) ?? 0) >= patience) continue
    if (!endpoint.hasFreeSlot(now) || restUntil(endpoint, job) > now) continue
    if ((waitsForVerified && !endpoint.verified) || (joins && !isJust(endpoint))) continue
    const score =
      (endpoint.latency ?? unknown) *
      (endpoint.inFlight + 1) *
      2 ** Math.min(endpoint.mishapsOf(job.call.method), 10)
    if (score < bestScore) [best, bestScore] = [endpoint, score]
  }
  if (best) return { type: 'send', endpoint: best }

  let until: number | undefined
  let busy = 0
  let recovers = Number.POSITIVE_INFINITY
  let error: unknown
  for (const endpoint of candidates) {
    const back = Math.max(endpoint.readyAt(now), restUntil(endpoint, job))
    // Being free again comes by an answer, to this or another call, and not by the clock.
    if (back <= now || back === Number.POSITIVE_INFINITY) busy++
    else if (isOut(endpoint, job, now)) {
      error ??= endpoint.error
      if (endpoint.isDown && back <= job.patientUntil) recovers = Math.min(recovers, back)
    } else until = Math.min(until ?? Number.POSITIVE_INFINITY, back)
  }
  if (busy === 0) until ??= Number.isFinite(recovers) ? recovers : undefined
  if (busy === 0 && until === undefined)
    return { type: 'none', error: job.error ?? error ?? nobody(job, only) }
  return {
    type: 'wait',
    until,
    everyoneBusy: endpoints.every(
      (endpoint) =>
        endpoint.quarantined ||
        (overHttp && endpoint.wire.type === 'webSocket') ||
        (!endpoint.hasFreeSlot(now) && endpoint.resumesAt(now) === undefined),
    ),
  }
}

function restUntil(endpoint: Endpoint, job: Job): number {
  return Math.max(job.notBefore, job.restUntil.get(endpoint) ?? 0)
}

/** Not worth waiting for: it failed too often, or asked for a longer pause than this call has. */
function isOut(endpoint: Endpoint, job: Job, now: number): boolean {
  const resumesAt = endpoint.resumesAt(now)
  if (resumesAt === undefined) return false
  return resumesAt > job.giveUpAt || endpoint.isDown
}

function nobody(job: Job, only: string | undefined): NodeError {
  const { method } = job.call
  return only === undefined
    ? new NodeError(`No endpoint can be asked for ${method} now.`, {
        kind: 'transient',
        method,
        advice: 'Try again in a moment, or add another endpoint.',
      })
    : new NodeError(`There is no endpoint named "${only}".`, {
        kind: 'invalid-input',
        method,
        advice: 'Name one of the endpoints that getStatus() lists.',
      })
}
