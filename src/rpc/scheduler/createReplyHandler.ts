import { callSafely } from '../../base/Listeners.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { backoff } from '../backoff.ts'
import { spanWidth } from '../blockSpan.ts'
import { classify } from '../classify/classify.ts'
import type { Clock } from '../Clock.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import { asTooLarge, mayBeAboutRange, narrowToBlock, type ProbeResult } from '../endpoint/RangeProbes.ts'
import type { PoolCall, PoolReply, PoolRequestOptions } from '../Pool.ts'
import type { Failure, Outcome } from '../Wire.ts'
import { mayHaveRunError, type Job } from './Job.ts'
import { finalKinds, planRetry, type RetryPlan } from './planRetry.ts'
import { isEndpointFailure, type SentMessage } from './sendToEndpoint.ts'

export interface ReplyHandlerOptions {
  readonly clock: Clock
  readonly random: () => number
  /** Called with each result before the caller gets it. */
  readonly onResult: (endpoint: Endpoint, call: PoolCall, result: unknown) => void
  /** Puts a call back into the queue. */
  readonly requeue: (job: Job) => void
  /** Sends one of the pool's own calls. */
  readonly request: (
    call: PoolCall,
    options: PoolRequestOptions,
    state: { readonly attempts: number },
  ) => Promise<PoolReply<unknown>>
  /** Sends the calls that wait in the queue. */
  readonly dispatch: () => void
}

type AnsweredMessage = SentMessage & { readonly outcomes: readonly Outcome[] }

/**
 * Handles the reply to a message: records what it says about the endpoint, and resolves, rejects or requeues each
 * call.
 *
 * A refusal that may be about the width of a range is *undecided* until a probe of one block has found its cause.
 * Until then, the call waits (if it would fail otherwise) or tries other endpoints.
 */
