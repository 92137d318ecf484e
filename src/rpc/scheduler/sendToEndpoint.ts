import type { Budget } from '../createBudget.ts'
import type { Clock } from '../Clock.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import type { Job } from './Job.ts'
import type { Outcome, WireReply } from '../Wire.ts'

export interface DeliveryOptions {
  readonly clock: Clock
  readonly budget: Budget
  /** Makes sure that an endpoint serves the right network; the error says why it may not be used now. */
  readonly verify: (endpoint: Endpoint, signal: AbortSignal, force: boolean) => Promise<Outcome | undefined>
}

/** What became of calls that went together. */
export interface Delivery {
  /** Those that were still wanted, in the order of the outcomes. */
  readonly jobs: readonly Job[]
  /** `undefined` when they were not sent after all. */
  readonly reply: WireReply | undefined
  readonly sentAt: number
}

/** Show where an endpoint stands: small, asked of each before anything else, and changing nothing. */
const heads: ReadonlySet<string> = new Set(['eth_blockNumber', 'eth_getBlockByNumber'])

/**
 * Sends calls to an endpoint in one message, once it is known to serve the network. What asks where it stands goes along
 * with that question rather than after it, and its answer is thrown away unless the other is right.
 *
 * @throws {@link QuotaExceededError} when the budget is spent.
 */
export async function sendToEndpoint(
  endpoint: Endpoint,
  group: readonly Job[],
  signal: AbortSignal,
  options: DeliveryOptions,
): Promise<Delivery> {
  const startedAt = options.clock.now()
  if (endpoint.verified) return transmit(endpoint, group, signal, options)
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const check = options.verify(endpoint, either, group.some(isForced))
  const ahead = group.every(({ call }) => heads.has(call.method))
    ? transmit(endpoint, group, either, options)
    : undefined
  try {
    const trouble = await (ahead ? Promise.race([check, troubleOf(ahead)]) : check)
    if (ahead && !trouble) return await ahead
    const jobs = group.filter(({ done }) => !done)
    if (trouble) return { jobs, reply: { outcomes: jobs.map(() => trouble) }, sentAt: startedAt }
    // It serves the network, but has asked for a pause since, in answer to something else.
    if (endpoint.readyAt(options.clock.now()) > options.clock.now())
      return { jobs, reply: undefined, sentAt: startedAt }
    return await transmit(endpoint, jobs, signal, options)
  } finally {
    stop.abort()
  }
}

/** Whatever network an endpoint serves: that it is in trouble, or wants to be left alone, counts at once. */
async function troubleOf(ahead: Promise<Delivery>): Promise<Outcome> {
  const { reply } = await ahead
  const outcomes = reply && 'outcomes' in reply ? reply.outcomes : []
  return outcomes.find((outcome) => !outcome.ok && outcome.scope === 'endpoint') ?? new Promise(() => {})
}

async function transmit(
  endpoint: Endpoint,
  jobs: readonly Job[],
  signal: AbortSignal,
  { clock, budget }: DeliveryOptions,
): Promise<Delivery> {
  const sentAt = clock.now()
  if (jobs.length === 0) return { jobs, reply: undefined, sentAt }
  budget.spend(jobs.length, { force: jobs.some(isForced) })
  endpoint.sending(jobs.length)
  for (const job of jobs) job.sent = true
  const calls = jobs.map(({ call, options: { parseBody, parseBatch } }) => ({
    ...call,
    parseBody,
    parseBatch,
  }))
  return { jobs, reply: await endpoint.wire.send(calls, signal), sentAt }
}

function isForced({ options }: Job): boolean {
  return options.ignoreBudget === true
}
