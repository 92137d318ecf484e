import type { NodeError } from '../errors/NodeError.ts'

/**
 * What a call is for.
 *
 * - `app`: the app made it, through a viem client over the pool
 * - `chain-check`: verifies the chain of an endpoint, or of the cache
 * - `head`: reads the newest block
 * - `scan`: reads history
 * - `follow`: reads new blocks, and those that may have changed
 * - `header`: reads a block to check whether it was replaced
 * - `audit`: reads recent blocks again from time to time, to find what was missed
 * - `subscription`: subscribes over a WebSocket, and checks that pushes still arrive
 * - `filter`: creates, polls or uninstalls a filter on a node
 * - `probe`: finds out why an endpoint refuses a range
 * - `estimate`, `timestamp`, `lookup`: reads for the hooks of these names
 */
export type RequestReason =
  | 'app'
  | 'chain-check'
  | 'head'
  | 'scan'
  | 'follow'
  | 'header'
  | 'audit'
  | 'subscription'
  | 'filter'
  | 'probe'
  | 'estimate'
  | 'timestamp'
  | 'lookup'

/** One attempt of one JSON-RPC call. Never contains a URL's path or query, a header or a signed transaction. */
export interface RequestEvent {
  readonly chainId: number
  /** The host, with a number if several endpoints share it. */
  readonly endpoint: string
  readonly type: 'http' | 'webSocket'
  readonly method: string
  /** Omitted for methods that sign or send. */
  readonly params: unknown
  /** The blocks of `eth_getLogs`, inclusive, if both ends are numbers. */
  readonly range: { readonly from: bigint; readonly to: bigint } | undefined
  readonly reason: RequestReason
  /** 1 for the first attempt of the call, on whatever endpoint. */
  readonly attempt: number
  /** Calls of a batch share a message. */
  readonly message: RequestMessage
  /** `aborted`: the app no longer needed the answer. */
  readonly outcome: 'success' | 'error' | 'aborted'
  /** Logs in the answer to `eth_getLogs`. */
  readonly logs: number | undefined
  readonly error: NodeError | undefined
}

export interface RequestMessage {
  /** Unique in a pool. */
  readonly id: number
  /** Calls in the message. */
  readonly calls: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Milliseconds until the answer was read. */
  readonly duration: number
  /** Bytes of the bodies, if known: those of a WebSocket or of a client made elsewhere are not. */
  readonly sentBytes: number | undefined
  readonly receivedBytes: number | undefined
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined
}
