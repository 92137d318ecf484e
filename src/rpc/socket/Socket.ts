import type { NodeError } from '../../errors/NodeError.ts'
import type { PushState } from '../Pool.ts'
import type { RpcReply } from '../rpcReply.ts'

/** What became of a request. `sent` tells whether the node may have seen it. */
export type SocketReply =
  | { readonly type: 'reply'; readonly reply: RpcReply }
  /** A reply that is too long to be parsed at once, under its id. */
  | { readonly type: 'long-reply'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'too-large' }
  | { readonly type: 'timeout' | 'lost' | 'aborted'; readonly sent: boolean }

export interface SocketSubscriber {
  onData: (data: unknown) => void
  onState?: ((state: PushState, error: NodeError | undefined) => void) | undefined
}

/** One supervised connection. It opens when there is something to do, and comes back for as long as someone listens. */
export interface Socket {
  /** Sends one call. Never rejects. */
  request(method: string, params: unknown, signal?: AbortSignal): Promise<SocketReply>
  /** `eth_subscribe`, kept alive over reconnections. Returns how to end it. */
  subscribe(params: readonly unknown[], subscriber: SocketSubscriber): () => void
  /** Frames that were ignored: no JSON-RPC, or too long. */
  readonly malformed: number
  close(): void
}
