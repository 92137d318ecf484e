import fc from 'fast-check'
import { parseAbi, type Address } from 'viem'
import { expect, test } from 'vitest'
import { maxEntries } from '../../../src/components/AddressBook/AddressBookEntry.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { AddressBookStore } from '../../../src/widget/session/AddressBookStore.ts'
import { decodingEvents } from '../../../src/widget/session/decodingEvents.ts'
import { anyText } from '../../support/anyText.ts'

const key = 'topic0:addresses:1:3721'
const token = '0x00000000000000000000000000000000000000A1'
const other = '0x00000000000000000000000000000000000000b2'
const low = token.toLowerCase() as Address
const abi = parseAbi(['event Paid(address indexed payer, uint256 amount)', 'function pay(uint256 amount)'])

test('entries persist until the next visit, separately for each network', () => {
  const store = new AddressBookStore(3721)
  store.save({ address: token, name: 'Shop', abi, token: { symbol: 'x'.repeat(10_000), decimals: 6 } })
  const entry = { address: low, name: 'Shop', abi, token: { symbol: 'x'.repeat(40), decimals: 6 } }
  expect(store.get()).toEqual([entry])
  expect(new AddressBookStore(3721).get()).toEqual([entry])
  expect(new AddressBookStore(1).get()).toEqual([])
  store.save({ address: low, name: 'Store' })
  expect(new AddressBookStore(3721).get()).toEqual([{ address: low, name: 'Store' }])
  store.remove({ address: token })
  expect(new AddressBookStore(3721).get()).toEqual([])
})

test('entries of another tab are kept', () => {
  const [here, there] = [new AddressBookStore(3721), new AddressBookStore(3721)]
  expect(here.get()).toEqual([])
  there.save({ address: token, name: 'There' })
  here.save({ address: other, name: 'Here' })
  expect(here.get()).toEqual([
    { address: low, name: 'There' },
    { address: other, name: 'Here' },
  ])
})

test('entries last for the visit if the storage is full', () => {
  const store = new AddressBookStore(3721, () => ({
    getItem: () => null,
    setItem: () => {
      throw new DOMException('Quota exceeded.', 'QuotaExceededError')
    },
  }))
  expect(store.isTemporary).toBe(false)
  store.save({ address: token, abi })
  expect(store.get()).toEqual([{ address: low, abi }])
  expect(store.isTemporary).toBe(true)
})

test('beyond the limit, units give way, not names: they can be read again', () => {
  const store = new AddressBookStore(3721)
  const at = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as const
  const unit = { symbol: 'T', decimals: 6 }
  store.save(...Array.from({ length: maxEntries - 1 }, (_, index) => ({ address: at(index), name: 'Shop' })))
  store.save({ address: at(5_000), token: unit }, { address: at(5_001), token: unit })
  const entries = store.get()
  expect(entries).toHaveLength(maxEntries)
  expect(entries[0]).toEqual({ address: at(0), name: 'Shop' })
  expect(entries.at(-1)).toEqual({ address: at(5_001), token: unit })
})

test('tampered entries are dropped in part', () => {
  const entries = [
    null,
    { address: '0x1', name: 'Short' },
    { address: low },
    { address: low, name: 7, abi: 'x', token: { symbol: 'T', decimals: 256 } },
    { address: token, name: ` Shop${'x'.repeat(99)}`, abi: [...abi, 7, { type: 'event', name: 'E' }] },
  ]
  localStorage.setItem(key, JSON.stringify(entries))
  expect(new AddressBookStore(3721).get()).toEqual([{ address: low, name: `Shop${'x'.repeat(75)}`, abi }])
})

test('any stored text gives entries to decode with', () => {
  const parameter = fc.record({
    name: fc.string(),
    type: fc.constantFrom('uint256', 'x', 'tuple', '(uint8)[]'),
  })
  const item = fc.record({
    type: fc.constantFrom('event', 'function', '__proto__'),
    name: anyText(),
    inputs: fc.oneof(fc.array(parameter), fc.anything()),
  })
  const entry = fc.record(
    {
      address: fc.constantFrom(token, low, '0x', '__proto__'),
      name: fc.oneof(anyText(), fc.anything()),
      abi: fc.oneof(fc.array(item), fc.anything()),
      token: fc.oneof(fc.record({ symbol: fc.string(), decimals: fc.integer() }), fc.anything()),
    },
    { requiredKeys: ['address'] },
  )
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .array(entry)
      .map((value) =>
        JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)),
      ),
  )
  let kept = 0
  fc.assert(
    fc.property(text, (written) => {
      const store = new AddressBookStore(3721, () => ({ getItem: () => written, setItem: () => {} }))
      const entries = store.get()
      kept += entries.length
      expect(new Set(entries.map(({ address }) => address)).size).toBe(entries.length)
      for (const { address } of entries) expect(address).toBe(low)
      expect(() => createDecoder(decodingEvents(undefined, entries))).not.toThrow()
    }),
    { numRuns: 300 },
  )
  // Enough of them are readable, or this test proves nothing.
  expect(kept).toBeGreaterThan(50)
})
