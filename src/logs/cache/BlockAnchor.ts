import type { Hash } from 'viem'

/** A final block that a chain is recognised by: its hash commits to all blocks below it. */
export interface BlockAnchor {
  readonly number: bigint
  readonly hash: Hash
}
