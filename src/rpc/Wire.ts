import type { NodeError } from '../errors/NodeError.ts'
import type { PoolCall, PoolReply, PoolRequestOptions } from './Pool.ts'

/** A call for one endpoint. */
export interface WireCall extends PoolCall {
  readonly parseReplies?: PoolRequestOptions['parseReplies']
}

/** The result of one call to one endpoint: the reply for the caller, or why it failed. */
export type Outcome = PoolReply<unknown> | Failure

export interface Failure {
  readonly error: NodeError
  /**
   * What failed: the endpoint as a whole, or only this call. `unknown` if no answer arrived and the call may be the cause, which
   * says nothing about the endpoint.
   */
  readonly scope: 'call' | 'endpoint' | 'unknown'
  /** The node may have executed the call although no answer arrived. */
  readonly mayHaveRun: boolean
  /** Set if the endpoint takes fewer calls in one message, and executed none of the message. */
  readonly batchLimit?: BatchLimit | undefined
}

/** How many calls an endpoint takes in one message, according to a refusal. */
export interface BatchLimit {
  readonly limit: number
  /** Whether the refusal is about the number of calls. Otherwise, the endpoint may have failed for a moment. */
  readonly isCertain: boolean
}

/** The size of a message, as far as known. */
export interface MessageSize {
  readonly sentBytes?: number
  readonly receivedBytes?: number
  /** The HTTP status. */
  readonly status?: number
}

/** The connection to one endpoint. */
export interface Wire {
  readonly type: 'http' | 'webSocket'
  /** Whether several calls may share a message. */
  readonly batches: boolean
  /** Sends calls in one message. Resolves to one outcome per call, in their order. Never rejects: every error is a failure. */
  send(
    calls: readonly WireCall[],
    signal: AbortSignal,
    onSize?: (size: MessageSize) => void,
  ): Promise<readonly Outcome[]>
  close(): void
}
