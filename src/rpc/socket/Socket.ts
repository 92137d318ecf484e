import type { NodeError } from '../../errors/NodeError.ts'
import type { RpcReply } from '../parseRpcReply.ts'
import type { PushState } from '../Pool.ts'

/** The result of a request. `sent`: whether the node may have received it. */
export type SocketReply =
  | { readonly type: 'reply'; readonly reply: RpcReply }
  /** A reply too long to be parsed in one go. */
  | { readonly type: 'long-reply'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'too-large' }
  | { readonly type: 'timeout' | 'lost' | 'aborted'; readonly sent: boolean }

export interface SocketSubscriber {
  onData: (data: unknown) => void
  onState?: ((state: PushState, error?: NodeError) => void) | undefined
}

/** A supervised WebSocket connection. */
export interface Socket {
  /** Sends one call. Never rejects. */
  request(method: string, params: unknown, signal?: AbortSignal): Promise<SocketReply>
  /** `eth_subscribe`, renewed after each reconnection. Returns a function that unsubscribes. */
  subscribe(params: readonly unknown[], subscriber: SocketSubscriber): () => void
  close(): void
}
