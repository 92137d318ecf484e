'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { lazyModule } from '../base/lazyModule.ts'
import { Listeners } from '../base/Listeners.ts'
import type { ExportFormat } from '../logs/export/ExportFormat.ts'
import type { ExportJob } from '../logs/export/ExportJob.ts'
import type { ExportLogsOptions } from '../logs/export/exportLogs.ts'
import type { ExportLogList } from '../logs/export/readInSlices.ts'
import { toFileName } from '../logs/export/toFileName.ts'
import { openSaveFile, type SaveFile } from './openSaveFile.ts'

export interface ExportRequest extends Omit<ExportLogsOptions, 'signal' | 'onProgress'> {
  logs: ExportLogList
  /** Without its extension. @default 'logs' */
  fileName?: string | undefined
}

export interface UseLogsExportReturnType {
  /** The latest export; `undefined` before the first, and after `dismiss`. */
  readonly job: ExportJob | undefined
  /** Starts an export, and cancels a running one. Call it from a click handler. */
  readonly start: (request: ExportRequest) => void
  /** Cancels the export and discards the file. */
  readonly cancel: () => void
  /** Clears the result. */
  readonly dismiss: () => void
}

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
}

const lazyExport = /* @__PURE__ */ lazyModule(() => import('../logs/export/exportLogs.ts'))

// Larger exports ask where to save, so that they are written to disk directly.
const askAbove = 20_000

/**
 * Saves logs as a file, in small pieces: even a million logs neither block the page nor fill its memory. Unmounting
 * cancels the export.
 *
 * @example
 * const { job, start, cancel } = useLogsExport()
 * const save = () => logs.data && start({ logs: logs.data, format: 'csv' })
 */
export function useLogsExport(): UseLogsExportReturnType {
  return useLogsExporter()
}

/** @param shared Used instead of an exporter of the component, which its unmounting cancels. */
export function useLogsExporter(shared?: LogsExporter): UseLogsExportReturnType {
  const [own] = useState(createLogsExporter)
  useEffect(() => own.cancel, [own])
  const { getJob, subscribe, ...actions } = shared ?? own
  return { job: useSyncExternalStore(subscribe, getJob, () => undefined), ...actions }
}

/** Exports one list at a time, independent of the components that show its progress. */
export interface LogsExporter extends Omit<UseLogsExportReturnType, 'job'> {
  readonly getJob: () => ExportJob | undefined
  readonly subscribe: (listener: () => void) => () => void
}

export function createLogsExporter(): LogsExporter {
  const changes = new Listeners()
  let job: ExportJob | undefined
  let running: AbortController | undefined
  const setJob = (next: ExportJob | undefined) => {
    job = next
    changes.notify()
  }
  return {
    getJob: () => job,
    subscribe: changes.add,
    start(request) {
      running?.abort()
      const controller = new AbortController()
      running = controller
      void save(request, controller.signal, (next) => {
        if (running === controller) setJob(next)
      })
    },
    cancel: () => running?.abort(),
    dismiss: () => setJob(job?.status === 'running' ? job : undefined),
  }
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
    file = await openSaveFile({ name, type: types[options.format], ask: logs.length > askAbove })
    // The user closed the file picker: the export has not started.
    if (!file) return report(undefined)
    job = { ...job, fileName: file.name }
    report(job)
    const { exportLogs } = lazyExport.loaded() ?? (await lazyExport.load())
    signal.throwIfAborted()
    const pieces = exportLogs(logs, {
      ...options,
      signal,
      onProgress: ({ fraction, written }) => {
        // Screens show whole percents only.
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
    // Report the first error: the browser cleans up what is left of the file.
    await file?.discard().catch(() => {})
    if (signal.aborted) return report({ ...job, status: 'cancelled' })
    report({ ...job, status: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
  }
}
