import { countLogs } from '../columns/LogSelection.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { ScanEvent } from './ScanEvent.ts'

type FailedRange = Extract<ScanEvent, { type: 'failed' }>

/** The result of a chunk: all of its logs, a preview with some of them, or why it could not be read. */
export type ChunkResult = ({ readonly type: 'logs' | 'preview' } & RangeLogs) | FailedRange

/** Accepts results in any order, and yields them in the order of the query. */
export class ReorderBuffer {
  readonly #newestFirst: boolean
  /** By the first of their blocks in the order of the query. */
  readonly #results = new Map<bigint, ChunkResult>()
  readonly #previews = new Map<bigint, RangeLogs>()
  /** The block to hand out next, and the last one. */
  #cursor: bigint
  readonly #last: bigint
  #hasBegun = false
  #chunks = 0
  #logs = 0

  /** `range` are the blocks to hand out, of which `cached` are known from the start. */
  constructor(newestFirst: boolean, range: BlockInterval | undefined, cached: readonly RangeLogs[]) {
    this.#newestFirst = newestFirst
    const { from, to } = range ?? { from: 1n, to: 0n }
    ;[this.#cursor, this.#last] = newestFirst ? [to, from] : [from, to]
    for (const logs of cached) this.#results.set(this.#startOf(logs.range), { type: 'logs', ...logs })
  }

  /** Chunks that wait to be handed out, without cached ones. */
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

  /** Whether these blocks are next. */
  isNext(range: BlockInterval): boolean {
    return this.#startOf(range) === this.#cursor
  }

  put(result: ChunkResult): void {
    this.#results.set(this.#startOf(result.range), result)
    this.#chunks++
    this.#logs += logsIn(result)
  }

  /** A preview to yield when its blocks are next, unless the result has arrived by then. */
  putPreview(logs: RangeLogs): void {
    this.#previews.set(this.#startOf(logs.range), logs)
  }

  /** The next result or, while it is missing or if it failed, its preview. */
  next(): ChunkResult | undefined {
    const result = this.#results.get(this.#cursor)
    const preview = this.#previews.get(this.#cursor)
    this.#previews.delete(this.#cursor)
    if (!result || (preview && result.type === 'failed')) return preview && { type: 'preview', ...preview }
    this.#results.delete(this.#cursor)
    this.#hasBegun = true
    if (!isCached(result)) {
      this.#chunks--
      this.#logs -= logsIn(result)
    }
    this.#cursor = this.#newestFirst ? result.range.from - 1n : result.range.to + 1n
    return result
  }

  #startOf({ from, to }: BlockInterval): bigint {
    return this.#newestFirst ? to : from
  }
}

function isCached(result: ChunkResult): boolean {
  return result.type !== 'failed' && result.endpoint === undefined
}

function logsIn(result: ChunkResult): number {
  return result.type === 'failed' ? 0 : countLogs(result.selection)
}
