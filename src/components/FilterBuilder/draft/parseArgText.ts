import type { AbiParameter } from 'viem'
import { parseJson } from '../../../base/unknownJson.ts'
import { formatUnits } from '../../../logs/decode/formatUnits.ts'
import { decimalMark, formatNumber } from '../../strings/formatNumber.ts'
import { parseNumber } from '../../strings/parseNumber.ts'
import { shortHex } from '../../values/shortHex.ts'
import type { FilterStrings } from './filterStrings.ts'
import type { KnownContract } from './KnownContract.ts'
import { parseAddressText, type AddressEntry } from './parseAddressText.ts'

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
  const parts = splitValues(input.type, text, strings.locale, decimals)
  if (!Array.isArray(parts)) return { problem: strings.issues.ambiguousNumber(...parts.readings) }
  const values: (string | bigint | boolean)[] = []
  for (const part of parts) {
    const parsed = parseOne(input.type, part, strings, decimals)
    if ('problem' in parsed)
      return { problem: parts.length > 1 ? `${shortHex(part)}: ${parsed.problem}` : parsed.problem }
    values.push(parsed.value)
  }
  return { values }
}

/** Writes a text as a line: in quotes, as in JSON, if it is empty, has line breaks, or would be read as quoted itself. */
export function toTextLine(text: string): string {
  const isPlain = text !== '' && !/[\r\n]/.test(text) && fromTextLine(text) === text
  return isPlain ? text : JSON.stringify(text)
}

function fromTextLine(line: string): string {
  const quoted = /^".*"$/s.test(line) ? parseJson(line) : undefined
  // Other quotes are part of the text.
  return typeof quoted === 'string' ? quoted : line
}

/** The values in a text; two readings of it if spaces or commas may separate numbers or be part of one. */
function splitValues(type: string, text: string, locale: string, decimals: number) {
  // Strings may contain commas and spaces.
  if (type === 'string') return text.split('\n').filter(Boolean).map(fromTextLine)
  if (/^u?int/.test(type)) return splitNumbers(text, locale, decimals)
  return text.split(/[\s,;]+/).filter(Boolean)
}

/**
 * Splits numbers at spaces, lines and semicolons, and at commas that are no part of a number. What could be one number or
 * several is ambiguous.
 */
function splitNumbers(
  text: string,
  locale: string,
  decimals: number,
): string[] | { readings: readonly [string, string] } {
  // Thin and no-break spaces group digits.
  const words = text.split(/,?[ \t\r\n;]+/).flatMap((word) => word.replace(/,$/, '') || [])
  if (/^[1-9]\d{0,2}( \d{3})* 0\d\d( \d{3})*$/.test(text.trim()))
    return { readings: [formatNumber(BigInt(words.join('')), locale), words.join('; ')] }
  const numbers: string[] = []
  for (const word of words) {
    const parts = word.split(',')
    const one = parseNumber(word, locale, decimals)
    const isList = parts.every((part) => 'value' in parseNumber(part, locale, decimals))
    const isDecimal = decimalMark(locale) === ','
    // No list has numbers such as 000.
    const isNumber = isDecimal || !isList || parts.slice(1).some((part) => /^0\d/.test(part))
    if (parts.length === 1 || 'readings' in one || ('value' in one && isNumber)) numbers.push(word)
    else if ('value' in one) return { readings: [formatUnits(one.value, decimals), parts.join('; ')] }
    else if (isList && isDecimal && one.problem === 'too-precise')
      return { readings: [word, parts.join('; ')] }
    else numbers.push(...parts)
  }
  return numbers
}

function parseAddresses(
  entries: readonly AddressEntry[],
): { values: readonly string[] } | { problem: string } {
  const wrong = entries.find(({ problem }) => problem !== undefined)
  if (wrong?.problem !== undefined)
    return { problem: entries.length > 1 ? `${shortHex(wrong.text)}: ${wrong.problem}` : wrong.problem }
  return { values: entries.flatMap(({ address }) => address ?? []) }
}

function parseOne(
  type: string,
  text: string,
  filterStrings: FilterStrings,
  decimals: number,
): { value: string | bigint | boolean } | { problem: string } {
  const strings = filterStrings.issues
  if (type === 'string') return { value: text }
  if (type === 'bool') {
    const lower = text.toLowerCase()
    if (lower === 'true' || lower === 'false') return { value: lower === 'true' }
    return { problem: strings.trueOrFalse }
  }
  if (/^u?int\d*$/.test(type)) return parseInteger(type, text, filterStrings, decimals)
  const bytes = /^bytes(\d*)$/.exec(type)
  if (bytes && !/^0x([0-9a-f]{2})*$/i.test(text)) return { problem: strings.hexOnly }
  if (bytes?.[1] && text.length !== 2 + 2 * Number(bytes[1]))
    return { problem: strings.hexBytes(2 * Number(bytes[1]), text.length - 2) }
  return { value: text.toLowerCase() }
}

function parseInteger(
  type: string,
  text: string,
  { issues: strings, locale }: FilterStrings,
  decimals: number,
): { value: bigint } | { problem: string } {
  const read = parseNumber(text, locale, decimals)
  if ('readings' in read) return { problem: strings.ambiguousNumber(...read.readings) }
  if ('problem' in read) {
    const isTooPrecise = read.problem === 'too-precise'
    if (decimals > 0) return { problem: isTooPrecise ? strings.tooPrecise(decimals) : strings.decimalNumber }
    return { problem: isTooPrecise && hasUnits({ type }) ? strings.unitMissing : strings.wholeNumber(type) }
  }
  const bits = BigInt(type.replace(/^u?int/, '') || '256')
  const isUnsigned = type.startsWith('u')
  const low = isUnsigned ? 0n : -(2n ** (bits - 1n))
  const high = isUnsigned ? 2n ** bits - 1n : 2n ** (bits - 1n) - 1n
  const isInRange = read.value >= low && read.value <= high
  return isInRange ? { value: read.value } : { problem: strings.outOfRange(type, power(low), power(high)) }
}

/** A bound in short form: `2^64 − 1` rather than twenty digits. */
function power(bound: bigint): string {
  if (bound === 0n || (bound < 100_000n && bound > -100_000n)) return bound.toString()
  const exponent = (bound < 0n ? -bound : bound + 1n).toString(2).length - 1
  return bound < 0n ? `−2^${exponent}` : `2^${exponent} − 1`
}
