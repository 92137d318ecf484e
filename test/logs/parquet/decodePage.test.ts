import { expect, test } from 'vitest'
import { decompressSnappy } from '../../../src/logs/parquet/decodePage.ts'

test('a page is decompressed', () => {
  // The length, a literal of one byte, and a copy of 64 bytes from one byte back.
  const bytes = Uint8Array.from([65, 0, 7, (63 << 2) | 2, 1, 0])
  expect([...decompressSnappy(bytes, 65)]).toEqual(Array<number>(65).fill(7))
})

test('a page that states more than it can hold is refused before memory is taken', () => {
  expect(() => decompressSnappy(new Uint8Array(100), 2 ** 31)).toThrow(RangeError)
  expect(() => decompressSnappy(new Uint8Array(100), Number.NaN)).toThrow(RangeError)
})
