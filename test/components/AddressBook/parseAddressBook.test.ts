import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { parseAddressBook } from '../../../src/components/AddressBook/parseAddressBook.ts'

const address = `0x${'a1'.repeat(20)}`
const abi = parseAbi(['event Paid(address indexed payer, uint256 amount)'])

test('reads what the copy button writes', () => {
  const entries = [
    { address, name: 'Shop', abi },
    { address: `0x${'b2'.repeat(20)}`, token: { symbol: 'USDC', decimals: 6 } },
  ]
  expect(parseAddressBook(JSON.stringify(entries, null, 2))).toEqual({ entries })
})

test.each([
  ['{', [{ kind: 'not-json' }]],
  ['{"address": 1}', [{ kind: 'not-a-list' }]],
  ['[]', [{ kind: 'nothing' }]],
  [JSON.stringify(Array.from({ length: 1_001 }, () => null)), [{ kind: 'too-many', count: 1_001 }]],
  ['[null, 7, {"address": "0x1"}]', [1, 2, 3].map((at) => ({ kind: 'entry', at, field: 'address' }))],
  [JSON.stringify([{ address }]), [{ kind: 'entry', at: 1, field: undefined }]],
  [
    JSON.stringify([
      { address, name: 'Fine' },
      { address, name: 7, abi: [], token: { symbol: 'T', decimals: 256 } },
    ]),
    ['name', 'abi', 'token'].map((field) => ({ kind: 'entry', at: 2, field })),
  ],
])('refuses %s', (text, problems) => {
  expect(parseAddressBook(text)).toEqual({ problems })
})

test('joins entries of one address', () => {
  const parts = [
    { address, name: 'Shop' },
    { address: address.toUpperCase().replace('X', 'x'), abi },
  ]
  expect(parseAddressBook(JSON.stringify(parts))).toEqual({ entries: [{ address, name: 'Shop', abi }] })
})

test('refuses entries that do not fit, because older ones would be dropped', () => {
  const entriesOf = (first: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      address: `0x${(first + at).toString(16).padStart(40, '0')}` as const,
      name: 'Account',
    }))
  const kept = entriesOf(1, 999)
  expect(parseAddressBook(JSON.stringify(entriesOf(999, 3)), kept)).toEqual({
    problems: [{ kind: 'too-many', count: 1_001 }],
  })
  // One of these replaces an entry.
  const fits = entriesOf(999, 2)
  expect(parseAddressBook(JSON.stringify(fits), kept)).toEqual({ entries: fits })
})
