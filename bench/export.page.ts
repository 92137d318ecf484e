import { openSaveFile } from '../src/hooks/openSaveFile.ts'
import { createTextFormat } from '../src/logs/export/createTextFormat.ts'
import { exportColumns } from '../src/logs/export/exportColumns.ts'
import type { ExportFormat } from '../src/logs/export/ExportFormat.ts'
import { exportLogs } from '../src/logs/export/exportLogs.ts'
import type { LogList } from '../src/logs/list/LogList.ts'
import type { LogRow } from '../src/logs/Log.ts'
import { packedLogs } from './packedLogs.ts'
import { watch } from './watch.ts'

let logs: LogList<LogRow> | undefined

// The download itself is not measured, and would ask for a folder.
HTMLAnchorElement.prototype.click = () => {}

/** Measures how far the heap grows while something runs, in bytes. */
async function weigh<result>(run: () => Promise<result>): Promise<{ result: result; bytes: number }> {
  const { gc } = globalThis as unknown as { gc: () => void }
  // `memory` is a new object each time.
  const used = () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize
  gc()
  const before = used()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, used())), 20)
  const result = await run()
  most = Math.max(most, used())
  clearInterval(timer)
  return { result, bytes: most - before }
}

async function measure(run: () => Promise<number>) {
  let time = 0
  const { result, bytes } = await weigh(() =>
    watch(async () => {
      const start = performance.now()
      const size = await run()
      time = performance.now() - start
      return size
    }),
  )
  return { time, bytes, size: result.result, task: result.task, frame: result.frame }
}

const work = {
  async prepare(count: number) {
    logs = await packedLogs(count)
    return logs.length
  },
  ours: (format: ExportFormat) =>
    measure(async () => {
      const file = (await openSaveFile({ name: 'logs', type: 'text/plain', ask: false }))!
      let size = 0
      for await (const bytes of exportLogs(logs!, { format })) {
        size += bytes.byteLength
        await file.write(bytes)
      }
      await file.close()
      return size
    }),
  /** Makes the text of the same logs at once. */
  'at once': (format: 'csv' | 'json' | 'ndjson') =>
    measure(async () => {
      const text = createTextFormat({
        ...{ format, content: 'decoded', provenance: undefined },
        columns: exportColumns('decoded'),
      })
      // JSON as one string would exceed the maximum length of a string.
      const rows = logs!.map((log) => text.row(log) + text.separator)
      return new Blob([text.head].concat(rows, text.foot)).size
    }),
}

Object.assign(globalThis, { work })
