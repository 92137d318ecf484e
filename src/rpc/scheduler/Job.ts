import { NodeError } from '../../errors/NodeError.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import { abortReason, onAbort } from '../onAbort.ts'
import type { PoolCall, PoolRequestOptions, PoolReply } from '../Pool.ts'
import { isConfidential } from '../RequestReporter.ts'

export interface JobOptions extends Pick<Job, 'maxAttempts' | 'pauseDeadline' | 'outageDeadline'> {
  readonly resolve: (reply: PoolReply<unknown>) => void
  readonly reject: (error: unknown) => void
  /** Called once, before `resolve` or `reject`. */
  readonly onSettled: () => void
}

/** One call in the scheduler, from the request until it is settled. It rejects by itself when its signal fires. */
export class Job {
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
  /** Endpoints that have refused this call for good, and their errors. */
  readonly ruledOut = new Map<Endpoint, NodeError>()
  /** Refusals that look final while a probe finds out whether they were about the width of the range. */
  readonly undecided = new Map<Endpoint, NodeError>()
  /** How many probes may still find that a refusal of this call was about the width of its range. */
  probes = 0
  /** Why it failed, while it waits for those probes. */
  failedWith: NodeError | undefined
  /** When each endpoint may be tried again for this call. */
  readonly retryAt = new Map<Endpoint, number>()
  /** How often each endpoint has failed it. */
  readonly failures = new Map<Endpoint, number>()
  attempts = 0
  firstFailureAt: number | undefined
  /** Not sent to any endpoint before this. */
  notBefore = 0
  /** Sent in a message of its own. */
  unbatched: boolean
  error: NodeError | undefined
  /** The error of an endpoint that would answer a narrower range: it explains more than other failures. */
  tooWide: NodeError | undefined
  /** The endpoint it was last given to, and when; `undefined` while it waits. */
  sentTo: { readonly endpoint: Endpoint; readonly at: number } | undefined
  isInFlight = false
  /** Called when it is settled while in flight. */
  onSettledInFlight: (() => void) | undefined
  readonly #callbacks: Pick<JobOptions, 'resolve' | 'reject' | 'onSettled'>
  #isSettled = false
  #settled: AbortController | undefined
  readonly #stopListening: () => void

  constructor(call: PoolCall, options: PoolRequestOptions, jobOptions: JobOptions) {
    const { signal, ignoreAbortOnceSent, parseReplies, smallReply } = options
    this.call = call
    this.options = options
    this.maxAttempts = jobOptions.maxAttempts
    this.pauseDeadline = jobOptions.pauseDeadline
    this.outageDeadline = jobOptions.outageDeadline
    this.#callbacks = jobOptions
    this.sendOnce = mustNotRepeat(call.method)
    this.unbatched =
      this.sendOnce || options.unbatched === true || (parseReplies !== undefined && !smallReply)
    this.#stopListening = onAbort(signal, () => {
      if (signal && !(ignoreAbortOnceSent && this.isInFlight)) this.reject(abortReason(signal))
    })
  }

  get isSettled(): boolean {
    return this.#isSettled
  }

  /** A signal that fires when it is settled: probes on its behalf are then no longer sent. */
  settledSignal(): AbortSignal {
    // Made when it is first needed, as few calls need one.
    this.#settled ??= new AbortController()
    if (this.#isSettled) this.#settled.abort()
    return this.#settled.signal
  }

  resolve(reply: PoolReply<unknown>) {
    this.#settle()
    this.#callbacks.resolve(reply)
  }

  reject(error: unknown) {
    this.#settle()
    this.#callbacks.reject(error)
  }

  #settle() {
    this.#isSettled = true
    this.#settled?.abort()
    this.#callbacks.onSettled()
    this.#stopListening()
    this.onSettledInFlight?.()
  }
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
