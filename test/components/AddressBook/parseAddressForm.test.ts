import { expect, test } from 'vitest'
import { maxEntries } from '../../../src/components/AddressBook/AddressBookEntry.ts'
import { addressBookStrings } from '../../../src/components/AddressBook/addressBookStrings.ts'
import { parseAddressForm } from '../../../src/components/AddressBook/parseAddressForm.ts'
import { filterStrings } from '../../../src/components/FilterBuilder/draft/filterStrings.ts'

const token = '0x00000000000000000000000000000000000000aa'
const nothing = { address: '', name: '', symbol: '', decimals: '', abi: '' }
const context = {
  address: undefined,
  keptAbi: undefined,
  findEntry: () => undefined,
  entryCount: 0,
  strings: { locale: 'en', ...addressBookStrings },
  filterStrings: { locale: 'en', ...filterStrings },
}

test('a form without an address names what is missing', () => {
  const parsed = parseAddressForm(nothing, context)
  expect(parsed).toMatchObject({ issues: { address: expect.any(String) } })
})

test('an address alone is nothing to keep', () => {
  const parsed = parseAddressForm({ ...nothing, address: token }, context)
  expect(parsed).toEqual({ issues: { name: addressBookStrings.nothingToKeep } })
})

test('all problems are reported at once, each at its field', () => {
  const texts = { address: '0x1', name: '', symbol: 'T', decimals: 'many', abi: '{' }
  const parsed = parseAddressForm(texts, context)
  expect('issues' in parsed && Object.keys(parsed.issues)).toEqual(['address', 'abi', 'token'])
})

test('fields left empty keep the values of an existing entry', () => {
  const existing = { address: token, name: 'Token', token: { symbol: 'T', decimals: 6 } } as const
  const texts = { ...nothing, address: token, name: ' Other ' }
  const parsed = parseAddressForm(texts, { ...context, findEntry: () => existing, entryCount: maxEntries })
  expect(parsed).toEqual({ entry: { ...existing, name: 'Other', abi: undefined } })
})

test('a full address book takes no new address', () => {
  const parsed = parseAddressForm(
    { ...nothing, address: token, name: 'T' },
    { ...context, entryCount: maxEntries },
  )
  expect(parsed).toMatchObject({ issues: { name: expect.stringContaining('1,000') } })
})
