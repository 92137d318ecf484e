import type { RequestEvent, RequestReason } from '../base/RequestEvent.ts'
import type { BaseError } from '../errors/BaseError.ts'
import type { NodeError } from '../errors/NodeError.ts'
import type { Budget } from './Budget.ts'
import type { Clock } from './Clock.ts'
import type { Network } from './networks/Network.ts'
import type { BlockHeader } from './parseBlockHeader.ts'

/** One JSON-RPC call, in the form of EIP-1193. */
export interface PoolCall {
  readonly method: string
  readonly params?: unknown
}

export interface PoolRequestOptions {
  /** Aborts the call: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
  /**
   * Once the call is sent, wait for its answer even if the signal fires, for example to undo what the call has
   * created.
   * @default false
   */
  ignoreAbortOnceSent?: boolean | undefined
  /**
   * Milliseconds for all attempts together. After that, the call rejects: with a `timeout` error if an endpoint is working
   * on it, otherwise with its last error. Unlike an abort by `signal`, this counts as a failure of that endpoint, unless the
   * range may be too wide or the endpoint had less than half of the time.
   * @default none; each attempt has the pool's `timeout`
   */
  timeout?: number | undefined
  /** The only endpoint to use: for state of one node, such as a filter. */
  endpoint?: string | undefined
  /** The endpoint to try first if it is free and has not failed such calls. */
  prefer?: string | undefined
  /** Endpoints to use only if no other can answer. */
  avoid?: readonly string[] | undefined
  /** Endpoints not to use. */
  exclude?: readonly string[] | undefined
  /**
   * Parses the bytes of a response, for results too large for `JSON.parse`. A response is one reply or a batch; the replies
   * to other calls in it are ignored. Resolves to JSON-RPC replies: `id`, and `error` or the parsed `result`; without either,
   * the result is malformed. A `length` of the result counts as its number of logs.
   *
   * If it rejects, the response is parsed as JSON for its errors, and each result is passed on encoded as a response of its
   * own. The same goes for results that do not arrive as bytes: from a short frame of a socket or the app's own client. Unless
   * `smallReply` is set, the call is sent unbatched. The signal fires when no call waits for the response.
   */
  parseReplies?: ((bytes: Uint8Array, signal: AbortSignal) => Promise<readonly unknown[]>) | undefined
  /** The reply is small enough to share a message with others when many calls wait, even with `parseReplies`. @default false */
  smallReply?: boolean | undefined
  /** Prefer batches to parallel messages: fewer requests, slightly slower. @default false */
  preferBatch?: boolean | undefined
  /**
   * Prefer to wait for endpoints whose chain id is verified: verifying another costs a call. With `'pending'`, an endpoint
   * that is being verified counts, too. @default false
   */
  preferVerified?: boolean | 'pending' | undefined
  /** Send it in a message of its own: a batch takes as long as its slowest call. @default false */
  unbatched?: boolean | undefined
  /** Called when an endpoint refuses the call for good; others may still answer it. */
  onRefused?: ((refusal: NodeError) => void) | undefined
  /** What the call is for, as shown in the request log. @default 'app' */
  reason?: RequestReason | undefined
  /** Send the call even when the day's budget is spent. @default false */
  ignoreBudget?: boolean | undefined
}

export interface PoolReply<result> {
  readonly result: result
  /** The name of the endpoint that answered. */
  readonly endpoint: string
  /** Errors of endpoints that refused the call for good before; absent if there were none. */
  readonly refusals?: readonly NodeError[] | undefined
  /** The same number for all replies of a batch; absent if it came alone. */
  readonly batch?: number | undefined
}

/** The known limits of an endpoint. Each is an inclusive upper bound. */
export interface EndpointLimits {
  /** Maximum blocks in one `eth_getLogs`. */
  readonly blockRange?: number | undefined
  /** Maximum logs in one answer. */
  readonly results?: number | undefined
  /** Maximum calls in one batch. */
  readonly batch?: number | undefined
  /** Maximum calls in one second. */
  readonly rate?: number | undefined
}

/** A limit learned from a refusal. */
export interface LearnedLimit {
  readonly limit: keyof EndpointLimits
  readonly value: number
  /** Milliseconds since the epoch. */
  readonly learnedAt: number
  /** Whether the node stated the value; otherwise it was guessed from the refused call. */
  readonly stated: boolean
  /** The node's own message, without URLs and keys. */
  readonly details: string | undefined
}

