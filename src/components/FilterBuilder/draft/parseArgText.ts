import type { AbiParameter } from 'viem'
import type { FilterStrings } from './filterStrings.ts'
import type { KnownContract } from './KnownContract.ts'
import { parseAddressText } from './parseAddressText.ts'
import type { AddressEntry } from './parseAddressText.ts'

/** Whether nodes can filter by an indexed argument: not by tuples and arrays, which are stored as hashes. */
export function canFilter(input: AbiParameter): boolean {
  return !input.type.endsWith(']') && !input.type.startsWith('tuple')
}

/** Whether numbers of a type are wide enough to be amounts. */
export function hasUnits({ type }: AbiParameter): boolean {
  const bits = /^u?int(\d*)$/.exec(type)?.[1]
  return bits !== undefined && Number(bits || 256) >= 64
}

interface ArgContext {
  readonly strings: FilterStrings
  /** Contracts whose labels stand for their addresses. */
  readonly contracts: readonly KnownContract[]
}

/**
 * Parses the alternatives for an argument of a Solidity type, or returns the problem of the first invalid one. Numbers are in
 * units of 10 to the power of `decimals`.
 */
export function parseArgText(
  input: AbiParameter,
  text: string,
  { strings, contracts }: ArgContext,
  decimals = 0,
): { values: readonly (string | bigint | boolean)[] } | { problem: string } {
  if (input.type === 'address') return parseAddresses(parseAddressText(text, contracts, strings))
  const parts =
    // Strings may contain commas and spaces.
    input.type === 'string'
      ? text.split('\n').filter((line) => line !== '')
      : text.split(/[\s,]+/).filter(Boolean)
  const values: (string | bigint | boolean)[] = []
  for (const part of parts) {
    const parsed = parseOne(input.type, part, strings.issues, decimals)
    if ('problem' in parsed)
      return { problem: parts.length > 1 ? `${shorten(part)}: ${parsed.problem}` : parsed.problem }
    values.push(parsed.value)
  }
  return { values }
}

function parseAddresses(
  entries: readonly AddressEntry[],
): { values: readonly string[] } | { problem: string } {
  const wrong = entries.find(({ problem }) => problem !== undefined)
  if (wrong?.problem !== undefined)
    return { problem: entries.length > 1 ? `${shorten(wrong.text)}: ${wrong.problem}` : wrong.problem }
  return { values: entries.flatMap(({ address }) => address ?? []) }
}

function parseOne(
  type: string,
  text: string,
  strings: FilterStrings['issues'],
  decimals: number,
): { value: string | bigint | boolean } | { problem: string } {
  if (type === 'string') return { value: text }
  if (type === 'bool') {
    const lower = text.toLowerCase()
    if (lower === 'true' || lower === 'false') return { value: lower === 'true' }
    return { problem: strings.trueOrFalse }
  }
  const int = /^(u?)int(\d*)$/.exec(type)
  if (int) {
    const value = parseNumber(text, decimals)
    if (value === 'too-precise') return { problem: strings.tooPrecise(decimals) }
    if (value === undefined) {
      if (decimals > 0) return { problem: strings.decimalNumber }
      const hasPoint = hasUnits({ type }) && parseNumber(text, 77) !== undefined
      return { problem: hasPoint ? strings.unitMissing : strings.wholeNumber(type) }
    }
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

function parseNumber(text: string, decimals: number): bigint | 'too-precise' | undefined {
  // 256 bits have 78 digits: longer input is rejected early.
  if (text.length > 120) return undefined
  if (/^0x[0-9a-f]+$/i.test(text)) return decimals > 0 ? undefined : BigInt(text)
  const parts = /^(-?)([\d_]*)(?:\.(\d*))?$/.exec(text)
  const [, sign = '', whole = '', fraction = ''] = parts ?? []
  if (!/\d/.test(whole + fraction) || (decimals === 0 && text.includes('.'))) return undefined
  const exact = fraction.replace(/0+$/, '')
  if (exact.length > decimals) return 'too-precise'
  const value = BigInt(whole.replaceAll('_', '') + exact.padEnd(decimals, '0'))
  return sign ? -value : value
}

/** A bound in short form: `2^64 − 1` rather than twenty digits. */
function power(bound: bigint): string {
  if (bound === 0n || (bound < 100_000n && bound > -100_000n)) return bound.toString()
  const exponent = (bound < 0n ? -bound : bound + 1n).toString(2).length - 1
  return bound < 0n ? `−2^${exponent}` : `2^${exponent} − 1`
}

function shorten(text: string): string {
  return text.length > 14 ? `${text.slice(0, 8)}…${text.slice(-4)}` : text
}
