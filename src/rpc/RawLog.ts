import type { Address, Hash, Hex } from 'viem'

/** A log as the chain has it: block numbers as `bigint`, nothing decoded. */
export interface RawLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hash
  readonly transactionHash: Hash
  readonly transactionIndex: number
  readonly logIndex: number
  /** Seconds since the epoch, when the node sends it with the log. */
  readonly blockTimestamp?: bigint | undefined
  /** `true` when a reorg took it back. */
  readonly removed: boolean
}
