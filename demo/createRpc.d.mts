export interface Rpc {
  /** Sends one call. @throws when the node answers with an error. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>
  close(): void
}

/**
 * Speaks JSON-RPC to a local node, over one connection that is kept: calls arrive in the order in which they are made,
 * also when nobody waits for the answers in between.
 */
export function createRpc(url: string): Rpc
