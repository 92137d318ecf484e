'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ExportFormat } from '../logs/export/ExportFormat.ts'
import type { ExportJob } from '../logs/export/ExportJob.ts'
import { exportLogs } from '../logs/export/exportLogs.ts'
import type { ExportLogsOptions } from '../logs/export/exportLogs.ts'
import type { ExportLogList } from '../logs/export/readInSlices.ts'
import { toFileName } from '../logs/export/toFileName.ts'
import { openSaveFile } from './openSaveFile.ts'
import type { SaveFile } from './openSaveFile.ts'

export interface ExportRequest extends Omit<ExportLogsOptions, 'signal' | 'onProgress'> {
  logs: ExportLogList
  /** Without its ending. @default 'logs' */
  fileName?: string | undefined
}

export interface UseLogsExportReturnType {
  /** The export that was begun last; `undefined` before the first, and once it was dismissed. */
  readonly job: ExportJob | undefined
  /** Begins to write a file; one that is under way is cancelled. Call it within a click. */
  readonly start: (request: ExportRequest) => void
  /** Ends the export. Nothing of the file is kept. */
  readonly cancel: () => void
  /** Forgets what came of it. */
  readonly dismiss: () => void
}

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
}

// With more logs it is worth a question where to: the file then goes to the disk while it is written.
const many = 20_000

/**
 * Saves logs as a file, piece by piece, so that a million of them hold up neither the page nor its memory. Ends with the
 * component.
 *
 * @example
 * const { job, start, cancel } = useLogsExport()
 * const save = () => logs.data && start({ logs: logs.data, format: 'csv' })
 */
export function useLogsExport(): UseLogsExportReturnType {
  const [job, setJob] = useState<ExportJob>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback((request: ExportRequest) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    void save(request, controller.signal, (next) => {
      if (running.current === controller) setJob(next)
    })
  }, [])
  const cancel = useCallback(() => running.current?.abort(), [])
  const dismiss = useCallback(() => setJob((now) => (now?.status === 'running' ? now : undefined)), [])
  return { job, start, cancel, dismiss }
}

async function save(
  { logs, fileName = 'logs', ...options }: ExportRequest,
  signal: AbortSignal,
  report: (job: ExportJob | undefined) => void,
): Promise<void> {
  const name = `${toFileName(fileName)}.${options.format}`
  let file: SaveFile | undefined
  let job: ExportJob = { status: 'running', fileName: name, fraction: 0, written: 0 }
  try {
    file = await openSaveFile({ name, type: types[options.format], ask: logs.length > many })
    job = { ...job, fileName: file.name }
    report(job)
    const pieces = exportLogs(logs, {
      ...options,
      signal,
      onProgress: ({ fraction, written }) => {
        // A screen shows no more than percents.
        const seen = Math.floor(job.fraction * 100) === Math.floor(fraction * 100)
        job = { ...job, fraction, written }
        if (!seen) report(job)
      },
    })
    for await (const bytes of pieces) await file.write(bytes)
    signal.throwIfAborted()
    await file.close()
    report({ ...job, status: 'done', fraction: 1 })
  } catch (error) {
    // The first error is the one to tell of: what is left of the file is the browser's to clean up then.
    await file?.discard().catch(() => {})
    // Who did not choose a place to save to has not begun.
    if (!file && isAbort(error)) return report(undefined)
    if (signal.aborted) return report({ ...job, status: 'cancelled' })
    report({ ...job, status: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
