import { abortReason } from './abortReason.ts'
import { afterFailure } from './afterFailure.ts'
import { ambiguousError } from './ambiguousError.ts'
import { backoff } from './backoff.ts'
import { classify } from './classify.ts'
import type { Budget } from './createBudget.ts'
import type { Clock } from './Clock.ts'
import { createJob } from './createJob.ts'
import { deliver } from './deliver.ts'
import type { Delivery, DeliveryOptions } from './deliver.ts'
import type { Endpoint } from './Endpoint.ts'
import type { Job } from './Job.ts'
import { pickEndpoint } from './pickEndpoint.ts'
import type { PoolCall, PoolReply, PoolRequestOptions } from './Pool.ts'
import type { Outcome, WireReply } from './Wire.ts'

export interface SchedulerOptions {
  endpoints: readonly Endpoint[]
  clock: Clock
  random: () => number
  budget: Budget
  /** Times a call is sent at most, over all endpoints together. */
  maxAttempts: number
  /** Milliseconds a call waits at most for endpoints that asked for a pause. */
  maxWait: number
  verify: DeliveryOptions['verify']
  /** Sees every result before it is handed out. */
  onResult: (endpoint: Endpoint, call: PoolCall, result: unknown) => void
}

export interface Scheduler {
  request(call: PoolCall, options: PoolRequestOptions): Promise<PoolReply<unknown>>
  close(): void
}

