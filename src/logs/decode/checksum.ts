import type { Address } from 'viem'
import { WordTable } from '../columns/WordTable.ts'
import { keccakText } from './keccakText.ts'

/**
 * The cache has two generations of this size: a full young one becomes the old one, and addresses in use move back to
 * the young one.
 */
const generation = 32_768
let young = new WordTable(5)
let youngTexts: string[] = []
let old = new WordTable(5)
let oldTexts: string[] = []

/** The checksummed address of five 32-bit words, highest first. */
export function checksum(words: Uint32Array): string {
  const known = youngTexts[young.find(words, 0)]
  if (known !== undefined) return known
  const address = oldTexts[old.find(words, 0)] ?? write(words)
  if (young.size >= generation) {
    old = young
    oldTexts = youngTexts
    young = new WordTable(5)
    youngTexts = []
  }
  young.intern(words, 0)
  youngTexts.push(address)
  return address
}

/** Four digits per word, the first in the lowest byte. */
const digits = new Int32Array(10)
const hash = new Int32Array(10)
const codes: number[] = Array.from({ length: 42 }, () => 48)
codes[1] = 120

function write(words: Uint32Array): string {
  for (let k = 0; k < 5; k++) {
    const word = words[k]!
    digits[k * 2] = spread(word >>> 16)
    digits[k * 2 + 1] = spread(word & 0xffff)
  }
  hash.set(digits)
  keccakText(hash)
  for (let k = 0; k < 10; k++) {
    // A letter is upper case if the hash's digit at its position is 8 or more.
    const half = hash[k >>> 1]! >>> ((k & 1) * 16)
    const high =
      ((half >>> 7) & 1) | ((half << 5) & 0x100) | ((half << 1) & 0x10000) | ((half << 13) & 0x1000000)
    const four = digits[k]!
    const text = four ^ (((four >>> 6) & high) << 5)
    for (let at = 0; at < 4; at++) codes[2 + k * 4 + at] = (text >>> (at * 8)) & 255
  }
  return String.fromCharCode.apply(null, codes)
}

/** 16 bits as four lower-case digits. */
function spread(half: number): number {
  const nibbles = (half >>> 12) | (half & 0xf00) | ((half & 0xf0) << 12) | ((half & 0xf) << 24)
  const letters = ((nibbles + 0x06060606) >>> 4) & 0x01010101
  return nibbles + 0x30303030 + letters * 0x27
}

const words = new Uint32Array(5)

/** An address with its checksum in upper and lower case. The input must be valid: 40 hex digits after `0x`, in any case. */
export function checksumAddress(address: Address): Address {
  for (let word = 0; word < 5; word++)
    words[word] = Number.parseInt(address.slice(2 + word * 8, 10 + word * 8), 16)
  return checksum(words) as Address
}
