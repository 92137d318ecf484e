import type { Address } from 'viem'
import { keccakText } from './keccakText.ts'

/** Four digits per word, the first in the lowest byte. */
const digits = new Int32Array(10)
const hash = new Int32Array(10)
const codes: number[] = Array.from({ length: 42 }, () => 48)
codes[1] = 120

/** The checksummed address of five 32-bit words, highest first. Not cached. */
export function writeChecksum(words: Uint32Array): string {
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

/** Enough for what is on the screen, and around it. */
const maxTexts = 4_096
const texts = new Map<Address, Address>()
const words = new Uint32Array(5)

/** An address with its checksum in upper and lower case. The input must be valid: 40 hex digits after `0x`, in any case. */
export function checksumAddress(address: Address): Address {
  const known = texts.get(address)
  if (known !== undefined) return known
  for (let word = 0; word < 5; word++)
    words[word] = Number.parseInt(address.slice(2 + word * 8, 10 + word * 8), 16)
  const text = writeChecksum(words) as Address
  if (texts.size >= maxTexts) texts.clear()
  texts.set(address, text)
  return text
}
