import type { DecodedArg } from '../Log.ts'

/**
 * Whether one of two words, one in the topics and one in the data, is read as an address and looks like a small number, while the other
 * is read as a number and looks like an address: other arguments may be indexed than the event says.
 */
export function looksSwapped(args: readonly DecodedArg[]): boolean {
  return args.some(
    (arg) =>
      looksLikeNumber(arg) && args.some((other) => other.indexed !== arg.indexed && looksLikeAddress(other)),
  )
}

/** Nobody has the key of an address that begins with 64 zero bits. The zero address is that of mints. */
function looksLikeNumber({ type, value }: DecodedArg): boolean {
  return type === 'address' && typeof value === 'string' && /^0x0{16}(?!0{24})/.test(value)
}

function looksLikeAddress({ type, value }: DecodedArg): boolean {
  return /^u?int/.test(type) && typeof value === 'bigint' && value >> 128n > 0n && value >> 160n === 0n
}
