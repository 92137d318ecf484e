import type { DecodedEvent } from '../../logs/Log.ts'
import { formatUnits } from './formatUnits.ts'

/** A token's unit. */
export interface TokenUnit {
  readonly symbol: string
  /** Number of decimals. */
  readonly decimals: number
}

/** Units by address in lower case. */
export function tokenMap(
  tokens: Readonly<Record<string, TokenUnit>> | undefined,
): ReadonlyMap<string, TokenUnit> {
  return new Map(Object.entries(tokens ?? {}).map(([address, unit]) => [address.toLowerCase(), unit]))
}

const ofTokens = new Set(['Transfer(address,address,uint256)', 'Approval(address,address,uint256)'])

/** Whether an argument is an amount of the emitting token, rather than an NFT's id. */
export function isAmount({ signature, args }: DecodedEvent, position: number): boolean {
  return position === 2 && ofTokens.has(signature) && args[2]?.indexed === false
}

// Digits after the point that are shown where there is one line, and of what is smaller than those, how many that count.
const digits = 6
const counting = 4

/** A token amount on one line, with an ellipsis if decimals are cut off. */
export function amountText(value: bigint, { symbol, decimals }: TokenUnit): string {
  const [whole = '', part = ''] = formatUnits(value, decimals).split('.')
  const zeros = /^0*/.exec(part)![0].length
  const room = /^-?0$/.test(whole) ? Math.max(digits, zeros + counting) : digits
  const shown = part.length > room ? `${part.slice(0, room)}…` : part
  return `${whole}${shown && `.${shown}`} ${symbol}`.trimEnd()
}
