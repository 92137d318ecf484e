import { chainValue } from '../../../logs/decode/addressMap.ts'
import { toBigInt } from '../../../logs/decode/toBigInt.ts'
import { isAmount, type TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import type { DecodedArg, LogRow } from '../../../logs/Log.ts'
import { isQuantity, numberText } from '../../values/amounts.ts'
import { valueToText } from '../../values/valueToText.ts'

interface FormatCellArgOptions {
  readonly labels: ReadonlyMap<string, string>
  /** The unit of the contract's token. */
  readonly token: TokenUnit | undefined
  /** For numbers. */
  readonly locale: string
  /** Maximum number of characters. */
  readonly maxCharacters: number
  /** Whether full addresses and amounts fit. @default false */
  readonly fullAddresses?: boolean | undefined
  /** Whether full amounts fit. @default fullAddresses */
  readonly whole?: boolean | undefined
}

/**
 * The value of a decoded argument as a cell shows it: addresses by label, amounts in the token's unit. The text is
 * untrusted: render it with `ChainText`.
 */
export function formatCellArg(
  log: LogRow,
  position: number,
  { labels, token, locale, maxCharacters, fullAddresses, whole = fullAddresses }: FormatCellArgOptions,
): string {
  const event = log.decoded!
  const { value, type, hashed } = event.args[position]!
  if (type === 'address' && typeof value === 'string') {
    const label = chainValue(labels, log, value)
    if (label) return label
    if (fullAddresses && !hashed) return value
  }
  const integer = toBigInt(value)
  if (integer !== undefined)
    return numberText(integer, {
      counts: isQuantity(event, position),
      unit: isAmount(event, position) ? token : undefined,
      locale,
      whole,
    })
  return valueToText(value, maxCharacters)
}

/** The text of an argument in a cell: marked if it is a hash, in quotes if it is empty. */
export function argText({ hashed }: DecodedArg, text: string): string {
  return hashed ? `# ${text}` : text || '“”'
}
