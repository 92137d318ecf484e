import { WordTable } from '../columns/WordTable.ts'
import { writeChecksum } from './checksumAddress.ts'

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
  const address = oldTexts[old.find(words, 0)] ?? writeChecksum(words)
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
