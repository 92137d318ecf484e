import type { NodeError } from '../errors/NodeError.ts'
import type { BaseError } from '../errors/BaseError.ts'
import type { Clock } from './Clock.ts'
import type { Budget } from './createBudget.ts'
import type { Network } from './networks/defineNetwork.ts'
import type { BlockHeader } from './blockHeader.ts'

/** One JSON-RPC call, as EIP-1193 writes it. */
export interface PoolCall {
  readonly method: string
  readonly params?: unknown
}

/** A reply of a batch: what was made of its result, or its error as it is; neither where nothing could be made of it. */
export interface ParsedReply {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: unknown
}

export interface PoolRequestOptions {
  /** Stops the call: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
  /**
   * Wait for the answer to what is already sent even when the signal fires: what it made must be known, to be taken back.
   * @default false
   */
  ignoreAbortOnceSent?: boolean | undefined
  /** Ask this endpoint and no other: for what lives on one node, such as a filter. */
  endpoint?: string | undefined
  /** Endpoints to ask only when no other can answer. */
  avoid?: readonly string[] | undefined
  /** Endpoints not to ask at all. */
  exclude?: readonly string[] | undefined
  /**
   * Reads the result from the bytes of the reply, for answers too large to parse twice. The call then goes alone
   * unless it is `small`, and errors are still classified: a reply that is an error never gets here, and one this throws at is read as usual.
   * Where replies do not come as bytes (a socket, a client made elsewhere), the reply is encoded for it. What it makes of a
   * list may have a `length`, so that a limit on results is forgotten when it is passed.
   */
  parseBody?: ((bytes: Uint8Array) => unknown) | undefined
  /**
   * Does for a whole batch what `parseBody` does for one reply, and faster: asked when every call in it has this same
   * function. Where it throws, the batch is taken apart for `parseBody`. The signal fires when nobody wants any of it.
   */
  parseBatch?: ((bytes: Uint8Array, signal: AbortSignal) => Promise<readonly ParsedReply[]>) | undefined
  /** The answer to `parseBody` will be small enough to share a message when many calls wait. @default false */
  smallReply?: boolean | undefined
  /** Share a message even when others could go at the same time: fewer requests, if a little later. @default false */
  preferBatch?: boolean | undefined
  /**
   * Rather let calls wait for each other than ask an endpoint for the first time, which costs calls. With `'asked'`, one
   * that is just being asked for the first time is as good. @default false
   */
  preferVerified?: boolean | 'pending' | undefined
  /** Go in a message of its own: a batch waits for the slowest call in it. @default false */
  unbatched?: boolean | undefined
  /** Told of each endpoint's last word on the call, whatever others say to it afterwards. */
  onRefused?: ((refusal: NodeError) => void) | undefined
  /** Send the call even when the day's budget is spent. @default false */
  ignoreBudget?: boolean | undefined
}

export interface PoolReply<result> {
  readonly result: result
  /** The name of the endpoint that answered. */
  readonly endpoint: string
  /** What endpoints said that refused this call for good before; absent when there were none. */
  readonly refusals?: readonly NodeError[] | undefined
}

/** What an endpoint has taught us, each as an inclusive upper bound. */
export interface EndpointLimits {
  /** Most blocks in one `eth_getLogs`. */
  readonly blockRange?: number | undefined
  /** Most logs in one answer. */
  readonly results?: number | undefined
  /** Most calls in one batch. */
  readonly batch?: number | undefined
  /** Most calls in one second. */
  readonly rate?: number | undefined
}

/** A limit, and what taught it. */
export interface LearnedLimit {
  readonly limit: keyof EndpointLimits
  readonly value: number
  /** Milliseconds since the epoch. */
  readonly learnedAt: number
  /** Whether the node named the value; else it was guessed from what was refused. */
  readonly stated: boolean
  /** The node's own words, free of URLs and keys. */
  readonly details: string | undefined
}

/** A method that an endpoint refused for good. */
export interface UnavailableMethod {
  readonly method: string
  /** When it will be tried again, in milliseconds since the epoch. */
  readonly until: number
  /** The node's own words, free of URLs and keys. */
  readonly details: string | undefined
}

export type EndpointState = 'idle' | 'ok' | 'paused' | 'unreachable' | 'wrong-network'

export interface EndpointStatus {
  /** The host, with a number behind it where two endpoints share one. Never a path, a query or a key. */
  readonly name: string
  readonly type: 'http' | 'webSocket'
  readonly state: EndpointState
  /** The newest block it showed us. */
  readonly head: bigint | undefined
  /** Typical time of an answer in milliseconds. */
  readonly latency: number | undefined
  /** When it last responded or pushed something, in milliseconds since the epoch. */
  readonly respondedAt?: number | undefined
  readonly limits: EndpointLimits
  /** Most blocks it has answered for in one `eth_getLogs` so far. */
  readonly widest?: number | undefined
  /** How each of the limits was learned. */
  readonly learnedLimits?: readonly LearnedLimit[] | undefined
  /** Limits learned so long ago that nobody goes by them any more: what is asked for next tries them anew. */
  readonly expiredLimits?: EndpointLimits | undefined
  /** Methods it does not offer: others are asked for them. */
  readonly unavailable?: readonly UnavailableMethod[] | undefined
  /** Logs it sent so far that nobody had asked for, or that were none: they are left out, and it is not to be trusted. */
  readonly rejected?: number | undefined
  /** When a paused or unreachable endpoint will be tried again, in milliseconds since the epoch. */
  readonly resumesAt: number | undefined
  readonly error: BaseError | undefined
}

/** Whether pushes arrive: `'live'` once the node has acknowledged, `'lost'` while connecting anew or refused. */
export type PushState = 'connecting' | 'live' | 'lost'

export interface PushListener<data> {
  /** Called with each thing pushed; never after the subscription was ended. */
  onData(data: data, endpoint: string): void
  onState?: ((state: PushState, error: BaseError | undefined) => void) | undefined
}

/** Spreads JSON-RPC calls over the endpoints of one network. The only thing that talks to nodes. */
export interface Pool {
  readonly network: Network
  /** The time it goes by. */
  readonly clock: Clock
  /**
   * Sends one call. Calls made in the same tick share a batch.
   *
   * @throws {@link NodeError} when no endpoint could answer; an `AbortError` when `signal` fired.
   */
  request<result = unknown>(call: PoolCall, options?: PoolRequestOptions): Promise<PoolReply<result>>
  /** What is known of each endpoint. The same array until something changes. */
  getStatus(): readonly EndpointStatus[]
  /** Calls `listener` after each change of the status; returns how to stop that. */
  subscribe(listener: () => void): () => void
  /** Holds logs against an endpoint that nobody had asked for, or that were none. */
  reportRejected(endpoint: string, logs: number): void
  /** Counts the calls sent per day, by all tabs together. */
  readonly budget: Budget
  /** Hears of new heads over the network's WebSocket; absent where there is none. Returns how to stop. */
  readonly subscribeHeads?: ((listener: PushListener<BlockHeader>) => () => void) | undefined
  /** Hears of new logs, as the node writes them, over the network's WebSocket; absent where there is none. */
  readonly subscribeLogs?: ((filter: unknown, listener: PushListener<unknown>) => () => void) | undefined
  /** Drops sockets and timers; calls under way are aborted. */
  close(): void
}
