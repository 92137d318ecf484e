import type { RawLog } from '../rpc/RawLog.ts'

export type { RawLog }

/** The value of an argument. Tuples are lists of fields, so that repeated or hostile names lose no value. */
export type AbiValue = string | number | bigint | boolean | readonly AbiValue[] | AbiStruct

/** A decoded tuple. */
export interface AbiStruct {
  readonly fields: readonly AbiField[]
}

export interface AbiField {
  /** The name in the ABI, which may be empty, repeated or hostile. */
  readonly name: string
  /** The Solidity type: `uint256`, `address[]`, `(uint256,bool)`. */
  readonly type: string
  readonly value: AbiValue
}

/** One decoded argument of an event. */
export interface DecodedArg extends AbiField {
  readonly indexed: boolean
  /** `true` when the chain keeps only the keccak-256 hash of the value, and `value` is that hash. */
  readonly hashed: boolean
}

/** A log decoded as an event. */
export interface DecodedEvent {
  readonly name: string
  /** `Transfer(address,address,uint256)` */
  readonly signature: string
  /**
   * Where the event comes from: the caller's ABI, the list of well-known events, or a lookup service. `guessed`: the
   * caller's ABI, with other arguments indexed than it declares.
   */
  readonly source: 'given' | 'known' | 'looked-up' | 'guessed'
  readonly args: readonly DecodedArg[]
  /** Set if the log is not encoded as Solidity does: encoding the arguments again gives different data. */
  readonly unusual?: true
  /**
   * Set if other arguments may be indexed than the event says: arguments of the same types would give the same log, or an address and
   * a number look like each other.
   */
  readonly ambiguous?: true
}

/** How a log differs from the event in the caller's ABI that has the same topic. */
export interface EventMisfit {
  readonly name: string
  /** The arguments, as declared in the ABI. */
  readonly args: readonly Omit<DecodedArg, 'value' | 'hashed'>[]
  /** How many topics a log of this event has, including topic0. */
  readonly topics: number
  /** The bytes of data in a log of this event, or the minimum with `isLeast`. */
  readonly bytes: number
  readonly isLeast: boolean
  /** The first argument whose value is invalid for its type, if the numbers of topics and bytes are right. */
  readonly unsound: Pick<DecodedArg, 'name' | 'type'> | undefined
  /** All ways to decode the log with other arguments indexed, computed when first read. */
  readonly splits: readonly DecodedEvent[]
}

/** A log as tables and details show it, with its decoded event, if one fits. */
export interface LogRow extends RawLog {
  readonly decoded: DecodedEvent | undefined
  /** Why the caller's ABI, although it has an event with this topic, does not decode the log. */
  readonly misfit?: EventMisfit | undefined
}
