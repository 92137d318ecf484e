import type { DecodedArg } from '../Log.ts'

/**
 * Whether one of two words, one in the topics and one in the data, is read as an address and looks like a small number, while the other
 * is read as a number and looks like an address: other arguments may be indexed than the event says.
 */
export function looksSwapped(args: readonly DecodedArg[]): boolean {
  return args.some(
    ({ indexed, type, value }) =>
      // Mints come from the zero address, and burned tokens go to 0x…dEaD.
      type === 'address' &&
      /^0x0{16}(?!0{20}(0000|dead)$)/i.test(value as string) &&
      args.some((other) => other.indexed !== indexed && looksLikeAddress(other)),
  )
}

/** Numbers of fewer bits are what they say, and token ids often consist of two numbers, in the upper and the lower 128 bits. */
function looksLikeAddress({ type, value }: DecodedArg): boolean {
  if (typeof value !== 'bigint' || Number(type.replace(/\D+/, '')) <= 160) return false
  return value >> 160n === 0n && value >> 128n > 0n && BigInt.asUintN(128, value) >> 64n > 0n
}
