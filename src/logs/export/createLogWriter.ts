import { lazyModule } from '../../base/lazyModule.ts'
import type { Pace } from '../../rpc/Pace.ts'
import type { TextFormatOptions } from './createTextFormat.ts'
import type { ExportFormat } from './ExportFormat.ts'
import type { LogWriter } from './LogWriter.ts'
import { TextLogWriter } from './TextLogWriter.ts'

/** Loaded on demand: only Parquet needs its library. */
const lazyParquet = /* @__PURE__ */ lazyModule(() => import('./ParquetLogWriter.ts'))

export interface LogWriterOptions extends Omit<TextFormatOptions, 'format'> {
  readonly format: ExportFormat
  /** Number of logs already in the file, whose head is then not written again. @default a new file */
  readonly continuesAfter?: number | undefined
  readonly pace: Pace
}

export async function createLogWriter(options: LogWriterOptions): Promise<LogWriter> {
  const { format, columns, provenance, pace } = options
  if (format !== 'parquet') return new TextLogWriter({ ...options, format })
  const { ParquetLogWriter } = await lazyParquet.load()
  return new ParquetLogWriter({ columns, provenance, pace })
}
