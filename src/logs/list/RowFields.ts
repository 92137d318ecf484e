import type { RawLog } from '../Log.ts'

/** The raw log of a row, as own properties. */
export class RowFields implements RawLog {
  declare readonly blockTimestamp?: bigint
  readonly address: RawLog['address']
  readonly topics: RawLog['topics']
  readonly data: RawLog['data']
  readonly blockNumber: bigint
  readonly blockHash: RawLog['blockHash']
  readonly transactionHash: RawLog['transactionHash']
  readonly transactionIndex: number
  readonly logIndex: number
  readonly removed: boolean

  constructor(log: RawLog) {
    this.address = log.address
    this.topics = log.topics
    this.data = log.data
    this.blockNumber = log.blockNumber
    this.blockHash = log.blockHash
    this.transactionHash = log.transactionHash
    this.transactionIndex = log.transactionIndex
    this.logIndex = log.logIndex
    this.removed = log.removed
    if (log.blockTimestamp !== undefined) this.blockTimestamp = log.blockTimestamp
  }
}
