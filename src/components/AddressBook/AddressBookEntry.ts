import type { Abi, Address } from 'viem'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'

/** What a user keeps about an address. */
export interface AddressBookEntry {
  readonly address: Address
  readonly name?: string | undefined
  /** Its events decode logs, its functions decode calls. */
  readonly abi?: Abi | undefined
  /** The unit of its amounts, if it is a token. */
  readonly token?: TokenUnit | undefined
}

/** What to edit of an address. */
export interface AddressEdit {
  readonly address: Address
  /** The field that takes focus. */
  readonly field: 'name' | 'abi'
}

/** An address book has at most this many entries. */
export const maxEntries = 1_000
/** An address's name has at most this many characters. */
export const maxNameLength = 80
/** The JSON of an ABI has at most this many characters: the storage of a page holds a few of these. */
export const maxAbiLength = 500_000
