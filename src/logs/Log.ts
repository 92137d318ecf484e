import type { RawLog } from '../rpc/RawLog.ts'

export type { RawLog }

/** The value of an argument. Tuples are ordered fields, so that no name, however strange, loses a value. */
export type AbiValue = string | number | bigint | boolean | readonly AbiValue[] | AbiStruct

/** A decoded tuple. */
export interface AbiStruct {
  readonly fields: readonly AbiField[]
}

export interface AbiField {
  /** As the ABI has it: may be empty, repeated or hostile. */
  readonly name: string
  /** As Solidity writes it: `uint256`, `address[]`, `(uint256,bool)`. */
  readonly type: string
  readonly value: AbiValue
}

/** One decoded argument of an event. */
export interface DecodedArg extends AbiField {
  readonly indexed: boolean
  /** `true` when the chain keeps only the keccak-256 hash of the value, and `value` is that hash. */
  readonly hashed: boolean
}

/** A log read as an event. */
export interface DecodedEvent {
  readonly name: string
  /** `Transfer(address,address,uint256)` */
  readonly signature: string
  /**
   * Who said that it is this event: the caller's ABI, the list of well-known events, or a lookup service. `guessed`: the
   * caller's ABI, with other arguments indexed than it says.
   */
  readonly source: 'given' | 'known' | 'looked-up' | 'guessed'
  readonly args: readonly DecodedArg[]
  /** There when the log is packed in another way than Solidity would: encoding the arguments does not give its data again. */
  readonly unusual?: true
}

/** How a log differs from the event of the caller's ABI whose topic it bears. */
export interface EventMisfit {
  readonly name: string
  /** The arguments, as the ABI has them. */
  readonly args: readonly Omit<DecodedArg, 'value' | 'hashed'>[]
  /** How many topics a log of this event has, its own included. */
  readonly topics: number
  /** The bytes of data in a log of this event: the exact number, or the least one with `isLeast`. */
  readonly bytes: number
  readonly isLeast: boolean
  /** The first argument in whose place there is no value of its type, where topics and bytes are as many as there should be. */
  readonly unsound: Pick<DecodedArg, 'name' | 'type'> | undefined
  /** What the log is when other arguments are indexed: all ways that fit, worked out when they are read. */
  readonly splits: readonly DecodedEvent[]
}

/** What tables and details draw: a log and, where something fits, its reading. */
export interface LogRow extends RawLog {
  readonly decoded: DecodedEvent | undefined
  /** Why it is not decoded by the caller's ABI, where that has an event of its topic. */
  readonly misfit?: EventMisfit | undefined
}