/** Decides which call goes where and when, and is the only thing that sends one again. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { endpoints, clock, random, budget, maxAttempts, maxWait, verify, onResult } = options
  const waiting = new Set<Job>()
  const unsettled = new Set<Job>()
  let closed = false
  let dispatchTimer: unknown
  let wakeTimer: unknown

  function request(call: PoolCall, given: PoolRequestOptions): Promise<PoolReply<unknown>> {
    const { signal } = given
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortReason(signal))
      if (closed) return reject(closedError())
      const job = createJob(call, given, {
        giveUpAt: clock.now() + maxWait,
        resolve,
        reject,
        onSettled() {
          waiting.delete(job)
          unsettled.delete(job)
        },
      })
      unsettled.add(job)
      waiting.add(job)
      // The rest of this tick may bring calls that can share the message. One that goes alone need not wait for them.
      if (job.alone) dispatch()
      else dispatchTimer ??= clock.setTimeout(dispatch, 0)
    })
  }

  function dispatch() {
    clock.clearTimeout(dispatchTimer)
    clock.clearTimeout(wakeTimer)
    dispatchTimer = wakeTimer = undefined
    const now = clock.now()
    let wakeAt = Number.POSITIVE_INFINITY
    for (const job of waiting) {
      const pick = pickEndpoint(job, endpoints, now)
      if (pick.type === 'none') job.reject(pick.error)
      else if (pick.type === 'wait') {
        if (pick.until !== undefined) wakeAt = Math.min(wakeAt, pick.until)
        // Everyone is busy: whoever comes behind waits as well, and the next answer calls again.
        if (pick.everyoneBusy) break
      } else void send(pick.endpoint, gather(job, pick.endpoint, now))
    }
    // A call refused on the spot may have dispatched in the meantime.
    clock.clearTimeout(wakeTimer)
    if (wakeAt < Number.POSITIVE_INFINITY)
      wakeTimer = clock.setTimeout(dispatch, Math.min(Math.max(0, wakeAt - now), 2 ** 31 - 1))
  }

  /** The calls that go with `first` in one message. */
  function gather(first: Job, endpoint: Endpoint, now: number): readonly Job[] {
    const group = [first]
    if (!first.alone) {
      const spread = first.options.small && !first.options.together
      const fair = spread ? fairShare(now) : endpoint.batchSize
      const size = Math.min(endpoint.batchSize, fair, isForced(first) ? fair : affordable())
      for (const job of waiting) {
        if (group.length >= size) break
        if (job === first || job.alone || isForced(job) !== isForced(first)) continue
        // What failed already goes where it would go alone: there may be others that have not failed it.
        const pick = pickEndpoint(job, job.failures.size > 0 ? endpoints : [endpoint], now)
        if (pick.type !== 'send' || pick.endpoint !== endpoint) continue
        if (!job.options.avoid?.includes(endpoint.name)) group.push(job)
      }
    }
    for (const job of group) waiting.delete(job)
    return group
  }

  /** Messages are under way together where they can be: calls share one only when more wait than could. */
  function fairShare(now: number): number {
    const slots = endpoints.reduce((sum, one) => sum + (one.verified ? one.freeSlots(now) : 0), 0)
    return Math.ceil(waiting.size / Math.max(1, slots))
  }

  /** A message is paid for as a whole: one that is too dear would take those along that the budget still allows. */
  function affordable(): number {
    const { remaining, overridden } = budget.getStatus()
    return overridden ? Number.POSITIVE_INFINITY : (remaining ?? Number.POSITIVE_INFINITY)
  }

  async function send(endpoint: Endpoint, group: readonly Job[]) {
    const controller = new AbortController()
    const abortWhenUnwanted = () => {
      if (group.every(({ done }) => done)) controller.abort()
    }
    for (const job of group) job.onDone = abortWhenUnwanted
    endpoint.inFlight++
    let delivery: Delivery | undefined
    try {
      delivery = await deliver(endpoint, group, controller.signal, { clock, budget, verify })
    } catch (error) {
      // The budget is spent. (A wire never throws.)
      for (const job of group) job.reject(error)
    }
    endpoint.inFlight--
    for (const job of group) job.onDone = undefined
    if (delivery && !controller.signal.aborted) {
      if (delivery.reply) settle(endpoint, delivery.jobs, delivery.reply, delivery.sentAt)
      else for (const job of delivery.jobs) if (!job.done) again(job)
    }
    if (!closed) dispatch()
  }

  function settle(endpoint: Endpoint, group: readonly Job[], reply: WireReply, sentAt: number) {
    if ('batchLimit' in reply) {
      endpoint.learnBatch(reply.batchLimit, reply.error)
      for (const job of group) {
        if (job.done) continue
        job.alone ||= reply.batchLimit <= 1
        again(job)
      }
      return
    }
    const trouble = reply.outcomes.find((outcome) => !outcome.ok && outcome.scope === 'endpoint')
    if (trouble && !trouble.ok) {
      if (!endpoint.quarantined) endpoint.failed(trouble.error, sentAt)
    } else endpoint.succeeded(sentAt)
    group.forEach((job, index) => {
      if (job.done) return
      const outcome = reply.outcomes[index] ?? leftOut(endpoint, job.call)
      if (outcome.ok) {
        endpoint.unlearn(job.call, outcome.result, group.length)
        onResult(endpoint, job.call, outcome.result)
        job.resolve({
          result: outcome.result,
          endpoint: endpoint.name,
          ...(job.ruledOut.size > 0 && { refusals: [...job.ruledOut.values()] }),
        })
      } else failed(endpoint, job, outcome, group.length > 1)
    })
  }

  /** It waits once more, if anybody still does. */
  function again(job: Job) {
    const { signal } = job.options
    job.sent = false
    if (signal?.aborted) job.reject(abortReason(signal))
    else waiting.add(job)
  }

  function failed(endpoint: Endpoint, job: Job, outcome: Extract<Outcome, { ok: false }>, shared: boolean) {
    const { error } = outcome
    const { kind } = error
    job.attempts++
    job.failures.set(endpoint, (job.failures.get(endpoint) ?? 0) + 1)
    job.error = error
    if (kind === 'unavailable' && !asksByTag(job.call)) endpoint.cannot(job.call.method, error)
    // Its words are no proof, but reason to ask for its chain id again.
    if (kind === 'wrong-network') endpoint.verified = false
    endpoint.learn(job.call, error)
    switch (afterFailure(job, outcome, { shared, maxAttempts })) {
      case 'give-up':
        job.reject(job.once && outcome.ambiguous ? ambiguousError(error) : error)
        return
      case 'alone':
        job.alone = true
        break
      case 'others':
        job.ruledOut.set(endpoint, error)
        job.options.onRefused?.(error)
        break
      case 'later':
        if (outcome.scope === 'call')
          job.restUntil.set(endpoint, clock.now() + backoff(job.attempts - 1, { random }))
        // What a batch garbled is asked for alone: the fault may lie in the company.
        if (kind === 'malformed') job.alone = true
    }
    again(job)
  }

  return {
    request,
    close() {
      closed = true
      for (const job of [...unsettled]) job.reject(closedError())
      clock.clearTimeout(dispatchTimer)
      clock.clearTimeout(wakeTimer)
      dispatchTimer = wakeTimer = undefined
    },
  }
}

/** What is refused may be the tag, which says nothing about other calls of the method. */
function asksByTag({ method, params }: PoolCall): boolean {
  return (
    method === 'eth_getBlockByNumber' &&
    Array.isArray(params) &&
    (params[0] === 'finalized' || params[0] === 'safe')
  )
}

/** A call that a wire says nothing of: it may have been carried out. */
function leftOut({ name }: Endpoint, { method, params }: PoolCall): Outcome {
  const error = classify({
    endpoint: name,
    method,
    params,
    kind: 'malformed',
    message: 'There is no answer to this call.',
  })
  return { ok: false, error, scope: 'call', ambiguous: true }
}

function closedError(): DOMException {
  return new DOMException('The pool was closed.', 'AbortError')
}

function isForced({ options }: Job): boolean {
  return options.overBudget === true
}
