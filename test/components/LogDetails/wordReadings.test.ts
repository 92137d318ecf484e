import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordReadings } from '../../../src/components/LogDetails/wordReadings.ts'

const kinds = (digits: string) => wordReadings(digits, 'en').map(({ kind }) => kind)
const hex = (value: bigint) => value.toString(16).padStart(64, '0')
const left = (text: string) => Buffer.from(text).toString('hex').padEnd(64, '0')

test('a small number is a number alone', () => {
  expect(wordReadings(hex(0n), 'en')).toEqual([{ kind: 'number', text: '0' }])
  expect(wordReadings(hex(123_456n), 'de')).toEqual([{ kind: 'number', text: '123.456' }])
})

test('an address, a time and a text only where plausible', () => {
  expect(kinds(hex(0xd8da6bf26964af9d7eed9e03e53415d37aa96045n))).toEqual(['number', 'address'])
  expect(kinds(hex(2n ** 95n))).toEqual(['number'])
  expect(kinds(hex(1_700_000_000n))).toEqual(['number', 'time'])
  expect(kinds(hex(1_700_000_000_000n))).toEqual(['number'])
  expect(kinds(left('Ab'))).toEqual(['number', 'text'])
  expect(kinds(left('x'.repeat(32)))).toEqual(['number', 'text'])
  expect(kinds(left('A'))).toEqual(['number'])
})

test('text with invisible or reordering characters is none', () => {
  for (const hidden of ['\u202e', '\u200b', '\0', '\n', '\u{e0041}'])
    expect(kinds(left(`ab${hidden}cd`))).toEqual(['number'])
})

test('any word has a number; fewer bytes have none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 32 }), (bytes) => {
      const digits = Buffer.from(bytes).toString('hex')
      const first = wordReadings(digits, 'en').findLast(({ kind }) => kind === 'number')
      if (bytes.length < 32) expect(first).toBeUndefined()
      else expect(BigInt(first!.text.replaceAll(',', ''))).toBe(BigInt(`0x${digits}`))
    }),
  )
})
