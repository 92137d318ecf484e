import type { BlockInterval } from '../Coverage.ts'
import { countLogs } from '../columns/LogSelection.ts'
import type { ScanEvent } from './ScanEvent.ts'
import type { ScanPart } from './toScanParts.ts'
import type { ReadPreview, ReadRange } from './toLogsEvent.ts'

/** What became of a part of a scan. */
export type ReadEvent = ReadRange | ReadPreview | Extract<ScanEvent, { type: 'failed' }>

/** What has come in whatever order, handed out in the order of the query. */
export class ReorderBuffer {
  readonly #newestFirst: boolean
  /** By the block that the query comes to first. */
  readonly #events = new Map<bigint, Exclude<ReadEvent, ReadPreview>>()
  readonly #previews = new Map<bigint, ReadPreview>()
  /** The block whose turn it is, and the last one. */
  #cursor: bigint
  readonly #last: bigint
  #hasBegun = false
  #chunks = 0
  #logs = 0

  /** `parts` are in ascending order, without overlap or gap. */
  constructor(newestFirst: boolean, parts: readonly ScanPart[]) {
    this.#newestFirst = newestFirst
    const [lowest, highest] = [parts[0]?.range.from ?? 1n, parts.at(-1)?.range.to ?? 0n]
    ;[this.#cursor, this.#last] = newestFirst ? [highest, lowest] : [lowest, highest]
    for (const { range, held } of parts)
      if (held)
        this.#events.set(this.#startOf(range), {
          type: 'logs',
          range,
          selection: held,
          endpoint: undefined,
          rejected: 0,
        })
  }

  /** Chunks that wait to be handed out, without what was held before. */
  get chunks(): number {
    return this.#chunks
  }

  /** The logs of these chunks. */
  get logs(): number {
    return this.#logs
  }

  /** Whether anything was handed out. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Whether everything was handed out. */
  get isOver(): boolean {
    return this.#newestFirst ? this.#cursor < this.#last : this.#cursor > this.#last
  }

  /** Whether it is these blocks' turn. */
  begins(range: BlockInterval): boolean {
    return this.#startOf(range) === this.#cursor
  }

  /** What is handed out when its turn comes, unless more is known by then. */
  preview(preview: ReadPreview): void {
    this.#previews.set(this.#startOf(preview.range), preview)
  }

  put(event: Exclude<ReadEvent, ReadPreview>): void {
    this.#events.set(this.#startOf(event.range), event)
    this.#chunks++
    this.#logs += logsOf(event)
  }

  /** What comes next, once it is there. */
  next(): ReadEvent | undefined {
    const event = this.#events.get(this.#cursor)
    const preview = this.#previews.get(this.#cursor)
    this.#previews.delete(this.#cursor)
    if (!event || (preview && event.type === 'failed')) return preview
    this.#events.delete(this.#cursor)
    this.#hasBegun = true
    if (!isHeld(event)) {
      this.#chunks--
      this.#logs -= logsOf(event)
    }
    this.#cursor = this.#newestFirst ? event.range.from - 1n : event.range.to + 1n
    return event
  }

  #startOf({ from, to }: BlockInterval): bigint {
    return this.#newestFirst ? to : from
  }
}

function isHeld(event: ReadEvent): boolean {
  return event.type === 'logs' && event.endpoint === undefined
}

function logsOf(event: ReadEvent): number {
  return event.type === 'logs' ? countLogs(event.selection) : 0
}
