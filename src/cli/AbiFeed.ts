import type { ServerResponse } from 'node:http'
import { loadAbis, type ReadAbis } from './loadAbis.ts'

interface AbiFeedOptions {
  /** How often the files are checked, in milliseconds. @default 1_000 */
  readonly interval?: number
  /** Called once if the files can no longer be read: the previous ABIs stay in use. */
  readonly onError?: (error: Error) => void
}

/** Failed checks in a row that a build may cause while it replaces the files. */
const maxFailures = 5

/**
 * Serves ABIs to pages. Checks their files, so that a rebuilt contract decodes in the open page. The previous ABIs stay while a
 * build replaces its files.
 */
export class AbiFeed {
  readonly #sources: readonly string[]
  readonly #options: AbiFeedOptions
  readonly #known: ReadAbis = new Map()
  readonly #pages = new Set<ServerResponse>()
  /** The message with the ABIs as they are now. */
  #message = ''
  /** Failed checks in a row. */
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  private constructor(sources: readonly string[], options: AbiFeedOptions) {
    this.#sources = sources
    this.#options = options
  }

  /** @throws {@link UsageError} if the ABIs cannot be loaded. */
  static async open(sources: readonly string[], options: AbiFeedOptions = {}): Promise<AbiFeed> {
    const feed = new AbiFeed(sources, options)
    feed.#message = await feed.#load()
    feed.#checkLater()
    return feed
  }

  /** Answers a page's `EventSource`: a first message with all ABIs, and another after each change. */
  serve(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(this.#message)
    this.#pages.add(response)
    response.on('close', () => this.#pages.delete(response))
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const page of this.#pages) page.end()
  }

  async #load(): Promise<string> {
    return `data: ${JSON.stringify(await loadAbis(this.#sources, this.#known))}\n\n`
  }

  /** Polling also notices folders that a build deletes and creates, which `fs.watch` loses. */
  #checkLater(): void {
    const { interval = 1_000 } = this.#options
    this.#timer = setTimeout(() => void this.#check(), interval)
  }

  async #check(): Promise<void> {
    try {
      const next = await this.#load()
      if (next !== this.#message) for (const page of this.#pages) page.write(next)
      this.#message = next
      this.#failures = 0
    } catch (error) {
      if (++this.#failures === maxFailures) this.#options.onError?.(error as Error)
    }
    if (!this.#isClosed) this.#checkLater()
  }
}
