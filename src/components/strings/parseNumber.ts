import { decimalMark, formatNumber } from './formatNumber.ts'

/** A number as typed: its value in the smallest unit, why it has none, or the two numbers that it could be. */
export type NumberText =
  | { readonly value: bigint }
  | { readonly problem: 'unreadable' | 'too-precise' }
  | { readonly readings: readonly [string, string] }

const unreadable: NumberText = { problem: 'unreadable' }

// Of 256 bits in decimal digits, grouped.
const maxLength = 120
// Characters that only group digits, in any language.
const digitSpaces = /(?<=\d)[_'’\u00a0\u2009\u202f](?=\d)/g
// Sign, digits and exponent. Also matches bigint literals, and rejects exponents beyond 256 bits early.
const shape = /^([-−+]?)(\d[\d.,]*|[.,]\d+)(?:e\+?(-?\d{1,2}))?n?$/i

/**
 * Parses a number in the language of the form, in units of 10 to the power of `decimals`: with grouped digits, as
 * `1e18` or in hex. A single comma or point before three digits is read as in that language. If that gives a fraction
 * where another language would give a whole number, the text is ambiguous.
 */
export function parseNumber(text: string, locale: string, decimals = 0): NumberText {
  if (/^0x[0-9a-f]{1,100}$/i.test(text)) return decimals > 0 ? unreadable : { value: BigInt(text) }
  const match = text.length > maxLength ? null : shape.exec(text.replaceAll(digitSpaces, ''))
  if (!match) return unreadable
  const [, sign = '', digits = '', exponent] = match
  const isScientific = exponent !== undefined
  const point = pointIn(digits, locale, isScientific)
  if (point === undefined) return unreadable
  const [whole, fraction] = [digits.slice(0, point), digits.slice(point + 1)]
  if (/[.,]/.test(whole) && !isGrouped(whole)) return unreadable
  const integer = whole.replaceAll(/[.,]/g, '')
  const significant = fraction.replace(/0+$/, '')
  const hasPoint = point < digits.length
  if (decimals === 0 && hasPoint && !isScientific && isGrouped(digits)) {
    const asFraction = significant === '' ? integer : `${integer}${digits[point]}${fraction}`
    return { readings: [asFraction, formatNumber(BigInt(integer + fraction), locale)] }
  }
  const zeros = decimals + Number(exponent ?? 0) - significant.length
  if (zeros < 0 && integer + significant !== '0') return { problem: 'too-precise' }
  const value = BigInt(integer + significant + '0'.repeat(Math.max(0, zeros)))
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
  return isGrouped(digits) && !isScientific && last[0] !== typedMark(locale) ? digits.length : last.index
}

/** Whether marks of one kind split digits into thousands. */
function isGrouped(digits: string): boolean {
  return /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)$/.test(digits)
}

/** The decimal mark as typed: languages with a mark of their own, such as Arabic, use a point. */
function typedMark(locale: string): string {
  return decimalMark(locale) === ',' ? ',' : '.'
}
