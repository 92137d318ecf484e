import { formatUnits } from '../../logs/decode/formatUnits.ts'
import { isAmount, type TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { DecodedArg, DecodedEvent } from '../../logs/Log.ts'
import { decimalMark, formatNumber } from '../strings/formatNumber.ts'

const quantity =
  /amount|value|wad$|^amt|quantity|assets|shares|balance|allowance|supply|liquidity|reserve|^fee|fee$|^needed$/i
// The usual value of unlimited allowances.
const unlimited = (1n << 256n) - 1n

/** Whether an argument counts something, such as an amount in an unknown unit, rather than naming it. */
export function isQuantity(event: DecodedEvent, position: number): boolean {
  const { name, type, indexed } = event.args[position]!
  return isAmount(event, position) || (!indexed && /^u?int\d*$/.test(type) && countsSomething(name))
}

/** Whether a number of this name counts something. */
export const countsSomething = (name: string): boolean => quantity.test(name)

// Decimals shown on one line: fewer, the larger the amount.
const maxDecimals = 6
const minDecimals = 2
// Digits after the zeros of an amount below one.
const significant = 4
// Hostile tokens have up to 255 decimals.
const maxSmall = 24

// `id`, `token_id`, `tokenId`, `poolID`; not `amountPaid`.
const identifier = /(?:^|_)(?:token)?(?:id|Id|ID)$|[a-z\d](?:Id|ID)$/
const time = /[tT]ime|[dD]eadline|[eE]xpir|At$|_at$/

/** Whether a number names something, so that neither a sum nor a unit makes sense. */
export function isIdentifier({ name }: Pick<DecodedArg, 'name'>): boolean {
  return identifier.test(name)
}

/** Whether a number can be in a unit: not an id, not a time. */
export function canHaveUnit(arg: Pick<DecodedArg, 'name'>): boolean {
  return !isIdentifier(arg) && !time.test(arg.name)
}

/** A token amount on one line, grouped as `locale` does, with an ellipsis if decimals are cut off. `whole` keeps up to 24. */
export function amountText(
  value: bigint,
  { symbol, decimals }: TokenUnit,
  locale: string,
  whole = false,
): string {
  const [, sign = '', integer = '0', part = ''] =
    /^(-?)(\d+)\.?(\d*)$/.exec(formatUnits(value, decimals)) ?? []
  const zeros = /^0*/.exec(part)![0].length
  const short =
    integer === '0'
      ? Math.max(maxDecimals, Math.min(zeros + significant, maxSmall))
      : Math.min(maxDecimals, Math.max(minDecimals, maxDecimals + 3 - integer.length))
  const room = whole ? maxSmall : short
  const shown = part.length > room ? `${part.slice(0, room)}…` : part
  return `${sign}${groupDigits(BigInt(integer), locale)}${shown && decimalMark(locale)}${shown} ${symbol}`.trimEnd()
}

interface NumberTextOptions {
  /** Whether it counts something, rather than naming it. */
  readonly counts: boolean
  /** The token that it is an amount of. */
  readonly unit: TokenUnit | undefined
  readonly locale: string
  /** Whether all decimals fit. @default false */
  readonly whole?: boolean | undefined
}

/** A number on one line. Amounts are in their unit, and counts have grouped digits. */
export function numberText(value: bigint, { counts, unit, locale, whole }: NumberTextOptions): string {
  if (value === unlimited) return '2²⁵⁶−1'
  if (unit) return amountText(value, unit, locale, whole)
  return counts ? groupDigits(value, locale) : value.toString()
}

/** All digits of a number in plain notation, as `formatUnits` writes it, the whole part grouped. */
export function groupPlain(text: string, locale: string): string {
  const [, sign = '', integer = '0', part = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? []
  return `${sign}${groupDigits(BigInt(integer), locale)}${part && decimalMark(locale)}${part}`
}

/** A whole number with grouped digits, in plain characters: some languages write a sign with an invisible one. */
export function groupDigits(value: bigint, locale: string): string {
  if (value < 0n) return `-${groupDigits(-value, locale)}`
  return formatNumber(value, locale).replaceAll(/[\u00a0\u202f]/g, ' ')
}
