import { NodeError } from '../../errors/NodeError.ts'
import { spanWidth } from '../blockSpan.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import { asTooLarge, mayBeAboutRange, narrowToBlock, type ProbeResult } from '../endpoint/RangeProbes.ts'
import type { PoolCall, PoolReply, PoolRequestOptions } from '../Pool.ts'
import type { Failure, Outcome } from '../Wire.ts'
import type { Job } from './Job.ts'

/** Sends one of the pool's own calls. */
export type ProbeRequest = (
  call: PoolCall,
  options: PoolRequestOptions,
  state: { readonly attempts: number },
) => Promise<PoolReply<unknown>>

/** Whether it takes a probe to tell if a refusal was about the width of the range. */
export function needsProbe(endpoint: Endpoint, job: Job, { error }: Failure, isBatch: boolean): boolean {
  if (!mayBeAboutRange(job.call, error, endpoint.head)) return false
  if (endpoint.probes.knownCause(error)) return false
  // An HTTP status that answers a whole batch says nothing about one of its calls.
  if (isBatch && error.code === undefined) return false
  const isClear = isExplicit(error) || (spanWidth(job.call.params) ?? 0n) <= endpoint.widest
  return !isClear || job.failures.has(endpoint) || job.attempts + 1 >= job.maxAttempts
}

/** Applies what an earlier probe found out about refusals of this shape. */
export function reclassify(endpoint: Endpoint, job: Job, outcome: Outcome): Outcome {
  if (!('error' in outcome) || !mayBeAboutRange(job.call, outcome.error, endpoint.head)) return outcome
  if (endpoint.probes.knownCause(outcome.error) !== 'width') return outcome
  // It may request a pause as well.
  endpoint.waitUntil(outcome.error.retryAt)
  return asRangeRefusal(endpoint, job, outcome)
}

/** A width that was answered before is not too wide: the range may hold too many logs, or the node fails for a moment. */
export function asRangeRefusal(endpoint: Endpoint, job: Job, failure: Failure): Failure {
  const isWide = (spanWidth(job.call.params) ?? 0n) > endpoint.widest
  if (!isWide && !job.failures.has(endpoint)) return failure
  const error = asTooLarge(failure.error, isWide ? 'range-too-wide' : 'too-many-results')
  const scope = failure.scope === 'call' || failure.error.status !== undefined ? 'call' : 'unknown'
  return { error, scope, mayHaveRun: false }
}

/** Calls refused alike share a probe. If it was not sent because its call had settled, another call sends its own. */
export async function findCause(
  endpoint: Endpoint,
  job: Job,
  refusal: NodeError,
  request: ProbeRequest,
): Promise<ProbeResult> {
  for (;;) {
    const found = await endpoint.probes.findCause(refusal, () => probe(endpoint, job, request))
    if (found !== 'unsent' || job.isSettled) return found
  }
}

/** Reads one block of the refused range. Not sent once the call is settled; once sent, its answer still counts. */
function probe(endpoint: Endpoint, job: Job, request: ProbeRequest): Promise<ProbeResult> {
  const call = narrowToBlock(job.call)
  if (endpoint.probes.isPruned(call)) return Promise.resolve('other')
  const { ignoreBudget, parseReplies } = job.options
  const signal = job.settledSignal()
  const probeOptions: PoolRequestOptions = {
    endpoint: endpoint.name,
    signal,
    ignoreAbortOnceSent: true,
    ignoreBudget,
    parseReplies,
    smallReply: true,
    reason: 'probe',
  }
  return request(call, probeOptions, { attempts: job.maxAttempts - 1 }).then(
    (): ProbeResult => 'width',
    (error: unknown): ProbeResult => {
      if (signal.aborted && !(error instanceof NodeError)) return 'unsent'
      if (!(error instanceof NodeError) || error.endpoint !== endpoint.name) return 'failed'
      endpoint.probes.sawOnBlock(call, error)
      return 'other'
    },
  )
}

/** Whether the refusal itself says who may call, or when, so that it needs no probe. */
function isExplicit({ kind, code, status, retryAt }: NodeError): boolean {
  if (retryAt !== undefined || status === 401 || status === 403 || status === 429) return true
  return kind === 'transient' && code === undefined && status === undefined
}
