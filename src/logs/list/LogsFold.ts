import { yieldToMain } from '../../rpc/yieldToMain.ts'
import type { RawLog } from '../Log.ts'
import { lowerBound } from '../lowerBound.ts'
import { logId } from '../order.ts'
import type { LogList } from './LogList.ts'

/**
 * Adds some logs to a state and returns the next state. Must not mutate the state it gets, which is used again after
 * a reorg. Logs arrive in chain order, many at once, so that one copy of a `Map` serves them all.
 */
export type ReduceLogs<state, row> = (state: state, logs: readonly row[]) => state

/** The fields of a row that a fold needs. */
export type LogIdentity = Pick<RawLog, 'blockNumber' | 'blockHash' | 'logIndex'>

/** The state after the first `length` logs, of which the last is `lastId`. */
export interface FoldCheckpoint<state> {
  readonly length: number
  readonly lastId: string
  readonly state: state
}

/** A checkpoint whose state is loaded when it is needed. */
export interface StoredCheckpoint<state> extends Omit<FoldCheckpoint<state>, 'state'> {
  /** Resolves to `undefined` if the state is gone. */
  load(): Promise<{ readonly state: state } | undefined>
}

export interface UpdateFoldOptions {
  readonly signal?: AbortSignal | undefined
  /** The last block up to which no log is missing and none can be replaced. @default none */
  readonly finalTo?: bigint | undefined
}

/** Milliseconds of work between two pauses, and logs per call of `reduce`. */
const sliceTime = 8
const [minBatch, maxBatch] = [16, 10_000]
/** All of the newest checkpoints are kept, and every second one of the others. */
const newest = 8
const maxCheckpoints = 24

/**
 * A state that is reduced from a growing list of one query, oldest log first. Logs are reduced once, unless a reorg
 * replaced logs, or gaps were filled, before them: then reducing resumes from the last state that is still valid. A
 * block hash commits to all blocks before it, so comparing one log is enough.
 */
export class LogsFold<row extends LogIdentity, state> {
  readonly #initial: state
  #checkpoints: FoldCheckpoint<state>[] = []
  #stored: readonly StoredCheckpoint<state>[]
  #finals = 0
  #batch = 256

  /** @param stored Shortest first. */
  constructor(initial: state, stored: readonly StoredCheckpoint<state>[] = []) {
    this.#initial = initial
    this.#stored = stored
  }

  /** The newest checkpoint of final logs only, as of the last update. */
  get final(): FoldCheckpoint<state> | undefined {
    return this.#checkpoints.findLast(({ length }) => length <= this.#finals)
  }

  /** Whether a stored checkpoint may fit once the list is longer. */
  mayFitLater(logs: LogList<row>): boolean {
    return this.#stored.some(({ length }) => length > logs.length)
  }

  /**
   * Reduces a list in slices that do not block the page.
   *
   * @param logs Oldest first.
   * @throws what `reduce` throws; the signal's reason once it fires. Logs reduced by then stay reduced.
   */
  async update(
    logs: LogList<row>,
    reduce: ReduceLogs<state, row>,
    { signal, finalTo }: UpdateFoldOptions = {},
  ): Promise<state> {
    const fits = ({ length, lastId }: Pick<FoldCheckpoint<state>, 'length' | 'lastId'>) => {
      const last = length <= logs.length ? logs.at(length - 1) : undefined
      return last !== undefined && logId(last) === lastId
    }
    const stale = this.#checkpoints.findIndex((checkpoint) => !fits(checkpoint))
    if (stale >= 0) this.#checkpoints = this.#checkpoints.slice(0, stale)
    await this.#restore(fits, signal)
    const finals =
      finalTo === undefined ? 0 : lowerBound(logs.length, (index) => logs.at(index)!.blockNumber <= finalTo)
    this.#finals = finals
    let { length: at, state } = this.#checkpoints.at(-1) ?? { length: 0, state: this.#initial }
    let until = performance.now() + sliceTime
    while (at < logs.length) {
      signal?.throwIfAborted()
      const begun = performance.now()
      // Stops at the last final log, so that there is a checkpoint.
      const end = Math.min(at + this.#batch, at < finals ? finals : logs.length)
      state = reduce(state, logs.slice(at, end).toArray())
      at = end
      const now = performance.now()
      this.#adapt(now - begun)
      const isDue = now >= until
      if (!isDue && at < logs.length && at !== finals) continue
      this.#keep({ length: at, lastId: logId(logs.at(at - 1)!), state })
      if (at === logs.length) break
      if (!isDue) continue
      await yieldToMain()
      until = performance.now() + sliceTime
    }
    return state
  }

  /** Continues with the longest stored state that fits, if it has more logs than the checkpoints. */
  async #restore(
    fits: (checkpoint: StoredCheckpoint<state>) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (const stored of this.#stored.toReversed()) {
      const { length, lastId } = stored
      if (length <= (this.#checkpoints.at(-1)?.length ?? 0) || !fits(stored)) continue
      const loaded = await stored.load()
      signal?.throwIfAborted()
      if (loaded) return this.#keep({ length, lastId, state: loaded.state })
      this.#stored = this.#stored.filter((one) => one !== stored)
    }
  }

  /** Slow batches become smaller, fast ones larger. */
  #adapt(time: number): void {
    if (time > sliceTime) this.#batch = Math.max(minBatch, this.#batch >> 1)
    else if (time < sliceTime / 4) this.#batch = Math.min(maxBatch, this.#batch * 2)
  }

  #keep(checkpoint: FoldCheckpoint<state>): void {
    const kept = [...this.#checkpoints, checkpoint]
    const old = kept.length - newest
    this.#checkpoints =
      kept.length <= maxCheckpoints ? kept : kept.filter((_, at) => at >= old || at % 2 === 0)
  }
}

export interface FoldLogsOptions<state, row> {
  /** The state before the first log. */
  readonly initial: state
  readonly reduce: ReduceLogs<state, row>
  /** Ends the fold. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Reduces a list of logs to one value, in slices that do not block the page: a sum, balances, an order book.
 *
 * @param logs Oldest first, as a query of `order: 'asc'` returns them.
 * @throws what `reduce` throws; the signal's reason once it fires.
 *
 * @example
 * const total = await foldLogs(logs.data!, { initial: 0, reduce: (count, some) => count + some.length })
 */
export function foldLogs<row extends LogIdentity, state>(
  logs: LogList<row>,
  { initial, reduce, signal }: FoldLogsOptions<state, row>,
): Promise<state> {
  return new LogsFold<row, state>(initial).update(logs, reduce, { signal })
}
