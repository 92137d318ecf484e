import type { AbiParameter } from 'viem'
import { parseAddress } from '../../logs/parseAddress.ts'
import type { DraftIssueStrings } from '../strings.ts'

/** Whether a node can be asked for values of an indexed argument: of tuples and arrays the chain has a hash only. */
export function canFilter(input: AbiParameter): boolean {
  return !input.type.endsWith(']') && !input.type.startsWith('tuple')
}

/** The values that an argument may have, of its Solidity type, or what is wrong with the first that has none. */
export function parseArgText(
  input: AbiParameter,
  text: string,
  strings: DraftIssueStrings,
): { values: readonly unknown[] } | { problem: string } {
  const parts =
    // Text may hold commas and spaces of its own.
    input.type === 'string'
      ? text.split('\n').filter((line) => line !== '')
      : text.split(/[\s,]+/).filter(Boolean)
  const values: unknown[] = []
  for (const part of parts) {
    const parsed = parseOne(input.type, part, strings)
    if ('problem' in parsed)
      return { problem: parts.length > 1 ? `${shorten(part)}: ${parsed.problem}` : parsed.problem }
    values.push(parsed.value)
  }
  return { values }
}

function parseOne(
  type: string,
  text: string,
  strings: DraftIssueStrings,
): { value: unknown } | { problem: string } {
  if (type === 'string') return { value: text }
  if (type === 'bool') {
    const lower = text.toLowerCase()
    if (lower === 'true' || lower === 'false') return { value: lower === 'true' }
    return { problem: strings.trueOrFalse }
  }
  if (type === 'address') {
    const parsed = parseAddress(text)
    return 'problem' in parsed ? parsed : { value: parsed.address }
  }
  const int = /^(u?)int(\d*)$/.exec(type)
  if (int) {
    // 256 bits have 78 digits; more of them only cost time.
    if (text.length > 90 || !/^(-?[\d_]+|0x[0-9a-f]+)$/i.test(text) || !/\d/.test(text))
      return { problem: strings.wholeNumber(type) }
    const value = BigInt(text.replaceAll('_', ''))
    const bits = BigInt(int[2] || '256')
    const low = int[1] ? 0n : -(2n ** (bits - 1n))
    const high = int[1] ? 2n ** bits - 1n : 2n ** (bits - 1n) - 1n
    if (value < low || value > high) return { problem: strings.outOfRange(type, power(low), power(high)) }
    return { value }
  }
  const bytes = /^bytes(\d*)$/.exec(type)
  if (bytes && !/^0x([0-9a-f]{2})*$/i.test(text)) return { problem: strings.hexOnly }
  if (bytes?.[1] && text.length !== 2 + 2 * Number(bytes[1]))
    return { problem: strings.hexBytes(2 * Number(bytes[1]), text.length - 2) }
  return { value: text.toLowerCase() }
}

/** A bound as people write it: `2^64 − 1` rather than twenty digits. */
function power(bound: bigint): string {
  if (bound === 0n || (bound < 100_000n && bound > -100_000n)) return bound.toString()
  const exponent = (bound < 0n ? -bound : bound + 1n).toString(2).length - 1
  return bound < 0n ? `−2^${exponent}` : `2^${exponent} − 1`
}

function shorten(text: string): string {
  return text.length > 14 ? `${text.slice(0, 8)}…${text.slice(-4)}` : text
}
