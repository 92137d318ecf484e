import { sliceTime } from '../../rpc/Pace.ts'
import { yieldToMain } from '../../rpc/yieldToMain.ts'
import type { RawLog } from '../Log.ts'
import { lowerBound } from '../lowerBound.ts'
import { logId } from '../order.ts'
import { copyInSlices } from './copyState.ts'
import type { LogList } from './LogList.ts'

/**
 * Adds some logs to a state and returns the next state. Must not mutate the state it gets, which is used again after
 * a reorg, unless `mutates` is set. Logs arrive in chain order, many at once, so that one copy of a `Map` serves them all.
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

export interface MutatingOptions {
  /**
   * Whether `reduce` changes the state it gets, and returns it. Much faster for large states, such as the balances of all
   * holders in a `Map`: the state is copied for each result instead of each call, in slices that do not block the page. It
   * may contain plain objects, arrays, `Map`, `Set`, `Date` and primitive values. @default false
   */
  readonly mutates?: boolean | undefined
}

export interface LogsFoldOptions<state> extends MutatingOptions {
  /** Shortest first. */
  readonly stored?: readonly StoredCheckpoint<state>[] | undefined
}

export interface UpdateFoldOptions {
  readonly signal?: AbortSignal | undefined
  /** The last block up to which no log is missing and none can be replaced. @default none */
  readonly finalTo?: bigint | undefined
}

/** Maximum milliseconds for the logs of a call with a high fixed cost, such as copying a large `Map`. */
const maxTime = 16
/** Logs per call of `reduce`. */
const [minBatch, maxBatch] = [16, 10_000]
/** One of this many calls is a probe: it has few logs, to measure the fixed cost of a call. */
const callsPerProbe = 16
/** The newest checkpoints are all kept; of the others, every second one. */
const newest = 8
const maxCheckpoints = 16

/**
 * A state that is reduced from a growing list of one query, oldest log first. Logs are reduced once, unless a reorg
 * replaced logs, or gaps were filled, before them: then reducing resumes from the last state that is still valid. A
 * block hash commits to all blocks before it, so comparing one log is enough.
 */
export class LogsFold<row extends LogIdentity, state> {
  readonly #initial: state
  readonly #mutates: boolean
  #checkpoints: FoldCheckpoint<state>[] = []
  #stored: readonly StoredCheckpoint<state>[]
  /** The state after the last call of `reduce`. The next call may change it. */
  #working: FoldCheckpoint<state> | undefined
  #finals = 0
  #batch = 256
  #calls = 0
  /** Milliseconds of the latest probes. */
  #probes: readonly number[] = []

  constructor(initial: state, { stored = [], mutates = false }: LogsFoldOptions<state> = {}) {
    this.#initial = initial
    this.#stored = stored
    this.#mutates = mutates
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
   * Reduces a list in slices that do not block the page. Updates must not overlap: abort one before the next begins.
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
    const last = this.#checkpoints.at(-1) ?? { length: 0, lastId: '', state: this.#initial }
    if (last.length === logs.length) return last.state
    let working = this.#working
    if (!working || working.length < last.length || !fits(working)) working = await this.#copy(last, signal)
    let until = performance.now() + sliceTime
    while (working.length < logs.length) {
      signal?.throwIfAborted()
      const { length } = working
      // Stops at the last final log, so that there is a checkpoint.
      const batch = this.#calls++ % callsPerProbe === 0 ? minBatch : this.#batch
      const end = Math.min(length + batch, length < finals ? finals : logs.length)
      const begun = performance.now()
      // If the call throws, it may have changed the state in part.
      if (this.#mutates) this.#working = undefined
      const state = reduce(working.state, logs.slice(length, end).toArray())
      working = { length: end, lastId: logId(logs.at(end - 1)!), state }
      this.#working = working
      const now = performance.now()
      this.#adapt(end - length, now - begun)
      if (end === finals && end < logs.length) await this.#keep(working, signal)
      // The next call may take as long.
      if (now + (now - begun) < until || end === logs.length) continue
      await yieldToMain()
      until = performance.now() + sliceTime
    }
    return this.#keep(working, signal)
  }

  /** Continues from the longest stored state that fits, if it has more logs than the checkpoints. */
  async #restore(
    fits: (checkpoint: StoredCheckpoint<state>) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (const stored of this.#stored.toReversed()) {
      const { length, lastId } = stored
      if (length <= (this.#checkpoints.at(-1)?.length ?? 0) || !fits(stored)) continue
      const loaded = await stored.load()
      signal?.throwIfAborted()
      if (loaded) return this.#add({ length, lastId, state: loaded.state })
      this.#stored = this.#stored.filter((one) => one !== stored)
    }
  }

  /** Slow batches become smaller, fast ones larger. The fixed cost of a call does not count: smaller batches would not help. */
  #adapt(count: number, time: number): void {
    if (count <= minBatch) this.#probes = [...this.#probes.slice(-2), time]
    // Other work on the machine slows some calls.
    const call = Math.min(...this.#probes)
    const allowed = Math.max(sliceTime, Math.min(call, maxTime))
    if (time - call > allowed) this.#batch = Math.max(minBatch, this.#batch >> 1)
    else if (count >= this.#batch && time - call < allowed / 2)
      this.#batch = Math.min(maxBatch, this.#batch * 2)
  }

  async #copy(
    checkpoint: FoldCheckpoint<state>,
    signal: AbortSignal | undefined,
  ): Promise<FoldCheckpoint<state>> {
    if (!this.#mutates) return checkpoint
    return { ...checkpoint, state: await copyInSlices(checkpoint.state, signal) }
  }

  /** Adds a checkpoint that stays as it is, and returns its state. */
  async #keep(working: FoldCheckpoint<state>, signal: AbortSignal | undefined): Promise<state> {
    const checkpoint = await this.#copy(working, signal)
    this.#add(checkpoint)
    return checkpoint.state
  }

  #add(checkpoint: FoldCheckpoint<state>): void {
    const kept = [...this.#checkpoints, checkpoint]
    const old = kept.length - newest
    this.#checkpoints =
      kept.length <= maxCheckpoints ? kept : kept.filter((_, at) => at >= old || at % 2 === 0)
  }
}

export interface FoldLogsOptions<state, row> extends MutatingOptions {
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
  { initial, reduce, mutates, signal }: FoldLogsOptions<state, row>,
): Promise<state> {
  return new LogsFold<row, state>(initial, { mutates }).update(logs, reduce, { signal })
}
