import type { RpcReply } from '../parseRpcReply.ts'

/** The result of a request. `sent`: whether the node may have received it. */
export type SocketReply =
  | { readonly type: 'reply'; readonly reply: RpcReply }
  /** A reply too long to be parsed in one go. */
  | { readonly type: 'long-reply'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'too-large' }
  | { readonly type: 'timeout' | 'lost' | 'aborted'; readonly sent: boolean }
