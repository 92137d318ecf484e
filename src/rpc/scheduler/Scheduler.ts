import { NodeError } from '../../errors/NodeError.ts'
import { isSingleBlock } from '../blockSpan.ts'
import { classify } from '../classify/classify.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import { abortReason } from '../onAbort.ts'
import type { PoolCall, PoolReply, PoolRequestOptions } from '../Pool.ts'
import { isForced, Job, mayHaveRunError } from './Job.ts'
import { allBusyUntil, noEndpointError, pickEndpoint } from './pickEndpoint.ts'
import { ReplyHandler, type ReplyHandlerOptions } from './ReplyHandler.ts'
import { sendToEndpoint, type SentMessage, type SendOptions } from './sendToEndpoint.ts'

export interface SchedulerOptions extends SendOptions, Pick<ReplyHandlerOptions, 'random' | 'onResult'> {
  readonly endpoints: readonly Endpoint[]
  /** Maximum attempts of one call, over all endpoints together. */
  readonly maxAttempts: number
  /** Maximum milliseconds a call waits for endpoints that requested a pause. */
  readonly maxWait: number
}

/** Milliseconds a call waits for endpoints that are down when there are no others. */
const maxOutage = 5_000

/** The queue of a pool: decides which call goes where and when. The only place that sends a call again. */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #replies: ReplyHandler
  readonly #waiting = new Set<Job>()
  readonly #unsettled = new Set<Job>()
  #isClosed = false
  #dispatchTimer: unknown
  #wakeTimer: unknown

  constructor(options: SchedulerOptions) {
    const { clock, random, onResult } = options
    this.#options = options
    this.#replies = new ReplyHandler({
      clock,
      random,
      onResult,
      requeue: (job) => this.#requeue(job),
      request: (call, given, { attempts }) => this.#enqueue(call, given, attempts),
      dispatch: () => {
        if (!this.#isClosed) this.#dispatch()
      },
    })
  }

  request(call: PoolCall, options: PoolRequestOptions): Promise<PoolReply<unknown>> {
    return this.#enqueue(call, options, 0)
  }

  close() {
    this.#isClosed = true
    for (const job of [...this.#unsettled]) job.reject(closedError())
    this.#clearTimers()
  }

  /** `attempts`: how many of its attempts count as made. */
  #enqueue(call: PoolCall, given: PoolRequestOptions, attempts: number): Promise<PoolReply<unknown>> {
    const { clock, maxAttempts, maxWait } = this.#options
    const { signal, timeout } = given
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortReason(signal))
      if (this.#isClosed) return reject(closedError())
      const problem = findJsonProblem(call.params)
      if (problem !== undefined) return reject(invalidParamsError(call.method, problem))
      const job = new Job(call, given, {
        maxAttempts,
        pauseDeadline: clock.now() + maxWait,
        outageDeadline: clock.now() + maxOutage,
        resolve,
        reject,
        onSettled: () => {
          clock.clearTimeout(timer)
          this.#waiting.delete(job)
          this.#unsettled.delete(job)
        },
      })
      const timer =
        timeout === undefined ? undefined : clock.setTimeout(() => this.#expire(job, timeout), timeout)
      job.attempts = attempts
      this.#unsettled.add(job)
      this.#waiting.add(job)
      // The rest of this tick may add calls to the batch. An unbatched call need not wait for them.
      if (job.unbatched) this.#dispatch()
      else this.#dispatchTimer ??= clock.setTimeout(() => this.#dispatch(), 0)
    })
  }

  /** The call's `timeout` has passed. */
  #expire(job: Job, timeout: number) {
    const { call, sentTo, isInFlight } = job
    if (!sentTo) return job.reject(job.error ?? noEndpointError(call.method))
    const { endpoint, at } = sentTo
    const message = `No answer within ${timeout} ms.`
    const error = classify({ endpoint: endpoint.name, ...call, kind: 'timeout', message })
    // An endpoint that got the call late, after a pause or the failure of another, had little time to answer.
    const hadTime = this.#options.clock.now() - at >= timeout / 2
    if (hadTime && isSingleBlock(call.method, call.params)) endpoint.failed(error, at)
    job.reject(job.sendOnce && isInFlight ? mayHaveRunError(error) : error)
  }

  #clearTimers() {
    const { clock } = this.#options
    clock.clearTimeout(this.#dispatchTimer)
    clock.clearTimeout(this.#wakeTimer)
    this.#dispatchTimer = this.#wakeTimer = undefined
  }

  /** Sends every waiting call that has an endpoint now, and sets a timer for the others. */
  #dispatch() {
    this.#clearTimers()
    const { clock, endpoints } = this.#options
    const now = clock.now()
    let wakeAt = Number.POSITIVE_INFINITY
    for (const job of this.#waiting) {
      const choice = pickEndpoint(job, endpoints, now)
      if (choice.type === 'none') job.reject(choice.error)
      else if (choice.type === 'wait') {
        const busyUntil = allBusyUntil(endpoints, now)
        wakeAt = Math.min(wakeAt, choice.until ?? wakeAt, busyUntil ?? wakeAt)
        // No later call can be sent either. This one may wait longer than they do.
        if (busyUntil !== undefined) break
      } else void this.#send(choice.endpoint, this.#takeBatch(job, choice.endpoint, now))
    }
    // A call that was rejected synchronously may have dispatched in the meantime.
    clock.clearTimeout(this.#wakeTimer)
    if (wakeAt < Number.POSITIVE_INFINITY)
      this.#wakeTimer = clock.setTimeout(() => this.#dispatch(), Math.max(0, wakeAt - now))
  }

  /** Takes `first`, and the calls that share its message, out of the queue. */
  #takeBatch(first: Job, endpoint: Endpoint, now: number): readonly Job[] {
    const { endpoints } = this.#options
    const batch = [first]
    if (!first.unbatched) {
      const size = this.#batchSizeFor(first, endpoint, now)
      for (const job of this.#waiting) {
        if (batch.length >= size) break
        if (job === first || job.unbatched || isForced(job) !== isForced(first)) continue
        // A call that failed before prefers endpoints that have not failed it.
        const choice = pickEndpoint(job, job.failures.size > 0 ? endpoints : [endpoint], now)
        if (choice.type !== 'send' || choice.endpoint !== endpoint) continue
        if (!job.options.avoid?.includes(endpoint.name)) batch.push(job)
      }
    }
    for (const job of batch) this.#waiting.delete(job)
    return batch
  }

  #batchSizeFor(first: Job, endpoint: Endpoint, now: number): number {
    const isSpread = first.options.smallReply && !first.options.preferBatch
    const share = isSpread ? this.#fairShare(now) : endpoint.batchSize
    // The budget pays for a message as a whole: a batch beyond it would fail calls that it still allows.
    return Math.min(endpoint.batchSize, share, isForced(first) ? share : this.#remainingBudget())
  }

  /** Parallel messages are faster: calls share one only when more are waiting than messages can be sent. */
  #fairShare(now: number): number {
    const { endpoints } = this.#options
    const slots = endpoints.reduce((sum, one) => sum + (one.verified ? one.freeSlots(now) : 0), 0)
    return Math.ceil(this.#waiting.size / Math.max(1, slots))
  }

  #remainingBudget(): number {
    const { remaining, ignored } = this.#options.budget.getStatus()
    return ignored ? Number.POSITIVE_INFINITY : (remaining ?? Number.POSITIVE_INFINITY)
  }

  async #send(endpoint: Endpoint, batch: readonly Job[]) {
    const controller = new AbortController()
    const abortWhenAllSettled = () => {
      if (batch.every(({ isSettled }) => isSettled)) controller.abort()
    }
    endpoint.lastSentAt = this.#options.clock.now()
    if (endpoint.inFlight === 0) endpoint.busySince = endpoint.lastSentAt
    endpoint.inFlight++
    for (const job of batch) {
      job.onSettledInFlight = abortWhenAllSettled
      job.sentTo = { endpoint, at: endpoint.lastSentAt }
    }
    let sent: SentMessage | undefined
    try {
      sent = await sendToEndpoint(endpoint, batch, controller.signal, this.#options)
    } catch (error) {
      // The budget is spent: wires never reject.
      for (const job of batch) job.reject(error)
    }
    endpoint.inFlight--
    for (const job of batch) job.onSettledInFlight = undefined
    if (sent && !controller.signal.aborted) {
      if (sent.outcomes) this.#replies.handle(endpoint, { ...sent, outcomes: sent.outcomes })
      else for (const job of sent.jobs) if (!job.isSettled) this.#requeue(job)
    }
    if (!this.#isClosed) this.#dispatch()
  }

  #requeue(job: Job) {
    const { signal } = job.options
    job.isInFlight = false
    job.sentTo = undefined
    if (signal?.aborted) job.reject(abortReason(signal))
    else this.#waiting.add(job)
  }
}

/** Why a value cannot be sent as JSON. One such call would fail its whole batch. */
function findJsonProblem(params: unknown): string | undefined {
  try {
    JSON.stringify(params)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function invalidParamsError(method: string, problem: string): NodeError {
  return new NodeError(`The parameters of ${method} cannot be sent as JSON.`, {
    kind: 'invalid-input',
    method,
    advice: "Pass numbers as hex, such as with viem's `numberToHex`.",
    details: problem,
  })
}

function closedError(): DOMException {
  return new DOMException('The pool was closed.', 'AbortError')
}
