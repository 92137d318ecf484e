import type { PlainValue } from '../list/formatArg.ts'
import type { DecodedArg, LogRow } from '../Log.ts'
import type { ExportColumn } from './ExportColumn.ts'
import { toCellText, toExportValue } from './toCellText.ts'

/** A log as JSON for people and programs: large numbers as decimal text, arguments in order. */
export interface LogRecord {
  /** Only for rows of several networks. */
  readonly chainId?: number
  readonly blockNumber: string
  readonly blockHash: string
  /** Seconds since the epoch. */
  readonly blockTimestamp?: string
  readonly transactionHash: string
  readonly transactionIndex: number
  readonly logIndex: number
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly removed: boolean
  readonly decoded?: {
    readonly name: string
    readonly signature: string
    readonly source: string
    readonly unusual?: true
    readonly ambiguous?: true
    readonly args: readonly (Omit<DecodedArg, 'value'> & { readonly value: PlainValue })[]
  }
}

/** A log as a plain object for `JSON.stringify`; `raw` leaves out the decoded event. */
export function toLogRecord(log: LogRow, content: 'decoded' | 'raw' = 'decoded'): LogRecord {
  const { blockTimestamp } = log
  const decoded = content === 'decoded' ? log.decoded : undefined
  return {
    ...('chainId' in log && { chainId: log.chainId as number }),
    blockNumber: log.blockNumber.toString(),
    blockHash: log.blockHash,
    ...(blockTimestamp !== undefined && { blockTimestamp: blockTimestamp.toString() }),
    transactionHash: log.transactionHash,
    transactionIndex: log.transactionIndex,
    logIndex: log.logIndex,
    address: log.address.toLowerCase(),
    topics: log.topics,
    data: log.data,
    removed: log.removed,
    ...(decoded && {
      decoded: {
        name: decoded.name,
        signature: decoded.signature,
        source: decoded.source,
        ...(decoded.unusual && { unusual: true }),
        ...(decoded.ambiguous && { ambiguous: true }),
        args: decoded.args.map((arg) => ({ ...arg, value: toExportValue(arg.value, arg.type) })),
      },
    }),
  }
}

/** The given columns of a log as a plain object: integers as numbers, times as ISO 8601, missing values as `null`. */
export function toFlatRecord(
  log: LogRow,
  columns: readonly ExportColumn[],
): Readonly<Record<string, string | number | boolean | null>> {
  return Object.fromEntries(
    columns.map(({ name, type, read }) => {
      const value = read(log)
      if (typeof value !== 'bigint') return [name, value ?? null]
      const isNumber = type === 'integer' && Number.isSafeInteger(Number(value))
      return [name, isNumber ? Number(value) : toCellText(value, type)]
    }),
  )
}
