import { hexToBytes, isHex } from 'viem'
import { BaseError } from '../../errors/BaseError.ts'
import { logColumns, type LogColumnName, type LogColumns } from '../../logs/archive/archiveSchema.ts'
import type { LogFile } from './LogFile.ts'
import type { FileBlock } from './readFileBlocks.ts'

export const columnNames = logColumns.map(({ name }) => name)
export const numberColumns: ReadonlySet<LogColumnName> = new Set(
  logColumns.filter((column) => 'type' in column && column.type !== 'BYTE_ARRAY').map(({ name }) => name),
)

/** The concatenated columns of all files: text as bytes, times as seconds, and missing values as `undefined`. */
export async function readColumns(files: readonly LogFile[]): Promise<LogColumns> {
  const columns = Object.fromEntries(columnNames.map((name) => [name, [] as unknown[]]))
  for (const file of files)
    for (const name of columnNames) {
      const values = (await file.read(name)) ?? Array.from({ length: file.rows })
      const isNumber = numberColumns.has(name)
      for (const value of values) {
        if (!isNumber && (typeof value === 'number' || typeof value === 'bigint'))
          throw new BaseError(`The column ${name} of ${file.name} has numbers, not bytes or hex.`, {
            advice: `DuckDB reads short hex in CSV files as numbers: use read_csv(…, types = {'${name}': 'VARCHAR'}).`,
          })
        columns[name]!.push(toPlain(value))
      }
    }
  return columns as unknown as LogColumns
}

function toPlain(value: unknown): unknown {
  if (value instanceof Date) return Math.floor(value.getTime() / 1000)
  return typeof value === 'string' && isHex(value) && value.length % 2 === 0 ? hexToBytes(value) : value
}

/** Logs to pack, and blocks to read hashes for, at once: an interruption loses no more. */
const logsAtOnce = 100_000
const blocksAtOnce = 1_000

/** Rows from a block on, sorted by block, in parts that end with a block. */
export function* cutRows(numbers: ArrayLike<unknown>, from: bigint): Generator<readonly number[]> {
  const blocks = Float64Array.from(numbers, Number)
  const order = Array.from(blocks.keys())
    .filter((row) => blocks[row]! >= Number(from))
    .sort((a, b) => blocks[a]! - blocks[b]!)
  let rows: number[] = []
  let count = 0
  for (const [at, row] of order.entries()) {
    if (at === 0 || blocks[order[at - 1]!] !== blocks[row]) {
      if (rows.length >= logsAtOnce || count === blocksAtOnce) {
        yield rows
        rows = []
        count = 0
      }
      count++
    }
    rows.push(row)
  }
  if (rows.length > 0) yield rows
}

export function pickRows(columns: LogColumns, rows: readonly number[]): LogColumns {
  const picked = columnNames.map((name) => [name, rows.map((row) => columns[name][row])])
  return Object.fromEntries(picked) as LogColumns
}

/** Adds the hashes and times of blocks whose hashes were missing. */
export function withBlocks(columns: LogColumns, blocks: ReadonlyMap<number, FileBlock>): LogColumns {
  const fill = (name: 'block_hash' | 'block_timestamp', valueOf: (block: FileBlock) => unknown) =>
    Array.from(columns[name], (value, row) => {
      const block = columns.block_hash[row] ? undefined : blocks.get(Number(columns.block_number[row]))
      return value ?? (block && valueOf(block))
    })
  return {
    ...columns,
    block_hash: fill('block_hash', ({ hash }) => hexToBytes(hash)),
    block_timestamp: fill('block_timestamp', ({ timestamp }) => timestamp),
  }
}
