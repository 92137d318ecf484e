import { parseAddress } from '../parseAddress.ts'

/** Parses an argument's value by its Solidity type: decimal digits, `true`, hex, text. `undefined` if invalid. */
export function readValue(type: string, text: string): bigint | string | boolean | undefined {
  if (type === 'string') return text
  if (type === 'bool') return text === 'true' ? true : text === 'false' ? false : undefined
  if (type === 'address') {
    const parsed = parseAddress(text)
    return 'address' in parsed ? parsed.address : undefined
  }
  const int = /^(u?)int(\d*)$/.exec(type)
  if (int) {
    // 256 bits have at most 78 digits: longer input is rejected early.
    if (!/^-?\d{1,78}$/.test(text)) return undefined
    const value = BigInt(text)
    const bits = Number(int[2] || 256)
    return (int[1] ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value)) === value ? value : undefined
  }
  const bytes = /^bytes(\d*)$/.exec(type)
  if (!bytes || !/^0x([0-9a-f]{2})*$/i.test(text)) return undefined
  return bytes[1] && text.length !== 2 + 2 * Number(bytes[1]) ? undefined : text.toLowerCase()
}
