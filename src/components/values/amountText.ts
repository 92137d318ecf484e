import { formatUnits } from 'viem'
import type { TokenUnit } from './TokenUnit.ts'

// Digits after the point that are shown where there is one line, and of what is smaller than those, how many that count.
const digits = 6
const counting = 4

/** An amount of a token on one line: what is cut off its end is said. */
export function amountText(value: bigint, { symbol, decimals }: TokenUnit): string {
  const [whole = '', part = ''] = formatUnits(value, decimals).split('.')
  const zeros = /^0*/.exec(part)![0].length
  const room = /^-?0$/.test(whole) ? Math.max(digits, zeros + counting) : digits
  const shown = part.length > room ? `${part.slice(0, room)}…` : part
  return `${whole}${shown && `.${shown}`} ${symbol}`.trimEnd()
}
