import type { DecodedEvent } from '../../../logs/Log.ts'
import { amountText, isAmount } from '../../values/TokenUnit.ts'
import type { TokenUnit } from '../../values/TokenUnit.ts'
import { valueToText } from '../../values/valueToText.ts'

interface FormatArgOptions {
  readonly labels: ReadonlyMap<string, string>
  /** Of the contract. */
  readonly token: TokenUnit | undefined
  /** Characters there is room for. */
  readonly room: number
  /** Whether there is room for whole addresses. @default false */
  readonly fullAddresses?: boolean | undefined
}

// The usual value of unlimited allowances.
const unlimited = (1n << 256n) - 1n

/**
 * An argument's value as a cell of its event shows it: an address by its label, an amount in the unit of its token. The text is
 * the chain's own: show it through `ChainText`.
 */
export function formatArg(
  event: DecodedEvent,
  position: number,
  { labels, token, room, fullAddresses = false }: FormatArgOptions,
): string {
  const { value, type, hashed } = event.args[position]!
  if (type === 'address' && typeof value === 'string') {
    const label = labels.get(value.toLowerCase())
    if (label) return label
    if (fullAddresses && !hashed) return value
  }
  if (value === unlimited) return '2²⁵⁶−1'
  if (typeof value === 'bigint' && token && isAmount(event, position)) return amountText(value, token)
  return valueToText(value, room)
}
