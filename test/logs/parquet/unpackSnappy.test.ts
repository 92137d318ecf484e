import fc from 'fast-check'
import { snappyUncompress } from 'hyparquet'
import { snappyCompress } from 'hyparquet-writer/src/snappy.js'
import { expect, test } from 'vitest'
import { unpackSnappy } from '../../../src/logs/parquet/unpackSnappy.ts'

/** Bytes with repetitions, near and far. */
const content = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 300 }))
        .map(([byte, count]) => new Uint8Array(count).fill(byte)),
      fc.constant(Uint8Array.from({ length: 40 }, (_, k) => k)),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])))

test('compressed pages are unpacked', () => {
  fc.assert(
    fc.property(content, (bytes) => {
      expect(unpackSnappy(snappyCompress(bytes), bytes.length)).toEqual(bytes)
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('changed bytes give what hyparquet makes of them, or are refused', () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(content, changes, (bytes, list) => {
      const damaged = snappyCompress(bytes)
      for (const [at, byte] of list) damaged[at % damaged.length] = byte
      let unpacked: Uint8Array
      try {
        unpacked = unpackSnappy(damaged, bytes.length)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        return
      }
      const expected = new Uint8Array(bytes.length)
      snappyUncompress(damaged, expected)
      expect(unpacked).toEqual(expected)
    }),
    { seed: 1, numRuns: 1_000 },
  )
})

test('distances up to 32 bits, and literals with lengths of up to 4 bytes', () => {
  // The length, a literal of 5 bytes with a length of 4 bytes, and 8 bytes from 5 bytes before with a distance of 4.
  const packed = Uint8Array.of(13, 63 << 2, 4, 0, 0, 0, 1, 2, 3, 4, 5, (7 << 2) | 3, 5, 0, 0, 0)
  expect([...unpackSnappy(packed, 13)]).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3])
  const far = Uint8Array.of(9, 4 << 2, 1, 2, 3, 4, 5, (3 << 2) | 3, 0, 0, 0, 1)
  expect(() => unpackSnappy(far, 9)).toThrow(RangeError)
})
