import { chainKey, chainValue } from '../../../logs/decode/chainValues.ts'
import { isAmount } from '../../../logs/decode/TokenUnit.ts'
import type { TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { RowRange } from '../scroll/rowWindow.ts'

interface Given {
  readonly givenLabels: ReadonlyMap<string, string>
  readonly givenTokens: ReadonlyMap<string, TokenUnit>
}

const address = /^0x[0-9a-f]{40}$/

/** The addresses in some rows that have no given label, and the tokens of amounts that have no given unit, as keys with their chain. */
export function addressesIn(
  items: TableItems,
  { first, last }: RowRange,
  { givenLabels, givenTokens }: Given,
) {
  const labels = new Set<string>()
  const tokens = new Set<string>()
  for (let row = first; row <= last; row++) {
    const log = items.logAt(row)
    if (!log) continue
    const want = (hex: string) => {
      if (chainValue(givenLabels, log, hex) === undefined) labels.add(chainKey(log, hex))
    }
    want(log.address)
    const { decoded } = log
    if (!decoded) continue
    const hasAmount = decoded.args.some((_, position) => isAmount(decoded, position))
    if (hasAmount && !chainValue(givenTokens, log)) tokens.add(chainKey(log))
    for (const { type, value } of decoded.args) {
      const hex = type === 'address' && typeof value === 'string' ? value.toLowerCase() : ''
      if (address.test(hex)) want(hex)
    }
  }
  return { labels, tokens }
}
