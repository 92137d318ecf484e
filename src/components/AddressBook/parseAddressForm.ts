import type { Abi, Address } from 'viem'
import { isTokenUnit } from '../../logs/decode/isTokenUnit.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { parseAddress } from '../../logs/filter/parseAddress.ts'
import type { FilterStrings } from '../FilterBuilder/draft/filterStrings.ts'
import { parseAbiText } from '../FilterBuilder/draft/parseAbiText.ts'
import { inputWords } from '../strings/errorWords.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import type { Localized } from '../strings/useStrings.ts'
import { visibleText } from '../values/visibleText.ts'
import { maxAbiLength, maxEntries, type AddressBookEntry } from './AddressBookEntry.ts'
import type { addressBookStrings } from './addressBookStrings.ts'

/** The texts of the form's fields. */
export interface AddressFormTexts {
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: string
  readonly abi: string
}

export type AddressFormIssues = Partial<Record<'address' | 'name' | 'token' | 'abi', string>>

interface AddressFormContext {
  /** The address to edit; `undefined` if one is entered. */
  readonly address: Address | undefined
  /** The ABI of the entry, unless another one is entered. */
  readonly keptAbi: Abi | undefined
  readonly findEntry: (address: Address) => AddressBookEntry | undefined
  /** How many entries there are. */
  readonly entryCount: number
  readonly strings: Localized<typeof addressBookStrings>
  readonly filterStrings: FilterStrings
}

/** Parses the form to an entry, or finds what is wrong with its fields. */
export function parseAddressForm(
  texts: AddressFormTexts,
  context: AddressFormContext,
): { entry: AddressBookEntry } | { issues: AddressFormIssues } {
  const { findEntry, entryCount, strings } = context
  const where = parseAddressField(texts.address, context)
  const what = parseAbiField(texts.abi, context)
  const unit = parseTokenFields(texts, context)
  const name = texts.name.trim()
  const existing = 'address' in where ? findEntry(where.address) : undefined
  const isFull = !existing && entryCount >= maxEntries
  const isEmpty = name === '' && 'abi' in what && !what.abi && 'token' in unit && !unit.token && !existing
  if ('problem' in where || 'problem' in what || 'problem' in unit || isEmpty || isFull) {
    const number = (value: number) => formatNumber(value, strings.locale)
    return {
      issues: {
        ...('problem' in where && { address: where.problem }),
        ...('problem' in what && { abi: what.problem }),
        ...('problem' in unit && { token: unit.problem }),
        ...(isEmpty && { name: strings.nothingToKeep }),
        ...(isFull && { name: strings.importTooMany(number(entryCount + 1), number(maxEntries)) }),
      },
    }
  }
  // Fields left empty keep the values of an existing entry.
  const rest = context.address ? undefined : existing
  return {
    entry: {
      address: where.address,
      name: name || rest?.name,
      abi: what.abi ?? rest?.abi,
      token: unit.token ?? rest?.token,
    },
  }
}

export function parseAddressField(
  text: string,
  { address, strings }: Pick<AddressFormContext, 'address' | 'strings'>,
): { address: Address } | { problem: string } {
  if (address) return { address }
  const parsed = parseAddress(text.trim())
  return 'problem' in parsed ? { problem: visibleText(inputWords(parsed.problem, strings)) } : parsed
}

function parseAbiField(
  text: string,
  { keptAbi, strings, filterStrings }: AddressFormContext,
): { abi: Abi | undefined } | { problem: string } {
  const tooLarge = { problem: strings.abiTooLarge(formatNumber(maxAbiLength / 1000, strings.locale)) }
  if (text.trim() === '') return { abi: keptAbi }
  // Artifacts hold much more than the ABI.
  if (text.length > 20 * maxAbiLength) return tooLarge
  const parsed = parseAbiText(text, filterStrings.issues)
  if ('problem' in parsed) return { problem: visibleText(parsed.problem) }
  return JSON.stringify(parsed.abi).length > maxAbiLength ? tooLarge : parsed
}

function parseTokenFields(
  { symbol, decimals }: AddressFormTexts,
  { strings }: AddressFormContext,
): { token: TokenUnit | undefined } | { problem: string } {
  if (decimals.trim() === '' && symbol.trim() === '') return { token: undefined }
  const token = { symbol: symbol.trim(), decimals: Number(decimals) }
  return /^\s*\d{1,3}\s*$/.test(decimals) && isTokenUnit(token)
    ? { token }
    : { problem: strings.invalidDecimals }
}
