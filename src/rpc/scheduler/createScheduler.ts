import { NodeError } from '../../errors/NodeError.ts'
import { abortReason } from '../onAbort.ts'
import { planRetry } from './planRetry.ts'
import type { RetryPlan } from './planRetry.ts'
import { ambiguousError, createJob } from './Job.ts'
import { backoff } from '../backoff.ts'
import { classify } from '../classify/classify.ts'
import type { Budget } from '../createBudget.ts'
import type { Clock } from '../Clock.ts'
import { sendToEndpoint } from './sendToEndpoint.ts'
import type { Delivery, DeliveryOptions } from './sendToEndpoint.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import type { Job } from './Job.ts'
import { pickEndpoint } from './pickEndpoint.ts'
import { asTooLarge, mayBeAboutRange, narrowToBlock } from '../endpoint/RangeProbes.ts'
import type { RefusalCause } from '../endpoint/RangeProbes.ts'
import type { PoolCall, PoolReply, PoolRequestOptions } from '../Pool.ts'
import { spanWidth } from '../blockSpan.ts'
import type { Outcome, WireReply } from '../Wire.ts'

type Refusal = Extract<Outcome, { ok: false }>

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

/** Milliseconds that a call waits for endpoints that are down when there are no others. */
const maxOutage = 5_000

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

  function request(
    call: PoolCall,
    given: PoolRequestOptions,
    { attempts = 0 } = {},
  ): Promise<PoolReply<unknown>> {
    const { signal } = given
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortReason(signal))
      if (closed) return reject(closedError())
      const job = createJob(call, given, {
        giveUpAt: clock.now() + maxWait,
        patientUntil: clock.now() + maxOutage,
        resolve,
        reject,
        onSettled() {
          waiting.delete(job)
          unsettled.delete(job)
        },
      })
      job.attempts = attempts
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
      const spread = first.options.smallReply && !first.options.preferBatch
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
    const { remaining, ignored } = budget.getStatus()
    return ignored ? Number.POSITIVE_INFINITY : (remaining ?? Number.POSITIVE_INFINITY)
  }

  async function send(endpoint: Endpoint, group: readonly Job[]) {
    const controller = new AbortController()
    const abortWhenUnwanted = () => {
      if (group.every(({ done }) => done)) controller.abort()
    }
    for (const job of group) job.onDone = abortWhenUnwanted
    endpoint.inFlight++
    endpoint.askedAt = clock.now()
    let delivery: Delivery | undefined
    try {
      delivery = await sendToEndpoint(endpoint, group, controller.signal, { clock, budget, verify })
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
    const outcomes = group.map((job, index) =>
      interpret(endpoint, job, reply.outcomes[index] ?? leftOut(endpoint, job.call)),
    )
    const at = outcomes.findIndex((outcome) => !outcome.ok && outcome.scope === 'endpoint')
    const trouble = outcomes[at]
    if (trouble && !trouble.ok) {
      const isUnclear = isUndecided(endpoint, group[at]!, trouble, group.length > 1)
      if (!endpoint.quarantined) endpoint.failed(trouble.error, sentAt, { isUnclear })
    } else endpoint.succeeded(sentAt)
    group.forEach((job, index) => {
      if (job.done) return
      const outcome = outcomes[index]!
      if (outcome.ok) {
        endpoint.unlearn(job.call, outcome.result, group.length)
        onResult(endpoint, job.call, outcome.result)
        const refusals = [...job.ruledOut.values(), ...job.unclear.values()]
        job.resolve({
          result: outcome.result,
          endpoint: endpoint.name,
          ...(refusals.length > 0 && { refusals }),
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

  function failed(endpoint: Endpoint, job: Job, outcome: Refusal, shared: boolean) {
    const { error } = outcome
    const isUnclear = isUndecided(endpoint, job, outcome, shared)
    job.attempts++
    job.failures.set(endpoint, (job.failures.get(endpoint) ?? 0) + 1)
    job.firstFailureAt ??= clock.now()
    job.error = error
    const next = planRetry(job, outcome, { shared, maxAttempts })
    if (!isUnclear) {
      goOn(endpoint, job, outcome, next)
      if (next !== 'give-up') again(job)
      return
    }
    const verdict = endpoint.probes.findCause(error, () => probe(endpoint, job))
    // Who would give up waits for the verdict; who would ask others asks them meanwhile.
    if (next !== 'give-up') {
      job.restUntil.set(endpoint, Number.POSITIVE_INFINITY)
      if (next === 'others') job.unclear.set(endpoint, error)
      again(job)
    }
    void verdict.then((found) => {
      if (job.done) return
      job.restUntil.delete(endpoint)
      job.unclear.delete(endpoint)
      const meant = found === 'width' ? asWidth(endpoint, job, outcome) : outcome
      if (meant === outcome) goOn(endpoint, job, outcome, next)
      else {
        endpoint.learn(job.call, meant.error)
        job.error = meant.error
        if (next === 'give-up') job.reject(meant.error)
      }
      if (!closed) dispatch()
    })
  }

  /** What a refusal means for the endpoint, and for the call that got it. */
  function goOn(endpoint: Endpoint, job: Job, outcome: Refusal, next: RetryPlan) {
    const { error } = outcome
    const { kind } = error
    if (kind === 'unavailable' && !asksByTag(job.call)) endpoint.cannot(job.call.method, error)
    // Its words are no proof, but reason to ask for its chain id again.
    if (kind === 'wrong-network') endpoint.verified = false
    endpoint.learn(job.call, error)
    switch (next) {
      case 'give-up':
        job.reject(job.once && outcome.mayHaveRun ? ambiguousError(error) : error)
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
        job.notBefore = (job.firstFailureAt ?? 0) + spread(maxAttempts - job.attempts, random)
        // What a batch garbled is asked for alone: the fault may lie in the company.
        if (kind === 'malformed') job.alone = true
    }
  }

  /** Whether nobody knows yet if a refusal was about the width of the range. */
  function isUndecided(endpoint: Endpoint, job: Job, outcome: Refusal, shared: boolean): boolean {
    const { error } = outcome
    if (!mayBeAboutRange(job.call, error, endpoint.head)) return false
    if (endpoint.probes.knownCause(error)) return false
    // Of a message with several calls, a status says nothing about the one.
    if (shared && error.code === undefined) return false
    const isClear = saysWhy(error) || (spanWidth(job.call.params) ?? 0n) <= endpoint.widest
    return !isClear || job.failures.has(endpoint) || job.attempts + 1 >= maxAttempts
  }

  /** A refusal in words that were found out to be about width. */
  function interpret(endpoint: Endpoint, job: Job, outcome: Outcome): Outcome {
    if (outcome.ok || !mayBeAboutRange(job.call, outcome.error, endpoint.head)) return outcome
    return endpoint.probes.knownCause(outcome.error) === 'width' ? asWidth(endpoint, job, outcome) : outcome
  }

  /** What was answered before is not too wide: it may have too much in it, or fail for a moment. */
  function asWidth(endpoint: Endpoint, job: Job, outcome: Refusal): Refusal {
    const isWide = (spanWidth(job.call.params) ?? 0n) > endpoint.widest
    if (!isWide && !job.failures.has(endpoint)) return outcome
    const error = asTooLarge(outcome.error, isWide ? 'range-too-wide' : 'too-many-results')
    return { ok: false, error, scope: 'call', mayHaveRun: false }
  }

  /** Reads one block of a range that was refused. */
  function probe(endpoint: Endpoint, { call, options, settled }: Job) {
    const { ignoreBudget, parseBody, parseBatch } = options
    // Nothing is sent for a call that has been settled meanwhile; what is under way still teaches.
    const { signal } = settled
    const asking = {
      endpoint: endpoint.name,
      signal,
      ignoreAbortOnceSent: true,
      ignoreBudget,
      parseBody,
      parseBatch,
      smallReply: true,
    }
    return request(narrowToBlock(call), asking, { attempts: maxAttempts - 1 }).then(
      (): RefusalCause => 'width',
      (error: unknown): RefusalCause | undefined =>
        error instanceof NodeError && error.endpoint === endpoint.name ? 'other' : undefined,
    )
  }

  return {
    request: (call, given) => request(call, given),
    close() {
      closed = true
      for (const job of [...unsettled]) job.reject(closedError())
      clock.clearTimeout(dispatchTimer)
      clock.clearTimeout(wakeTimer)
      dispatchTimer = wakeTimer = undefined
    },
  }
}

/** Milliseconds from the first failure to the attempt before the last, and to the last, at least: a hiccup of a second is over by then. */
const lastAttempts: Readonly<Record<number, number>> = { 2: 1_050, 1: 2_500 }

function spread(attemptsLeft: number, random: () => number): number {
  return Math.round((lastAttempts[attemptsLeft] ?? 0) * (1 + random() / 4))
}

/** It says that it will not be asked so, or when it may be: it is taken at its word the first time. */
function saysWhy({ kind, code, status, retryAt }: NodeError): boolean {
  if (retryAt !== undefined || status === 401 || status === 403 || status === 429) return true
  return kind === 'transient' && code === undefined && status === undefined
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
  return { ok: false, error, scope: 'call', mayHaveRun: true }
}

function closedError(): DOMException {
  return new DOMException('The pool was closed.', 'AbortError')
}

function isForced({ options }: Job): boolean {
  return options.ignoreBudget === true
}
