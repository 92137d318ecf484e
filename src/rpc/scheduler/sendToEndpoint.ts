import type { Budget } from '../Budget.ts'
import type { Clock } from '../Clock.ts'
import type { ChainVerifier } from '../endpoint/ChainVerifier.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import type { RequestReporter } from '../RequestReporter.ts'
import type { Failure, Outcome } from '../Wire.ts'
import { isForced, type Job } from './Job.ts'

export interface SendOptions {
  readonly clock: Clock
  readonly budget: Budget
  readonly reporter: RequestReporter
  readonly verifier: ChainVerifier
}

/** A message of one or more calls, and their outcomes. */
export interface SentMessage {
  /** The calls that were not settled before it was sent, in the order of the outcomes. */
  readonly jobs: readonly Job[]
  /** `undefined` when it was not sent after all. */
  readonly outcomes: readonly Outcome[] | undefined
  readonly sentAt: number
}

/** Methods that read the head: small, without side effects, and called first on each endpoint. */
const headMethods: ReadonlySet<string> = new Set(['eth_blockNumber', 'eth_getBlockByNumber'])

/**
 * Sends calls to an endpoint in one message, once the endpoint's chain id is verified. Reads of the head are sent along with
 * the chain id check, not after it, and their answer is discarded when the check fails.
 *
 * @throws {@link QuotaExceededError} when the budget is spent.
 */
export async function sendToEndpoint(
  endpoint: Endpoint,
  batch: readonly Job[],
  signal: AbortSignal,
  options: SendOptions,
): Promise<SentMessage> {
  const startedAt = options.clock.now()
  if (endpoint.verified) return transmit(endpoint, batch, signal, options)
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const check = options.verifier.verify(endpoint, either, batch.some(isForced))
  const early = batch.every(({ call }) => headMethods.has(call.method))
    ? transmit(endpoint, batch, either, options)
    : undefined
  try {
    const failure = await (early ? Promise.race([check, endpointFailureOf(early)]) : check)
    if (early && !failure) return await early
    const jobs = batch.filter(({ isSettled }) => !isSettled)
    if (failure) return { jobs, outcomes: jobs.map(() => failure), sentAt: startedAt }
    // The endpoint is verified, but another answer has requested a pause since.
    if (endpoint.readyAt(options.clock.now()) > options.clock.now())
      return { jobs, outcomes: undefined, sentAt: startedAt }
    return await transmit(endpoint, jobs, signal, options)
  } finally {
    stop.abort()
  }
}

/** Resolves if the endpoint itself has failed or requests a pause, which matters whatever its chain id is. */
async function endpointFailureOf(early: Promise<SentMessage>): Promise<Failure> {
  const { outcomes = [] } = await early
  for (const outcome of outcomes) if (isEndpointFailure(outcome)) return outcome
  return new Promise(() => {})
}

/** Whether the endpoint as a whole failed. */
export function isEndpointFailure(outcome: Outcome): outcome is Failure {
  return 'error' in outcome && outcome.scope === 'endpoint'
}

async function transmit(
  endpoint: Endpoint,
  jobs: readonly Job[],
  signal: AbortSignal,
  { clock, budget, reporter }: SendOptions,
): Promise<SentMessage> {
  const sentAt = clock.now()
  if (jobs.length === 0) return { jobs, outcomes: undefined, sentAt }
  budget.spend(jobs.length, { force: jobs.some(isForced) })
  endpoint.countSent(jobs.length)
  for (const job of jobs) job.isInFlight = true
  const calls = jobs.map(({ call, attempts, options: { parseReplies, reason = 'app' } }) => ({
    ...call,
    parseReplies,
    reason,
    attempt: attempts + 1,
  }))
  return { jobs, outcomes: await reporter.send(endpoint, calls, signal), sentAt }
}
