import { lazyModule } from '../../base/lazyModule.ts'
import type { Pace } from '../../rpc/Pace.ts'
import type { LogRow } from '../Log.ts'
import type { UnitMap } from './amountColumns.ts'
import { createTextFormat } from './createTextFormat.ts'
import type { ExportColumn } from './ExportColumn.ts'
import type { ExportFormat } from './ExportFormat.ts'
import type { ExportProvenance } from './ExportProvenance.ts'
import { TextBuffer } from './TextBuffer.ts'

/** Loaded on demand: only Parquet needs its library. */
const lazyParquet = /* @__PURE__ */ lazyModule(() => import('./createParquetWriter.ts'))

/** `Uint8Array<ArrayBuffer>`, written so that TypeScript before 5.7 understands it. */
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>

/** Turns logs into the bytes of a file. */
export interface LogWriter {
  /** Adds logs. Returns bytes once there are enough. */
  readonly add: (logs: readonly LogRow[]) => Promise<readonly Bytes[]>
  /** Returns the bytes of all logs added so far. Parquet has none before its row group is complete. */
  readonly flush: () => readonly Bytes[]
  /** Returns the remaining bytes. */
  readonly finish: () => Promise<readonly Bytes[]>
}

export interface LogWriterOptions {
  readonly format: ExportFormat
  readonly content: 'decoded' | 'raw'
  readonly columns: readonly ExportColumn[]
  /** Token units, for amounts in JSON and NDJSON; `columns` have their own. */
  readonly units?: UnitMap | undefined
  /** JSON and NDJSON have one plain object of `columns` per log. @default false */
  readonly isFlat?: boolean | undefined
  /** Number of logs already in the file, whose head is then not written again. @default a new file */
  readonly continuesAfter?: number | undefined
  readonly provenance?: ExportProvenance | undefined
  readonly pace: Pace
}

export async function createLogWriter(options: LogWriterOptions): Promise<LogWriter> {
  const { format, columns, provenance, pace } = options
  if (format !== 'parquet') return createTextWriter({ ...options, format })
  const { createParquetWriter } = await lazyParquet.load()
  return { ...createParquetWriter(columns, provenance, pace), flush: () => [] }
}

function createTextWriter(
  options: LogWriterOptions & { format: Exclude<ExportFormat, 'parquet'> },
): LogWriter {
  const { head, row, separator, foot } = createTextFormat(options)
  const { continuesAfter } = options
  // Lines are terminated rather than separated, so that a file can be read while it grows.
  const isLines = options.format !== 'json'
  const buffer = new TextBuffer()
  let isFirst = !continuesAfter
  const nonEmpty = (bytes: Bytes | undefined) => (bytes && bytes.length > 0 ? [bytes] : [])
  /** Bytes of the head, if it fills a chunk. */
  let pending = nonEmpty(continuesAfter === undefined ? buffer.add(head) : undefined)
  const taken = (bytes: Bytes | undefined) => {
    const all = [...pending, ...nonEmpty(bytes)]
    pending = []
    return all
  }
  return {
    add(logs) {
      if (logs.length === 0) return Promise.resolve(taken(undefined))
      const text = logs.map(row).join(separator)
      const bytes = buffer.add(isLines ? text + separator : isFirst ? text : separator + text)
      isFirst = false
      return Promise.resolve(taken(bytes))
    },
    flush: () => taken(buffer.take()),
    finish: () => Promise.resolve(taken(isLines ? buffer.take() : (buffer.add(foot) ?? buffer.take()))),
  }
}
