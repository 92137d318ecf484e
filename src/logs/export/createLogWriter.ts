import { lazyModule } from '../../base/lazyModule.ts'
import type { Pace } from '../../rpc/Pace.ts'
import type { LogRow } from '../Log.ts'
import { createTextFormat, type TextFormatOptions } from './createTextFormat.ts'
import type { ExportFormat } from './ExportFormat.ts'
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

export interface LogWriterOptions extends Omit<TextFormatOptions, 'format'> {
  readonly format: ExportFormat
  /** Number of logs already in the file, whose head is then not written again. @default a new file */
  readonly continuesAfter?: number | undefined
  readonly pace: Pace
}

export async function createLogWriter(options: LogWriterOptions): Promise<LogWriter> {
  const { format, columns, provenance, pace } = options
  if (format !== 'parquet') return createTextWriter({ ...options, format })
  const { createParquetWriter } = await lazyParquet.load()
  return { ...createParquetWriter(columns, provenance, pace), flush: () => [] }
}

function createTextWriter({
  continuesAfter,
  ...options
}: TextFormatOptions & { continuesAfter?: number | undefined }): LogWriter {
  const { head, row, separator, foot } = createTextFormat(options)
  // Lines are terminated rather than separated, so that a file can be read while it grows.
  const isLines = options.format !== 'json'
  const buffer = new TextBuffer()
  let isFirst = !continuesAfter
  if (continuesAfter === undefined) buffer.add(head)
  return {
    add(logs) {
      const text = logs.map(row).join(separator)
      if (logs.length > 0) buffer.add(isLines ? text + separator : isFirst ? text : separator + text)
      isFirst &&= logs.length === 0
      return Promise.resolve(buffer.isFull ? buffer.take() : [])
    },
    flush: () => buffer.take(),
    finish() {
      if (!isLines) buffer.add(foot)
      return Promise.resolve(buffer.take())
    },
  }
}
