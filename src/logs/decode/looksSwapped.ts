import type { DecodedArg } from '../Log.ts'

/**
 * Whether one of two words, one in the topics and one in the data, is read as an address and looks like a small number, while the other
 * is read as a number and looks like an address: other arguments may be indexed than the event says.
 */
export function looksSwapped(args: readonly DecodedArg[]): boolean {
  return args.some(
    ({ indexed, type, value }) =>
      // Nobody has the key of an address that begins with 64 zero bits. The zero address is that of mints.
      type === 'address' &&
      /^0x0{16}(?!0{24})/.test(value as string) &&
      args.some(
        (other) => other.indexed !== indexed && typeof other.value === 'bigint' && isWide(other.value),
      ),
  )
}

/** Whether a number has as many bits as nearly every address. */
const isWide = (value: bigint): boolean => value >> 128n > 0n && value >> 160n === 0n
