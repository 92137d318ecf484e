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
  /** Who said that it is this event: the caller's ABI, the list of well-known events, or a service that was asked. */
  readonly source: 'given' | 'known' | 'looked-up'
  readonly args: readonly DecodedArg[]
}

/** What tables and details draw: a log and, where something fits, its reading. */
export interface LogRow extends RawLog {
  readonly decoded: DecodedEvent | undefined
}
