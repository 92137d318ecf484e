import type { Address } from 'viem'
import { checksum } from './checksum.ts'

const words = new Uint32Array(5)

/** An address with the capitals of its checksum. It must be one: 40 hex digits after `0x`, in any case. */
export function checksumAddress(address: Address): Address {
  for (let word = 0; word < 5; word++)
    words[word] = Number.parseInt(address.slice(2 + word * 8, 10 + word * 8), 16)
  return checksum(words) as Address
}
