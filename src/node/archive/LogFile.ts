import { basename } from 'node:path'
import { asyncBufferFromFile, parquetScan, type ParquetScan } from 'hyparquet'
import { BaseError } from '../../errors/BaseError.ts'
import { logColumns, type LogColumnName } from '../../logs/archive/archiveSchema.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { parquetCodecs } from './parquetCodecs.ts'

/** Other names of columns, and columns that a file may lack. */
const aliases = { address: ['contract_address'], block_timestamp: ['block_time'] } as const
const optional: readonly string[] = ['block_hash', 'block_timestamp', 'chain_id', 'removed']

type LogFileColumn = LogColumnName | 'chain_id' | 'removed'
const columns: readonly LogFileColumn[] = [...logColumns.map(({ name }) => name), 'chain_id', 'removed']

/** A Parquet file of logs, written by another tool. */
export class LogFile {
  readonly name: string
  /** The blocks that its name states, as in cryo's names: `…__00000000_to_00000999.parquet`. */
  readonly blocks: BlockInterval | undefined
  readonly rows: number
  readonly #scan: ParquetScan
  readonly #names: ReadonlyMap<LogFileColumn, string>

  private constructor(name: string, scan: ParquetScan, names: ReadonlyMap<LogFileColumn, string>) {
    const [, from, to] = /(?:^|_)(\d+)_to_(\d+)\.parquet$/i.exec(name) ?? []
    this.name = name
    this.blocks = from === undefined ? undefined : { from: BigInt(from), to: BigInt(to!) }
    this.rows = scan.ranges.reduce((sum, { rowStart, rowEnd }) => sum + rowEnd - rowStart, 0)
    this.#scan = scan
    this.#names = names
  }

  /** @throws {@link BaseError} if it is not a Parquet file, or lacks a column. */
  static async open(path: string): Promise<LogFile> {
    const name = basename(path)
    const scan = await asyncBufferFromFile(path)
      .then((file) =>
        parquetScan({
          file,
          utf8: false,
          geoparquet: false,
          compressors: parquetCodecs,
          useOffsetIndex: false,
        }),
      )
      .catch((cause: unknown) => {
        throw new BaseError(`${name} cannot be read as a Parquet file.`, { details: messageOf(cause), cause })
      })
    const found = scan.metadata.schema.slice(1).map((element) => element.name)
    const names = new Map<LogFileColumn, string>()
    for (const column of columns) {
      const known = [column, ...(aliases[column as keyof typeof aliases] ?? [])]
      const used = known.find((candidate) => found.includes(candidate))
      if (used !== undefined) names.set(column, used)
    }
    const missing = columns.filter((column) => !names.has(column) && !optional.includes(column))
    if (missing.length > 0)
      throw new BaseError(
        `${name} lacks the ${missing.length > 1 ? 'columns' : 'column'} ${missing.join(', ')}.`,
        {
          advice: `It has ${found.join(', ')}.`,
        },
      )
    return new LogFile(name, scan, names)
  }

  /** All values of a column; `undefined` if the file lacks it. @throws {@link BaseError} if they cannot be decoded. */
  async read(column: LogFileColumn): Promise<readonly unknown[] | undefined> {
    const name = this.#names.get(column)
    if (name === undefined) return undefined
    const values: unknown[] = []
    try {
      for (const range of this.#scan.ranges)
        for (const value of await this.#scan.readColumn({ column: name, ...range })) values.push(value)
    } catch (cause) {
      const details = messageOf(cause)
      throw new BaseError(`The column ${name} of ${this.name} cannot be read.`, {
        details,
        advice: details.includes('ZSTD')
          ? 'Use Node 22.15 or later, which reads zstd, or write the file with lz4 or snappy.'
          : 'Write the file again, compressed with snappy, lz4, gzip or brotli.',
        cause,
      })
    }
    return values
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
