import { ExportError } from '../../errors/ExportError.ts'
import type { CellValue, ExportColumn } from './ExportColumn.ts'
import { lastSecond } from './toCellText.ts'

/** A value as it is written: times in milliseconds. */
export type ParquetValue = string | bigint | boolean

interface Declaration {
  readonly type: number
  readonly bytes?: number
  readonly converted?: number
  readonly scale?: number
  readonly precision?: number
}

/** How columns are declared, by the numbers of the Parquet format. */
const declarations = {
  text: { type: 6, converted: 0 },
  integer: { type: 2 },
  time: { type: 2, converted: 9 },
  boolean: { type: 0 },
  decimal: { type: 7, bytes: 16, converted: 5, scale: 0, precision: 38 },
} as const satisfies Record<ExportColumn['type'], Declaration>

/** The smallest number with too many digits for databases. */
const tooLarge = 10n ** 38n

/** The number of a column's physical type. */
export function typeNumber({ type }: ExportColumn): number {
  return declarations[type].type
}

/** The declaration of a column in the footer. */
export function declareColumn({ name, type }: ExportColumn): object {
  const { bytes, converted, scale, precision, ...physical }: Declaration = declarations[type]
  return {
    field_1: physical.type,
    field_2: bytes,
    // Optional: any value may be missing.
    field_3: 1,
    field_4: name,
    field_6: converted,
    field_7: scale,
    field_8: precision,
    field_10: type === 'decimal' ? { field_5: { field_1: scale, field_2: precision } } : undefined,
  }
}

/**
 * The value to write for a cell; `undefined` if it has none, or more digits than a decimal can hold.
 *
 * @throws {@link ExportError} for a number that Parquet cannot hold.
 */
export function toParquetValue({ name, type }: ExportColumn, cell: CellValue): ParquetValue | undefined {
  if (type === 'decimal')
    return typeof cell === 'bigint' && cell < tooLarge && cell > -tooLarge ? cell : undefined
  if (typeof cell !== 'bigint') return type === 'text' && cell !== undefined ? String(cell) : cell
  if (type === 'text') return cell.toString()
  if (type === 'time' ? cell >= 0n && cell <= lastSecond : BigInt.asIntN(64, cell) === cell)
    return type === 'time' ? cell * 1000n : cell
  throw new ExportError('Parquet', name, cell.toString().slice(0, 40))
}

/** The bytes of a value for the statistics, which text and decimals do not have. */
export function toStatistic(value: ParquetValue | undefined): Uint8Array | undefined {
  if (typeof value === 'bigint') return new Uint8Array(BigInt64Array.of(value).buffer)
  return typeof value === 'boolean' ? Uint8Array.of(Number(value)) : undefined
}
