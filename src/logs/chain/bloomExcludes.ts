import { keccak256, type Hex } from 'viem'
import { partsOf, type Filter } from '../filter/Filter.ts'

/** Bits of the values tested so far: every block is tested for the same values. */
const bitsOfValue = new Map<string, readonly [number, number, number]>()
const maxValues = 5_000

/** Whether a header's bloom rules out that its block has matching logs. A bloom cannot prove that it has any. */
export function bloomExcludes(bloom: Hex, filter: Filter): boolean {
  if (/^0x0*$/.test(bloom)) return true
  const mayHold = (value: Hex) => bitsOf(value).every((bit) => isSet(bloom, bit))
  return partsOf(filter).every(
    ({ address, topics }) =>
      (address && !address.some(mayHold)) || topics.some((anyOf) => anyOf !== null && !anyOf.some(mayHold)),
  )
}

function bitsOf(value: Hex): readonly [number, number, number] {
  let bits = bitsOfValue.get(value)
  if (!bits) {
    const hash = keccak256(value)
    const bit = (at: number) => Number.parseInt(hash.slice(2 + 4 * at, 6 + 4 * at), 16) & 2_047
    bits = [bit(0), bit(1), bit(2)]
    if (bitsOfValue.size >= maxValues) bitsOfValue.clear()
    bitsOfValue.set(value, bits)
  }
  return bits
}

/** Bit 0 is the lowest bit of the last byte. */
function isSet(bloom: Hex, bit: number): boolean {
  const digit = bloom.charCodeAt(bloom.length - 1 - (bit >> 2))
  const value = digit <= 57 ? digit - 48 : (digit | 32) - 87
  return ((value >> (bit & 3)) & 1) === 1
}
