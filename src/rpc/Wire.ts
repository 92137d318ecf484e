import type { NodeError } from '../errors/NodeError.ts'
import type { PoolCall, PoolRequestOptions } from './Pool.ts'

/** A call as it is handed to one endpoint. */
export interface WireCall extends PoolCall {
  readonly parseBody?: PoolRequestOptions['parseBody']
  readonly parseBatch?: PoolRequestOptions['parseBatch']
}

/** The result of one call at one endpoint. */
export type Outcome = { readonly ok: true; readonly result: unknown } | Failure

export interface Failure {
  readonly ok: false
  readonly error: NodeError
  /** Whether the endpoint as a whole is in trouble, or only this call failed. */
  readonly scope: 'call' | 'endpoint'
  /** The node may have executed the call although no answer arrived. */
  readonly mayHaveRun: boolean
}

/** The result of one message. */
export type WireReply =
  /** One outcome per call, in the order of the calls. */
  | { readonly outcomes: readonly Outcome[] }
  /** The endpoint takes at most this many calls in one message, and executed none of these. */
  | { readonly batchLimit: number; readonly error: NodeError }

/** The connection to one endpoint. */
export interface Wire {
  readonly type: 'http' | 'webSocket'
  /** Whether several calls may share a message. */
  readonly batches: boolean
  /** Sends calls in one message. Never rejects: every error is an outcome. */
  send(calls: readonly WireCall[], signal: AbortSignal): Promise<WireReply>
  close(): void
}
