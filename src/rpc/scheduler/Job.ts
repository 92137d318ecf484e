import { NodeError } from '../../errors/NodeError.ts'
import { abortReason, onAbort } from '../onAbort.ts'
import type { PoolCall, PoolRequestOptions, PoolReply } from '../Pool.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'

/** A call in the scheduler's hands, from the request to its settling. */
export interface Job {
  readonly call: PoolCall
  readonly options: PoolRequestOptions
  /** Carrying it out twice would do something twice. */
  readonly once: boolean
  /** When waiting for endpoints to come back stops being worth it. */
  readonly giveUpAt: number
  /** The same for endpoints that are down. */
  readonly patientUntil: number
  readonly resolve: (reply: PoolReply<unknown>) => void
  readonly reject: (error: unknown) => void
  /** Endpoints that have given their last word on this call. */
  readonly ruledOut: Map<Endpoint, NodeError>
  /** What looks like the last word of endpoints while a probe finds out whether it was about the width. */
  readonly unclear: Map<Endpoint, NodeError>
  /** Endpoints to leave alone for this call until then. */
  readonly restUntil: Map<Endpoint, number>
  /** How often endpoints have failed it. */
  readonly failures: Map<Endpoint, number>
  attempts: number
  firstFailureAt: number | undefined
  /** Whoever is asked, not before this. */
  notBefore: number
  /** Goes in a message of its own. */
  alone: boolean
  error: NodeError | undefined
  /** It is under way to an endpoint. */
  sent: boolean
  /** No one waits for it any more. */
  done: boolean
  /** Fires once it is done: what was asked on its behalf need not be sent any more. */
  readonly settled: AbortController
  /** Called when it is done while under way. */
  onDone: (() => void) | undefined
}

export interface JobOptions extends Pick<Job, 'giveUpAt' | 'patientUntil' | 'resolve' | 'reject'> {
  /** Called once, before whoever waits is told. */
  onSettled: () => void
}

/** A call that nobody has been asked for yet. It ends by itself when its signal fires. */
export function createJob(call: PoolCall, options: PoolRequestOptions, ends: JobOptions): Job {
  const { signal, ignoreAbortOnceSent } = options
  const once = isOnce(call.method)
  const settle = () => {
    job.done = true
    job.settled.abort()
    ends.onSettled()
    stopListening()
    job.onDone?.()
  }
  const job: Job = {
    call,
    options,
    once,
    giveUpAt: ends.giveUpAt,
    patientUntil: ends.patientUntil,
    resolve(reply) {
      settle()
      ends.resolve(reply)
    },
    reject(error) {
      settle()
      ends.reject(error)
    },
    ruledOut: new Map(),
    unclear: new Map(),
    restUntil: new Map(),
    failures: new Map(),
    attempts: 0,
    firstFailureAt: undefined,
    notBefore: 0,
    alone: once || options.unbatched === true || (options.parseBody !== undefined && !options.smallReply),
    error: undefined,
    sent: false,
    done: false,
    settled: new AbortController(),
    onDone: undefined,
  }
  const stopListening = onAbort(signal, () => {
    if (signal && !(ignoreAbortOnceSent && job.sent)) job.reject(abortReason(signal))
  })
  return job
}

const sending =
  /^(?:eth_send|wallet_|personal_|eth_sign|eth_requestAccounts|eth_getFilterChanges$|.*_send(?:Raw)?Transaction|.*_sendBundle)/

/**
 * Whether a call must not be repeated when nobody knows if it was carried out: it sends, signs or asks the user, or
 * (a filter's changes) its answer is given only once.
 */
export function isOnce(method: string): boolean {
  return sending.test(method)
}

/** Sending again might send twice, and only the caller can find out whether it would. */
export function ambiguousError(error: NodeError): NodeError {
  const { kind, method, endpoint, code, status, details } = error
  return new NodeError(
    `${endpoint ?? 'The endpoint'} gave no clear answer to ${method}, which may have been carried out.`,
    {
      kind,
      method,
      endpoint,
      code,
      status,
      details,
      advice: 'It was not sent again. Find out whether it took effect before you repeat it.',
    },
  )
}
