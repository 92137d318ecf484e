import { chainValue } from '../decode/addressMap.ts'
import { formatUnits } from '../decode/formatUnits.ts'
import { isAmount, type TokenUnit } from '../decode/TokenUnit.ts'
import type { LogRow } from '../Log.ts'
import type { ExportColumn } from './ExportColumn.ts'

/** Token units by address. */
export type ExportTokens = Readonly<Record<string, TokenUnit>>

/** Token units, from `addressMap`. */
export type UnitMap = ReadonlyMap<string, TokenUnit>

/** An amount in its token's unit, with all digits. */
export interface UnitAmount {
  readonly amount: string
  readonly symbol: string
}

/** Reads the amount of a token's transfer or approval; `undefined` for other logs, and for unknown tokens. */
export function amountReader(units: UnitMap): (log: LogRow) => UnitAmount | undefined {
  return (log) => {
    const { decoded } = log
    const unit = chainValue(units, log)
    const at = unit && decoded ? decoded.args.findIndex((_, position) => isAmount(decoded, position)) : -1
    const value = decoded?.args[at]?.value
    if (!unit || typeof value !== 'bigint') return undefined
    return { amount: formatUnits(value, unit.decimals), symbol: unit.symbol }
  }
}

/** Columns of amounts in token units. They follow the arguments, which keep the raw integers. */
export function amountColumns(units: UnitMap): readonly ExportColumn[] {
  const read = amountReader(units)
  return [
    { name: 'amount', type: 'text', read: (log) => read(log)?.amount },
    { name: 'amount_symbol', type: 'text', read: (log) => read(log)?.symbol },
  ]
}
