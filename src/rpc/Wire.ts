import type { NodeError } from '../errors/NodeError.ts'
import type { PoolCall, PoolRequestOptions } from './Pool.ts'

/** A call on its way to one endpoint. */
export interface WireCall extends PoolCall {
  readonly parseBody?: PoolRequestOptions['parseBody']
  readonly parseBatch?: PoolRequestOptions['parseBatch']
}

/** What became of a call at one endpoint. */
export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false
      readonly error: NodeError
      /** Whether the endpoint as a whole is in trouble, or this call alone. */
      readonly scope: 'call' | 'endpoint'
      /** The node may have carried the call out although no answer came. */
      readonly mayHaveRun: boolean
    }

/** What became of one message. */
export type WireReply =
  | { readonly outcomes: readonly Outcome[] }
  /** The endpoint takes at most this many calls in one message, and carried out none of these. */
  | { readonly batchLimit: number; readonly error: NodeError }

/** The way to one endpoint. */
export interface Wire {
  readonly type: 'http' | 'webSocket'
  /** Whether several calls may share a message. */
  readonly batches: boolean
  /** Sends calls in one message. Never rejects: whatever happens is an outcome. */
  send(calls: readonly WireCall[], signal: AbortSignal): Promise<WireReply>
  close(): void
}
