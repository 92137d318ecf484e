import type { AbiEvent, Hex } from 'viem'

/**
 * A service that looks up events by their topic or by the contract's address. It receives nothing else: neither the
 * log nor the network.
 */
export interface EventLookup {
  /** The service's name to show: "4byte.sourcify.dev". */
  readonly name: string
  /**
   * Identifies the service in query keys, if others have the same name: one host may serve several networks.
   * @default the name
   */
  readonly id?: string | undefined
  /** The key to look up, which is all that is sent: the log's first topic, or the contract's address. */
  readonly by: 'topic' | 'address'
  /**
   * Finds the events of that topic or contract. Events whose signature does not hash to the topic are ignored. Inputs omit
   * `indexed` when it is unknown.
   */
  readonly find: (key: Hex, options: { signal?: AbortSignal | undefined }) => Promise<readonly AbiEvent[]>
}
