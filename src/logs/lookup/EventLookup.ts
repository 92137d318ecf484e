import type { AbiEvent, Hex } from 'viem'

/**
 * A service that may know events nobody gave an ABI of. It is told a topic or an address, as `asks` says, and nothing
 * else: not the log, not the network, not who asks.
 */
export interface EventLookup {
  /** Who answers, for people: "4byte.sourcify.dev". */
  readonly name: string
  /** What of a log it is told: the first topic, or the address of the contract. */
  readonly asks: 'topic' | 'address'
  /**
   * Events it knows for that topic or contract. They are believed only where their signature hashes to the topic.
   * Inputs whose `indexed` is not known leave it out.
   */
  readonly find: (key: Hex, options: { signal?: AbortSignal | undefined }) => Promise<readonly AbiEvent[]>
}
