import { onAbort } from '../../rpc/onAbort.ts'
import { LogSegment } from '../columns/LogSegment.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import { openColumns } from '../columns/openSegment.ts'
import type { PageMessage, RowsTask, WorkerMessage } from './archiveWorker.ts'
import type { FileSource } from './RangeFile.ts'
import { readRows, type RowsRead } from './readRows.ts'
import { startArchiveWorker } from './startArchiveWorker.ts'

/** Minimum rows to start a Worker, and to use a running one. Fewer are decoded faster than they are sent. */
const worthwhile = { start: 20_000, use: 2_000 }
/** Milliseconds that a Worker may take to load, and after which an idle one is ended. */
const limits = { load: 5_000, idle: 10_000 }

/** A Worker that reads rows, until it has had no work for a while. */
class RowsWorker {
  readonly #worker: Worker
  readonly #onEnd: (isBroken: boolean) => void
  /** Ends each task without a result. */
  readonly #tasks = new Set<() => void>()
  #idle: ReturnType<typeof setTimeout> | undefined
  readonly #loading: ReturnType<typeof setTimeout>

  /** @throws where the page allows no Workers. */
  constructor(onEnd: (isBroken: boolean) => void) {
    this.#worker = startArchiveWorker()
    this.#onEnd = onEnd
    const fail = () => this.#end(true)
    this.#loading = setTimeout(fail, limits.load)
    this.#worker.addEventListener('message', () => clearTimeout(this.#loading), { once: true })
    this.#worker.addEventListener('messageerror', fail)
    this.#worker.addEventListener('error', (event) => {
      // Not an error of the page, which then reads the rows itself.
      event.preventDefault()
      fail()
    })
  }

  /** `undefined` if the Worker cannot read them. */
  async read(
    source: FileSource,
    read: RowsRead,
    signal: AbortSignal | undefined,
  ): Promise<LogSelection | undefined> {
    signal?.throwIfAborted()
    const { port1: port, port2 } = new MessageChannel()
    const post = (message: PageMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
    let release = () => {}
    let giveUp = () => {}
    try {
      return await new Promise<LogSelection | undefined>((resolve, reject) => {
        giveUp = () => resolve(undefined)
        this.#tasks.add(giveUp)
        if (signal) release = onAbort(signal, () => reject(signal.reason as Error))
        const answer = async ({ request, range }: Extract<WorkerMessage, { request: number }>) => {
          if (range === 'index') {
            // The index is shared: it is copied.
            const { bytes } = await source.readIndex(read.file)
            return post({ request, pieces: { from: read.file.indexStart, bytes } })
          }
          const pieces = await source.readPieces(read.file, range, signal)
          post({ request, pieces }, [pieces.bytes.buffer])
        }
        port.addEventListener('messageerror', giveUp)
        port.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
          if ('request' in data) answer(data).catch(reject)
          else if ('buffers' in data) resolve(selectionOf(data))
          else reject(data.problem === undefined ? data.cause : source.fail(data.problem, data.cause))
        })
        port.start()
        this.#worker.postMessage({ read, port: port2 } satisfies RowsTask, [port2])
      })
    } finally {
      release()
      this.#tasks.delete(giveUp)
      post('abort')
      port.close()
      this.#endWhenIdle()
    }
  }

  #endWhenIdle(): void {
    if (this.#tasks.size > 0) return
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      if (this.#tasks.size === 0) this.#end(false)
    }, limits.idle)
  }

  #end(isBroken: boolean): void {
    clearTimeout(this.#loading)
    clearTimeout(this.#idle)
    this.#worker.terminate()
    this.#onEnd(isBroken)
    for (const giveUp of this.#tasks) giveUp()
  }
}

let current: RowsWorker | undefined
/** After a failure, the page reads the rows itself. */
let isBroken = false

/** The Worker of the page, if it has one and there is enough to do. */
function findWorker({ rows }: RowsRead): RowsWorker | undefined {
  // In Node, there is no page to keep responsive, and a Worker would keep the process alive.
  if (isBroken || typeof document === 'undefined' || typeof Worker === 'undefined') return undefined
  const count = rows.reduce((sum, { from, to }) => sum + to - from, 0)
  if (count < (current ? worthwhile.use : worthwhile.start)) return undefined
  try {
    current ??= new RowsWorker((broke) => {
      current = undefined
      isBroken ||= broke
    })
  } catch {
    isBroken = true
  }
  return current
}

/** {@link readRows}: in a Worker, if there are many rows and the page allows one. */
export async function readRowsInWorker(
  source: FileSource,
  read: RowsRead,
  signal: AbortSignal | undefined,
): Promise<LogSelection> {
  const selection = await findWorker(read)?.read(source, read, signal)
  return selection ?? readRows(source, read, signal)
}

function selectionOf({
  buffers,
  rows,
}: Extract<WorkerMessage, { buffers: unknown }>): LogSelection | undefined {
  const [buffer] = buffers
  const columns = buffer && openColumns(buffer, true)
  return columns && { segment: LogSegment.fromColumns(buffer, columns), rows }
}
