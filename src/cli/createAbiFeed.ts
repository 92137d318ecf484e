import type { ServerResponse } from 'node:http'
import { loadAbis, type ReadAbis } from './loadAbis.ts'

/** Serves ABIs to pages, and updates them when their files change. */
export interface AbiFeed {
  /** Answers a page's `EventSource`: a first message with all ABIs, and another after each change. */
  readonly serve: (response: ServerResponse) => void
  readonly close: () => void
}

interface AbiFeedOptions {
  /** How often the files are checked, in milliseconds. @default 1_000 */
  readonly interval?: number
  /** Called once if the files can no longer be read: the previous ABIs stay in use. */
  readonly onError?: (error: Error) => void
}

/** Failed checks in a row that a build may cause while it replaces the files. */
const maxFailures = 5

/**
 * Loads ABIs and watches their files, so that a rebuilt contract decodes in the open page. The previous ABIs stay while a
 * build replaces its files.
 *
 * @throws {@link UsageError} if they cannot be loaded at first.
 */
export async function createAbiFeed(
  sources: readonly string[],
  { interval = 1_000, onError }: AbiFeedOptions = {},
): Promise<AbiFeed> {
  const known: ReadAbis = new Map()
  const pages = new Set<ServerResponse>()
  const load = async () => `data: ${JSON.stringify(await loadAbis(sources, known))}\n\n`
  let message = await load()
  let isClosed = false
  let failures = 0
  // Polling also notices folders that a build deletes and creates, which `fs.watch` loses.
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => void check(), interval)
  }
  wait()
  async function check() {
    try {
      const next = await load()
      if (next !== message) for (const page of pages) page.write(next)
      message = next
      failures = 0
    } catch (error) {
      if (++failures === maxFailures) onError?.(error as Error)
    }
    if (!isClosed) wait()
  }
  return {
    serve(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(message)
      pages.add(response)
      response.on('close', () => pages.delete(response))
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const page of pages) page.end()
    },
  }
}
