import { formatNumber } from './formatNumber.ts'

/** A number as typed: its value in the smallest unit, why it has none, or the two numbers that it could be. */
export type NumberText =
  | { readonly value: bigint }
  | { readonly problem: 'unreadable' | 'too-precise' }
  | { readonly readings: readonly [string, string] }

// Characters that only group digits, in any language.
const digitSpaces = /(?<=\d)[_'’\u00a0\u2009\u202f](?=\d)/g
// Also reads bigint literals, and rejects exponents beyond 256 bits early.
const shape = /^([-−+]?)(\d[\d.,]*|[.,]\d+)(?:e\+?(-?\d{1,2}))?n?$/i

/**
 * Parses a number in the language of the form, in units of 10 to the power of `decimals`: with grouped digits, as
 * `1e18` or in hex. A single comma or point before three digits is read as in that language. If that gives a fraction
 * where another language would give a whole number, the text is ambiguous.
 */
export function parseNumber(text: string, locale: string, decimals = 0): NumberText {
  if (/^0x[0-9a-f]{1,100}$/i.test(text))
    return decimals > 0 ? { problem: 'unreadable' } : { value: BigInt(text) }
  // 256 bits have 78 digits.
  const parts = text.length > 120 ? null : shape.exec(text.replaceAll(digitSpaces, ''))
  if (!parts) return { problem: 'unreadable' }
  const [, sign = '', digits = '', exponent = '0'] = parts
  const point = pointIn(digits, locale, parts[3] !== undefined)
  if (point === undefined) return { problem: 'unreadable' }
  const [whole, fraction] = [digits.slice(0, point), digits.slice(point + 1)]
  const grouped = whole.replaceAll(/[.,]/g, '')
  if (/[.,]/.test(whole) && !isGrouped(whole)) return { problem: 'unreadable' }
  const exact = fraction.replace(/0+$/, '')
  const mark = digits[point]
  if (decimals === 0 && mark !== undefined && parts[3] === undefined && isGrouped(digits)) {
    const decimal = exact === '' ? grouped : `${grouped}${mark}${fraction}`
    return { readings: [decimal, formatNumber(BigInt(grouped + fraction), locale)] }
  }
  const zeros = decimals + Number(exponent) - exact.length
  if (zeros < 0 && grouped + exact !== '0') return { problem: 'too-precise' }
  const value = BigInt(grouped + exact + '0'.repeat(Math.max(0, zeros)))
  return { value: /[-−]/.test(sign) ? -value : value }
}

/** The index of the decimal mark, or the end; `undefined` if there are too many marks. */
function pointIn(digits: string, locale: string, isScientific: boolean): number | undefined {
  const marks = [...digits.matchAll(/[.,]/g)]
  const last = marks.at(-1)
  if (!last) return digits.length
  const sameKind = marks.filter(([mark]) => mark === last[0]).length
  // Two kinds: the last one is the decimal mark, the other groups digits.
  if (sameKind < marks.length) return sameKind === 1 ? last.index : undefined
  if (sameKind > 1) return digits.length
  return isGrouped(digits) && !isScientific && last[0] !== decimalMark(locale) ? digits.length : last.index
}

/** Whether marks of one kind split digits into thousands. */
function isGrouped(digits: string): boolean {
  return /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)$/.test(digits)
}

const decimalMarks = new Map<string, string>()

/** The decimal mark of a language. */
export function decimalMark(locale: string): string {
  const known = decimalMarks.get(locale)
  if (known !== undefined) return known
  const mark = new Intl.NumberFormat(locale).format(1.5).includes(',') ? ',' : '.'
  decimalMarks.set(locale, mark)
  return mark
}
