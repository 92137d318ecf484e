import type { Address, Hash, Hex } from 'viem'

/** A log as it is on the chain: block numbers as `bigint`, nothing decoded. */
export interface RawLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hash
  readonly transactionHash: Hash
  readonly transactionIndex: number
  readonly logIndex: number
  /** Seconds since the epoch, if the node sends it with the log. */
  readonly blockTimestamp?: bigint | undefined
  /** `true` if a reorg has removed it. */
  readonly removed: boolean
}