export function createReplyHandler(options: ReplyHandlerOptions) {
  const { clock, random, onResult, requeue, request, dispatch } = options
  let batches = 0

  function handleFailure(endpoint: Endpoint, job: Job, failure: Failure, isBatch: boolean) {
    const { error } = failure
    const isUndecided = needsProbe(endpoint, job, failure, isBatch)
    if (job.isSettled) {
      if (!isUndecided) learnFromRefusal(endpoint, job, error)
      return
    }
    job.attempts++
    job.failures.set(endpoint, (job.failures.get(endpoint) ?? 0) + 1)
    job.firstFailureAt ??= clock.now()
    job.error = error
    const plan = planRetry(job, failure, isBatch)
    if (isUndecided) return decideByProbe(endpoint, job, failure, plan)
    applyPlan(endpoint, job, failure, plan)
    if (plan !== 'give-up') requeue(job)
  }

  /** A call that would fail waits for the cause; a call that would try others does so meanwhile. */
  function decideByProbe(endpoint: Endpoint, job: Job, failure: Failure, plan: RetryPlan) {
    job.probes++
    if (plan !== 'give-up') {
      job.retryAt.set(endpoint, Number.POSITIVE_INFINITY)
      if (plan === 'others') job.undecided.set(endpoint, failure.error)
      requeue(job)
    }
    void findCause(endpoint, job, failure.error).then((found) => {
      job.probes--
      job.retryAt.delete(endpoint)
      job.undecided.delete(endpoint)
      const { error } = found === 'width' ? asRangeRefusal(endpoint, job, failure) : failure
      if (job.isSettled) {
        if (found === 'width' || found === 'other') learnFromRefusal(endpoint, job, error)
        // The caller may read the same blocks once more.
        if (found === 'other' && plan === 'others') reportRefusal(job, error)
        return
      }
      if (found === 'width') {
        learnFromRefusal(endpoint, job, error)
        job.ruledOut.set(endpoint, error)
        job.error = error
        if (error.kind === 'range-too-wide') job.tooWide = error
        if (plan === 'give-up') job.failedWith = error
      } else applyPlan(endpoint, job, failure, plan)
      if (job.failedWith && !job.isSettled) fail(job, job.failedWith)
      dispatch()
    })
  }

  /** Records what a refusal says about the endpoint. */
  function learnFromRefusal(endpoint: Endpoint, { call }: Job, error: NodeError) {
    if (error.kind === 'unavailable' && !readsBlockByTag(call)) endpoint.markUnavailable(call.method, error)
    // The message proves nothing, but is a reason to check the chain id again.
    if (error.kind === 'wrong-network') endpoint.verified = false
    endpoint.learnFromRefusal(call, error)
  }

  /** Learns from a refusal, and prepares the call's next attempt or rejects it. */
  function applyPlan(endpoint: Endpoint, job: Job, failure: Failure, plan: RetryPlan) {
    const { error } = failure
    learnFromRefusal(endpoint, job, error)
    switch (plan) {
      case 'give-up':
        fail(job, job.sendOnce && failure.mayHaveRun ? mayHaveRunError(error) : error)
        return
      case 'unbatched':
        job.unbatched = true
        break
      case 'others':
        job.ruledOut.set(endpoint, error)
        reportRefusal(job, error)
        break
      case 'later':
        if (failure.scope === 'call')
          job.retryAt.set(endpoint, clock.now() + backoff(job.attempts - 1, { random }))
        job.notBefore = (job.firstFailureAt ?? 0) + lastAttemptDelay(job.maxAttempts - job.attempts, random)
        // Another call of the batch may have caused the malformed reply.
        if (error.kind === 'malformed') job.unbatched = true
    }
  }

  /** Rejects a call, once it is known whether a narrower range would be answered. After a timeout, callers narrow it anyway. */
  function fail(job: Job, error: NodeError) {
    job.failedWith = error
    if (job.probes === 0 || finalKinds.has(error.kind) || error.kind === 'timeout')
      job.reject(explained(job, error))
    else job.sentTo = undefined
  }

  /** Whether it takes a probe to tell if a refusal was about the width of the range. */
  function needsProbe(endpoint: Endpoint, job: Job, { error }: Failure, isBatch: boolean): boolean {
    if (!mayBeAboutRange(job.call, error, endpoint.head)) return false
    if (endpoint.probes.knownCause(error)) return false
    // An HTTP status that answers a whole batch says nothing about one of its calls.
    if (isBatch && error.code === undefined) return false
    const isClear = isExplicit(error) || (spanWidth(job.call.params) ?? 0n) <= endpoint.widest
    return !isClear || job.failures.has(endpoint) || job.attempts + 1 >= job.maxAttempts
  }

  /** Applies what an earlier probe found out about refusals of this shape. */
  function reclassify(endpoint: Endpoint, job: Job, outcome: Outcome): Outcome {
    if (!('error' in outcome) || !mayBeAboutRange(job.call, outcome.error, endpoint.head)) return outcome
    if (endpoint.probes.knownCause(outcome.error) !== 'width') return outcome
    // It may request a pause as well.
    endpoint.waitUntil(outcome.error.retryAt)
    return asRangeRefusal(endpoint, job, outcome)
  }

  /** A width that was answered before is not too wide: the range may hold too many logs, or the node fails for a moment. */
  function asRangeRefusal(endpoint: Endpoint, job: Job, failure: Failure): Failure {
    const isWide = (spanWidth(job.call.params) ?? 0n) > endpoint.widest
    if (!isWide && !job.failures.has(endpoint)) return failure
    const error = asTooLarge(failure.error, isWide ? 'range-too-wide' : 'too-many-results')
    const scope = failure.scope === 'call' || failure.error.status !== undefined ? 'call' : 'unknown'
    return { error, scope, mayHaveRun: false }
  }

  /** Calls refused alike share a probe. If it was not sent because its call had settled, another call sends its own. */
  async function findCause(endpoint: Endpoint, job: Job, refusal: NodeError): Promise<ProbeResult> {
    for (;;) {
      const found = await endpoint.probes.findCause(refusal, () => probe(endpoint, job))
      if (found !== 'unsent' || job.isSettled) return found
    }
  }

  /** Reads one block of the refused range. Not sent once the call is settled; once sent, its answer still counts. */
  function probe(endpoint: Endpoint, job: Job): Promise<ProbeResult> {
    const call = narrowToBlock(job.call)
    if (endpoint.probes.isPruned(call)) return Promise.resolve('other')
    const { ignoreBudget, parseReplies } = job.options
    const { signal } = (job.settled ??= new AbortController())
    if (job.isSettled) job.settled.abort()
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

  return function handleReply(endpoint: Endpoint, { jobs, outcomes: sent, sentAt }: AnsweredMessage) {
    const [first] = sent
    if (first && 'error' in first && first.batchLimit !== undefined) {
      endpoint.learnBatch(jobs.length, first.batchLimit, first.error, sentAt)
      for (const job of jobs) {
        if (job.isSettled) continue
        job.unbatched ||= first.batchLimit.limit <= 1
        requeue(job)
      }
      return
    }
    if (sent.some((outcome) => !('error' in outcome))) endpoint.messageAnswered(jobs.length, sentAt)
    const isBatch = jobs.length > 1
    const batch = isBatch ? ++batches : undefined
    const outcomes = jobs.map((job, index) =>
      reclassify(endpoint, job, sent[index] ?? missingOutcome(endpoint, job.call)),
    )
    const failedAt = outcomes.findIndex(isEndpointFailure)
    const failure = outcomes[failedAt]
    if (failure && isEndpointFailure(failure)) {
      const isUndecided = needsProbe(endpoint, jobs[failedAt]!, failure, isBatch)
      if (!endpoint.quarantined) endpoint.failed(failure.error, sentAt, { isUndecided })
    } else if (outcomes.some(hasAnswer)) endpoint.succeeded(sentAt)
    // A call that was settled in the meantime no longer needs its answer, which still says what the endpoint does.
    jobs.forEach((job, index) => {
      const outcome = outcomes[index]!
      if ('error' in outcome) return handleFailure(endpoint, job, outcome, isBatch)
      endpoint.learnFromSuccess(job.call, outcome.result, jobs.length)
      onResult(endpoint, job.call, outcome.result)
      if (job.isSettled) return
      const refusals = [...job.ruledOut.values(), ...job.undecided.values()]
      const reply = batch === undefined ? outcome : { ...outcome, batch }
      job.resolve(refusals.length > 0 ? { ...reply, refusals } : reply)
    })
  }
}

/** The error that explains a failed call best: a refusal of too many logs, or an earlier one of too many blocks. */
function explained({ tooWide }: Job, error: NodeError): NodeError {
  return error.kind === 'too-many-results' || error.kind === 'response-too-large' ? error : (tooWide ?? error)
}

/** An error that the caller's function throws must not keep the other calls of a batch from being settled. */
function reportRefusal({ options: { onRefused } }: Job, error: NodeError) {
  if (onRefused) callSafely(onRefused, error)
}

/** Whether the endpoint answered this call, with a result or an error. */
function hasAnswer(outcome: Outcome): boolean {
  return !('error' in outcome) || outcome.scope === 'call'
}

/**
 * Minimum milliseconds from the first failure to the last attempts, by how many attempts are left: an endpoint that is gone
 * for a second is back by then.
 */
const lastAttempts: Readonly<Record<number, number>> = { 2: 1_050, 1: 2_500 }

function lastAttemptDelay(attemptsLeft: number, random: () => number): number {
  return Math.round((lastAttempts[attemptsLeft] ?? 0) * (1 + random() / 4))
}

/** Whether the refusal itself says who may call, or when, so that it needs no probe. */
function isExplicit({ kind, code, status, retryAt }: NodeError): boolean {
  if (retryAt !== undefined || status === 401 || status === 403 || status === 429) return true
  return kind === 'transient' && code === undefined && status === undefined
}

/** The node may only lack the tag: that says nothing about other calls of the method. */
function readsBlockByTag({ method, params }: PoolCall): boolean {
  return (
    method === 'eth_getBlockByNumber' &&
    Array.isArray(params) &&
    (params[0] === 'finalized' || params[0] === 'safe')
  )
}

/** For a call that the wire has no outcome for: the node may have executed it. */
function missingOutcome({ name }: Endpoint, { method, params }: PoolCall): Outcome {
  const error = classify({
    endpoint: name,
    method,
    params,
    kind: 'malformed',
    message: 'There is no answer to this call.',
  })
  return { error, scope: 'call', mayHaveRun: true }
}
