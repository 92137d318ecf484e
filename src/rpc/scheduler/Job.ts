import type { NodeError } from '../../errors/errors.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import type { PoolCall, PoolReply, PoolRequestOptions } from '../Pool.ts'

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
