import { NodeError } from '../../errors/NodeError.ts'
import { isConfidential } from '../createRequestReporter.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import { abortReason, onAbort } from '../onAbort.ts'
import type { PoolCall, PoolRequestOptions, PoolReply } from '../Pool.ts'

/** One call in the scheduler, from the request until it is settled. */
export interface Job {
  readonly call: PoolCall
  readonly options: PoolRequestOptions
  /** See {@link mustNotRepeat}. */
  readonly sendOnce: boolean
  /** How often it is sent at most, over all endpoints together. */
  readonly maxAttempts: number
  /** Until when to wait for paused endpoints. */
  readonly pauseDeadline: number
  /** Until when to wait for endpoints that are down. */
  readonly outageDeadline: number
  readonly resolve: (reply: PoolReply<unknown>) => void
  readonly reject: (error: unknown) => void
  /** Endpoints that have refused this call for good, and their errors. */
  readonly ruledOut: Map<Endpoint, NodeError>
  /** Refusals that look final while a probe finds out whether they were about the width of the range. */
  readonly undecided: Map<Endpoint, NodeError>
  /** How many probes may still find that a refusal of this call was about the width of its range. */
  probes: number
  /** Why it failed, while it waits for those probes. */
  failedWith: NodeError | undefined
  /** When each endpoint may be tried again for this call. */
  readonly retryAt: Map<Endpoint, number>
  /** How often each endpoint has failed it. */
  readonly failures: Map<Endpoint, number>
  attempts: number
  firstFailureAt: number | undefined
  /** Not sent to any endpoint before this. */
  notBefore: number
  /** Sent in a message of its own. */
  unbatched: boolean
  error: NodeError | undefined
  /** The error of an endpoint that would answer a narrower range: it explains more than other failures. */
  tooWide: NodeError | undefined
  /** The endpoint it was last given to, and when; `undefined` while it waits. */
  sentTo: { readonly endpoint: Endpoint; readonly at: number } | undefined
  isInFlight: boolean
  isSettled: boolean
  /** Fires when it is settled: probes on its behalf are then no longer sent. Made by the first of them, as few calls need one. */
  settled: AbortController | undefined
  /** Called when it is settled while in flight. */
  onSettledInFlight: (() => void) | undefined
}

export interface JobOptions extends Pick<
  Job,
  'maxAttempts' | 'pauseDeadline' | 'outageDeadline' | 'resolve' | 'reject'
> {
  /** Called once, before `resolve` or `reject`. */
  onSettled: () => void
}

/** A call that has not been sent yet. It rejects by itself when its signal fires. */
export function createJob(call: PoolCall, options: PoolRequestOptions, jobOptions: JobOptions): Job {
  const { signal, ignoreAbortOnceSent } = options
  const sendOnce = mustNotRepeat(call.method)
  const settle = () => {
    job.isSettled = true
    job.settled?.abort()
    jobOptions.onSettled()
    stopListening()
    job.onSettledInFlight?.()
  }
  const job: Job = {
    call,
    options,
    sendOnce,
    maxAttempts: jobOptions.maxAttempts,
    pauseDeadline: jobOptions.pauseDeadline,
    outageDeadline: jobOptions.outageDeadline,
    resolve(reply) {
      settle()
      jobOptions.resolve(reply)
    },
    reject(error) {
      settle()
      jobOptions.reject(error)
    },
    ruledOut: new Map(),
    undecided: new Map(),
    probes: 0,
    failedWith: undefined,
    retryAt: new Map(),
    failures: new Map(),
    attempts: 0,
    firstFailureAt: undefined,
    notBefore: 0,
    unbatched:
      sendOnce || options.unbatched === true || (options.parseReplies !== undefined && !options.smallReply),
    error: undefined,
    tooWide: undefined,
    sentTo: undefined,
    isInFlight: false,
    isSettled: false,
    settled: undefined,
    onSettledInFlight: undefined,
  }
  const stopListening = onAbort(signal, () => {
    if (signal && !(ignoreAbortOnceSent && job.isInFlight)) job.reject(abortReason(signal))
  })
  return job
}

/** Whether the call is sent even when the day's budget is spent. */
export function isForced({ options }: Job): boolean {
  return options.ignoreBudget === true
}

/** Methods that prompt the user, have an answer that nodes give only once, or act on a development chain. */
const once = /^(?:eth_requestAccounts$|eth_getFilterChanges$|(?:anvil|evm|ganache|hardhat|tenderly)_)/

/** Whether a call must not be repeated when it may have been executed. */
export function mustNotRepeat(method: string): boolean {
  return isConfidential(method) || once.test(method)
}

/** Sending again might send twice, and only the caller can find out. */
export function mayHaveRunError(error: NodeError): NodeError {
  const { kind, method, endpoint, code, status, details } = error
  return new NodeError(
    `${endpoint ?? 'The endpoint'} gave no clear answer to ${method}, which may have been executed.`,
    {
      kind,
      method,
      endpoint,
      code,
      status,
      details,
      advice: 'It was not sent again. Check whether it took effect before you repeat it.',
    },
  )
}
