export interface Rpc {
  /** Sends one call. @throws when the node answers with an error. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>
  close(): void
}

/**
 * A JSON-RPC client for a local node, over one connection that stays open: calls arrive in the order in which they are made,
 * even if their answers are not awaited.
 */
export function createRpc(url: string): Rpc
