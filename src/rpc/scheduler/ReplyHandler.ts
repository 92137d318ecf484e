import { callSafely } from '../../base/Listeners.ts'
import type { NodeError } from '../../errors/NodeError.ts'
import { backoff } from '../backoff.ts'
import { classify } from '../classify/classify.ts'
import type { Clock } from '../Clock.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import type { PoolCall } from '../Pool.ts'
import type { BatchLimit, Failure, Outcome } from '../Wire.ts'
import { mayHaveRunError, type Job } from './Job.ts'
import { finalKinds, planRetry, type RetryPlan } from './planRetry.ts'
import { asRangeRefusal, findCause, needsProbe, reclassify, type ProbeRequest } from './rangeRefusals.ts'
import { isEndpointFailure, type SentMessage } from './sendToEndpoint.ts'

export interface ReplyHandlerOptions {
  readonly clock: Clock
  readonly random: () => number
  /** Called with each result before the caller gets it. */
  readonly onResult: (endpoint: Endpoint, call: PoolCall, result: unknown) => void
  /** Puts a call back into the queue. */
  readonly requeue: (job: Job) => void
  readonly request: ProbeRequest
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
export class ReplyHandler {
  readonly #options: ReplyHandlerOptions
  /** Batches answered so far. */
  #batches = 0

  constructor(options: ReplyHandlerOptions) {
    this.#options = options
  }

  handle(endpoint: Endpoint, message: AnsweredMessage) {
    const { jobs, outcomes: sent, sentAt } = message
    const [first] = sent
    if (first && 'error' in first && first.batchLimit !== undefined) {
      endpoint.learnBatch(jobs.length, first.batchLimit, first.error, sentAt)
      this.#sendSmaller(jobs, first.batchLimit)
      return
    }
    if (sent.some((outcome) => !('error' in outcome))) endpoint.messageAnswered(jobs.length, sentAt)
    const isBatch = jobs.length > 1
    const batch = isBatch ? ++this.#batches : undefined
    const outcomes = jobs.map((job, index) =>
      reclassify(endpoint, job, sent[index] ?? missingOutcome(endpoint, job.call)),
    )
    recordHealth(endpoint, { jobs, outcomes, sentAt })
    // A call that was settled in the meantime no longer needs its answer, which still says what the endpoint does.
    jobs.forEach((job, index) => {
      const outcome = outcomes[index]!
      if ('error' in outcome) return this.#handleFailure(endpoint, job, outcome, isBatch)
      endpoint.learnFromSuccess(job.call, outcome.result, jobs.length)
      this.#options.onResult(endpoint, job.call, outcome.result)
      if (job.isSettled) return
      const refusals = [...job.ruledOut.values(), ...job.undecided.values()]
      const reply = batch === undefined ? outcome : { ...outcome, batch }
      job.resolve(refusals.length > 0 ? { ...reply, refusals } : reply)
    })
  }

  /** The endpoint takes fewer calls in one message, and has executed none of these. */
  #sendSmaller(jobs: readonly Job[], { limit }: BatchLimit) {
    for (const job of jobs) {
      if (job.isSettled) continue
      job.unbatched ||= limit <= 1
      this.#options.requeue(job)
    }
  }

  #handleFailure(endpoint: Endpoint, job: Job, failure: Failure, isBatch: boolean) {
    const { error } = failure
    const isUndecided = needsProbe(endpoint, job, failure, isBatch)
    if (job.isSettled) {
      if (!isUndecided) learnFromRefusal(endpoint, job, error)
      return
    }
    job.attempts++
    job.failures.set(endpoint, (job.failures.get(endpoint) ?? 0) + 1)
    job.firstFailureAt ??= this.#options.clock.now()
    job.error = error
    const plan = planRetry(job, failure, isBatch)
    if (isUndecided) return this.#decideByProbe(endpoint, job, failure, plan)
    this.#applyPlan(endpoint, job, failure, plan)
    if (plan !== 'give-up') this.#options.requeue(job)
  }

  /** A call that would fail waits for the cause; a call that would try others does so meanwhile. */
  #decideByProbe(endpoint: Endpoint, job: Job, failure: Failure, plan: RetryPlan) {
    const { requeue, request, dispatch } = this.#options
    job.probes++
    if (plan !== 'give-up') {
      job.retryAt.set(endpoint, Number.POSITIVE_INFINITY)
      if (plan === 'others') job.undecided.set(endpoint, failure.error)
      requeue(job)
    }
    void findCause(endpoint, job, failure.error, request).then((found) => {
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
      } else this.#applyPlan(endpoint, job, failure, plan)
      if (job.failedWith && !job.isSettled) fail(job, job.failedWith)
      dispatch()
    })
  }

  /** Learns from a refusal, and prepares the call's next attempt or rejects it. */
  #applyPlan(endpoint: Endpoint, job: Job, failure: Failure, plan: RetryPlan) {
    const { clock, random } = this.#options
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
}

/** Records whether the endpoint as a whole has answered. */
function recordHealth(endpoint: Endpoint, { jobs, outcomes, sentAt }: AnsweredMessage) {
  const failedAt = outcomes.findIndex(isEndpointFailure)
  const failure = outcomes[failedAt]
  if (failure && isEndpointFailure(failure)) {
    const isUndecided = needsProbe(endpoint, jobs[failedAt]!, failure, jobs.length > 1)
    if (!endpoint.quarantined) endpoint.failed(failure.error, sentAt, { isUndecided })
  } else if (outcomes.some(hasAnswer)) endpoint.succeeded(sentAt)
}

/** Records what a refusal says about the endpoint. */
function learnFromRefusal(endpoint: Endpoint, { call }: Job, error: NodeError) {
  if (error.kind === 'unavailable' && !readsBlockByTag(call)) endpoint.markUnavailable(call.method, error)
  // The message proves nothing, but is a reason to check the chain id again.
  if (error.kind === 'wrong-network') endpoint.verified = false
  endpoint.learnFromRefusal(call, error)
}

/** Rejects a call, once it is known whether a narrower range would be answered. After a timeout, callers narrow it anyway. */
function fail(job: Job, error: NodeError) {
  job.failedWith = error
  if (job.probes === 0 || finalKinds.has(error.kind) || error.kind === 'timeout')
    job.reject(explained(job, error))
  else job.sentTo = undefined
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
