import type { AbiEvent, AbiFunction, Address } from 'viem'
import { isObject } from '../../base/unknownJson.ts'
import { isTokenUnit } from '../../logs/decode/isTokenUnit.ts'
import { maxSymbolLength, type TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { isEvent, isFunction } from '../../logs/filter/isEvent.ts'
import { parseAddress } from '../../logs/filter/parseAddress.ts'
import { maxAbiLength, maxNameLength, type AddressBookEntry } from './AddressBookEntry.ts'

/** The usable part of an untrusted entry, and the names of its invalid fields. */
export interface ReadAddressEntry {
  /** `undefined` without a valid address, or if nothing is left to keep. */
  readonly entry: AddressBookEntry | undefined
  readonly invalid: readonly ('address' | 'name' | 'abi' | 'token')[]
}

/** Reads an entry of an address book from untrusted JSON. */
export function readAddressEntry(value: unknown): ReadAddressEntry {
  const given = isObject(value) ? value : {}
  const parsed = typeof given['address'] === 'string' ? parseAddress(given['address']) : undefined
  if (!parsed || 'problem' in parsed) return { entry: undefined, invalid: ['address'] }
  const fields = {
    name: readName(given['name']),
    abi: readAbi(given['abi']),
    token: readToken(given['token']),
  }
  const invalid = (['name', 'abi', 'token'] as const).filter(
    (field) => given[field] !== undefined && fields[field] === undefined,
  )
  const { name, abi, token } = fields
  const address = parsed.address.toLowerCase() as Address
  const entry = { address, ...(name && { name }), ...(abi && { abi }), ...(token && { token }) }
  return { entry: name || abi || token ? entry : undefined, invalid }
}

function readName(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, maxNameLength).trim() : undefined
}

function readAbi(value: unknown): readonly (AbiEvent | AbiFunction)[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items = value.filter((item) => isEvent(item) || isFunction(item))
  return items.length > 0 && JSON.stringify(items).length <= maxAbiLength ? items : undefined
}

function readToken(value: unknown): TokenUnit | undefined {
  if (!isObject(value)) return undefined
  const { symbol, decimals } = value as unknown as TokenUnit
  return isTokenUnit({ symbol, decimals })
    ? { symbol: symbol.slice(0, maxSymbolLength), decimals }
    : undefined
}
