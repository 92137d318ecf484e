import { checksumAddress } from 'viem'

/** Two generations of this many: when the young one is full it becomes the old one, and what is used moves up again. */
const generation = 16_384
let young = new Map<string, string>()
let old = new Map<string, string>()

/** The checksummed address of 40 hex digits. */
export function checksum(digits: string): string {
  const known = young.get(digits)
  if (known !== undefined) return known
  const lower = digits.toLowerCase()
  const address = old.get(lower) ?? checksumAddress(`0x${lower}`)
  if (young.size >= generation) {
    old = young
    young = new Map()
  }
  // The digits may be a slice that keeps all of a log's data alive, so the key is made of the result.
  young.set(address.slice(2).toLowerCase(), address)
  return address
}