/** A method that an endpoint does not offer. */
export interface UnavailableMethod {
  readonly method: string
  /** When it is tried again, in milliseconds since the epoch. */
  readonly until: number
  /** The node's own message, without URLs and keys. */
  readonly details: string | undefined
}

/** `'unreachable'`: three failures in a row, a call that was not answered in time, or a WebSocket that is down. */
export type EndpointState = 'idle' | 'ok' | 'paused' | 'unreachable' | 'wrong-network'

export interface EndpointStatus {
  /** The host, with a number if several endpoints share it. Never a path, a query or a key. */
  readonly name: string
  readonly type: 'http' | 'webSocket'
  readonly state: EndpointState
  /** The newest block it has reported. */
  readonly head: bigint | undefined
  /** Typical response time in milliseconds. */
  readonly latency: number | undefined
  /** When it last responded or pushed something, in milliseconds since the epoch. */
  readonly respondedAt?: number | undefined
  readonly limits: EndpointLimits
  /** The widest block range it has answered in one `eth_getLogs`. */
  readonly widest?: number | undefined
  /** How each of `limits` was learned. */
  readonly learnedLimits?: readonly LearnedLimit[] | undefined
  /** Limits that are too old to be used: the next call that exceeds one tests it again. */
  readonly expiredLimits?: EndpointLimits | undefined
  /** Methods it does not offer: other endpoints are used for them. */
  readonly unavailable?: readonly UnavailableMethod[] | undefined
  /** Logs it has sent that did not match the request or were malformed. They are left out of results. */
  readonly rejected?: number | undefined
  /** When a paused or unreachable endpoint is tried again, in milliseconds since the epoch. */
  readonly resumesAt: number | undefined
  readonly error: BaseError | undefined
}

/** Whether pushes arrive: `'live'` once the node has acknowledged the subscription, `'lost'` while reconnecting or refused. */
export type PushState = 'live' | 'lost'

export interface PushListener<data> {
  /** Called with each push; never after the subscription has ended. */
  onData(data: data, endpoint: string): void
  onState?: ((state: PushState, error: BaseError | undefined) => void) | undefined
}

/** The latest calls of a pool, with one event per attempt. */
export interface RequestLog {
  /** The latest events, oldest first. The same array until there are others. */
  getStatus(): readonly RequestEvent[]
  /** Calls `listener` once per message; returns a function that stops it. */
  subscribe(listener: () => void): () => void
  /** Forgets all events. */
  clear(): void
}

/** Spreads JSON-RPC calls over the endpoints of one network. Everything that talks to nodes goes through it. */
export interface Pool {
  readonly network: Network
  /** The clock of its timers. */
  readonly clock: Clock
  /**
   * Sends one call. Calls made in the same tick may share a batch.
   *
   * @throws {@link NodeError} if no endpoint could answer; an `AbortError` if `signal` fired.
   */
  request<result = unknown>(call: PoolCall, options?: PoolRequestOptions): Promise<PoolReply<result>>
  /** The status of each endpoint. The same array until something changes. */
  getStatus(): readonly EndpointStatus[]
  /** Since when messages wait for an answer, in milliseconds since the epoch; `undefined` if none does. */
  waitingSince(): number | undefined
  /** Calls `listener` after each change of the status; returns a function that stops it. */
  subscribe(listener: () => void): () => void
  /** Calls `listener` with each attempt of each call; returns a function that stops it. */
  onRequest(listener: (event: RequestEvent) => void): () => void
  /** The latest calls: what `onRequest` reports, kept for a panel that is opened later. */
  readonly requests: RequestLog
  /** Counts logs of an endpoint that did not match the request or were malformed. */
  reportRejected(endpoint: string, logs: number): void
  /** Checks the chain id of an endpoint again before its next call: it may serve another chain by now. */
  verifyAgain(endpoint: string): void
  /** Ends the pauses of failed endpoints, for a user who wants to retry now. Pauses that endpoints requested stay. */
  resume(): void
  /** Counts the calls of all tabs per day. */
  readonly budget: Budget
  /** Subscribes to new heads over the network's WebSocket; absent if it has none. Returns a function that unsubscribes. */
  readonly subscribeHeads?: ((listener: PushListener<BlockHeader>) => () => void) | undefined
  /** Subscribes to new logs, in the node's form, over the network's WebSocket; absent if it has none. */
  readonly subscribeLogs?: ((filter: unknown, listener: PushListener<unknown>) => () => void) | undefined
  /** Closes sockets, clears timers and aborts all calls. */
  close(): void
}
