// The script of a Worker that decodes rows of archives. The page sends their bytes.
import { ArchiveError } from '../../errors/ArchiveError.ts'
import type { FilePieces } from './ArchiveHost.ts'
import type { ByteRange } from './PieceHashes.ts'
import type { FileSource } from './RangeFile.ts'
import { readRows, type RowsRead } from './readRows.ts'

/** The first message from the page. All others go through the port. */
export interface RowsTask {
  readonly read: RowsRead
  readonly port: MessagePort
}

/** From the page to the Worker: the answer to a request, whose hashes the page has checked, or the end of the task. */
export type PageMessage = { readonly request: number; readonly pieces: FilePieces } | 'abort'

/** From the Worker to the page. */
export type WorkerMessage =
  /** Requests the index of the file, or the bytes of a range. */
  | { readonly request: number; readonly range: ByteRange | 'index' }
  | { readonly buffers: readonly ArrayBuffer[]; readonly rows: Uint32Array<ArrayBuffer> | undefined }
  /** Failed: with a `problem` of the file, or because of an error. */
  | { readonly problem: string | undefined; readonly cause: unknown }

/** Reads the file of a task through the page. */
class PageSource implements FileSource {
  readonly #port: MessagePort
  readonly #waiting: ((pieces: FilePieces) => void)[] = []
  #problem: { readonly error: ArchiveError; readonly text: string } | undefined
  #index: ReturnType<FileSource['readIndex']> | undefined

  constructor(port: MessagePort) {
    this.#port = port
  }

  readonly readIndex: FileSource['readIndex'] = () => {
    this.#index ??= this.#request('index').then(({ bytes }) => ({ bytes, pieces: undefined }))
    return this.#index
  }

  readonly readPieces: FileSource['readPieces'] = (_, range) => this.#request(range)

  readonly fail: FileSource['fail'] = (text, cause) => {
    const error = new ArchiveError('', text, { cause })
    this.#problem = { error, text }
    return error
  }

  /** The problem that an error stands for; `undefined` for other errors. */
  problemOf(error: unknown): string | undefined {
    return error === this.#problem?.error ? this.#problem?.text : undefined
  }

  answer(request: number, pieces: FilePieces): void {
    this.#waiting[request]?.(pieces)
  }

  #request(range: ByteRange | 'index'): Promise<FilePieces> {
    return new Promise((resolve) => {
      const request = this.#waiting.push(resolve) - 1
      this.#port.postMessage({ request, range } satisfies WorkerMessage)
    })
  }
}

addEventListener('message', ({ data: { read, port } }: MessageEvent<RowsTask>) => {
  const ending = new AbortController()
  const source = new PageSource(port)
  port.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
    if (data === 'abort') ending.abort()
    else source.answer(data.request, data.pieces)
  })
  port.start()
  readRows(source, read, ending.signal)
    .then(({ segment, rows }) => {
      const buffers = segment.toBuffers()
      const owned = rows?.slice()
      const message = { buffers, rows: owned } satisfies WorkerMessage
      port.postMessage(message, owned ? [...buffers, owned.buffer] : [...buffers])
    })
    .catch((error: unknown) => {
      const problem = source.problemOf(error)
      const cause = problem === undefined || !(error instanceof ArchiveError) ? error : error.cause
      port.postMessage({ problem, cause } satisfies WorkerMessage)
    })
})

// Tells the page that the script has loaded.
postMessage('ready')
