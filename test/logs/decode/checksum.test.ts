import fc from 'fast-check'
import { checksumAddress as checksumOfViem } from 'viem'
import { expect, test } from 'vitest'
import { wordsToHex } from '../../../src/logs/columns/hex.ts'
import { checksum } from '../../../src/logs/decode/checksum.ts'
import { checksumAddress } from '../../../src/logs/decode/checksumAddress.ts'
import { createRandom } from '../../support/randomLogs.ts'

const arbitraryWords = fc.uint32Array({ minLength: 5, maxLength: 5 })

test('addresses are written as viem writes them, at first and from the cache', () => {
  fc.assert(
    fc.property(arbitraryWords, (words) => {
      const address = wordsToHex(words, 0, 5)
      const expected = checksumOfViem(address)
      expect(checksum(words)).toBe(expected)
      expect(checksum(words)).toBe(expected)
      expect(checksumAddress(address)).toBe(expected)
      expect(checksumAddress(expected)).toBe(expected)
    }),
    { numRuns: 1000 },
  )
})

test('more addresses than the cache holds are correct, including early ones', () => {
  const random = createRandom(7)
  const addresses = Array.from({ length: 70_000 }, () =>
    Uint32Array.from({ length: 5 }, () => random() * 2 ** 32),
  )
  const first = addresses.map(checksum)
  for (let k = 0; k < addresses.length; k += 97) {
    const words = addresses[k]!
    expect(first[k]).toBe(checksumOfViem(wordsToHex(words, 0, 5)))
    expect(checksum(words)).toBe(first[k])
  }
})
