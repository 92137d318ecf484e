import { NodeError } from '../errors/NodeError.ts'
import { fromStateText, toStateText } from '../logs/cache/stateText.ts'
import { rowsKey, type ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { copyInSlices } from '../logs/list/copyState.ts'
import type { MutatingOptions, ReduceLogs } from '../logs/list/LogsFold.ts'
import type { LogRow } from '../logs/Log.ts'
import type { FinalScanEvent } from '../logs/scan/scanFinal.ts'
import type { ScanOptions } from '../logs/scan/ScanOptions.ts'
import { Pace } from '../rpc/Pace.ts'
import type { Pool } from '../rpc/Pool.ts'
import { unbudgetedPool } from '../rpc/poolViews.ts'
import { findBlockHash } from './findBlockHash.ts'
import { FoldFile, type FoldedState } from './FoldFile.ts'

export interface FoldLogsOptions<state, row = LogRow>
  extends Pick<ScanOptions, 'cache' | 'ignoreBudget' | 'signal'>, MutatingOptions {
  /** The state before the first log. Never changed. */
  readonly initial: state
  /** Adds logs to the state and returns the next state. Must not mutate the state it gets, unless `mutates` is set. */
  readonly reduce: ReduceLogs<state, row>
  /**
   * A file that keeps the state and its block between calls. Use another file when `reduce` changes. With it,
   * `fromBlock` is a number, or left out.
   * @default none: each call starts at the first block
   */
  readonly storage?: string | undefined
  /** Writes a state as text. @default JSON that also keeps `bigint`, `Map`, `Set` and `Date` */
  readonly serialize?: ((state: state) => string) | undefined
  readonly deserialize?: ((text: string) => state) | undefined
}

export interface FoldLogsResult<state> {
  /** The state after all logs up to `head`. */
  readonly state: state
  /** The newest known block; `undefined` if nothing was left to read. */
  readonly head: bigint | undefined
  /** The block of the stored state. The next call continues after it. */
  readonly storedTo: bigint | undefined
}

type FinalLogs = Extract<FinalScanEvent, { type: 'logs' }>

/** Milliseconds between two writes of the state. */
const saveInterval = 1_000
/** Logs per call of `reduce`. */
const sliceLength = 2_000

/** Reduces the logs of one `foldLogs` as they arrive, and stores the state after final blocks. */
export class FoldRun<state> {
  head: bigint | undefined
  /** The block of the stored state. */
  storedTo: bigint | undefined
  readonly #pool: Pool
  readonly #options: FoldLogsOptions<state, never>
  readonly #file: FoldFile | undefined
  readonly #pace = new Pace()
  #state: state
  #savedAt = performance.now()
  /** Whether the state has logs of an archive that is being checked. */
  #isUnchecked = false
  /** The state after all final blocks so far, until newer ones are reduced. */
  #final: { readonly block: bigint; readonly state: state } | undefined

  private constructor(
    pool: Pool,
    options: FoldLogsOptions<state, never>,
    file: FoldFile | undefined,
    state: state,
  ) {
    this.#pool = pool
    this.#options = options
    this.#file = file
    this.#state = state
  }

  /** Starts with the newest stored state whose block is still on the chain, or else with the initial one. */
  static async start<state>(
    pool: Pool,
    query: ParsedLogQuery,
    options: FoldLogsOptions<state, never>,
  ): Promise<FoldRun<state>> {
    const { initial, mutates = false, signal, storage } = options
    const { deserialize = fromStateText as (text: string) => state } = options
    const key = `${pool.network.id} ${rowsKey(query)}`
    const file = storage === undefined ? undefined : await FoldFile.open(storage, key)
    const stored = await findCurrent(pool, file?.points ?? [], signal)
    file?.rewind(stored)
    const state = stored ? deserialize(stored.state) : mutates ? await copyInSlices(initial, signal) : initial
    // The state is stored also when the calls are used up: what they have read would be lost.
    const run = new FoldRun(unbudgetedPool(pool), options, file, state)
    run.storedTo = stored?.block
    return run
  }

  async add({ logs, range, isFinal, isUnchecked }: FinalLogs): Promise<void> {
    // Blocks that are not final come last, once all others are checked. Their state is not stored.
    if (!isFinal) {
      await this.finish()
      this.#final = undefined
    }
    const { reduce, signal } = this.#options
    for (let at = 0; at < logs.length; at += sliceLength) {
      this.#state = reduce(this.#state, logs.slice(at, at + sliceLength).toArray() as never)
      if (this.#pace.isDue) await this.#pace.rest()
      signal?.throwIfAborted()
    }
    if (!isFinal) return
    this.#isUnchecked ||= isUnchecked
    this.#final = { block: range.to, state: this.#state }
    if (performance.now() - this.#savedAt >= saveInterval) await this.save()
  }

  /** Stores the state once all final blocks are read and their logs checked. */
  async finish(): Promise<void> {
    this.#isUnchecked = false
    await this.save()
  }

  async save(): Promise<void> {
    const final = this.#final
    if (!this.#file || !final || this.#isUnchecked || final.block === this.storedTo) return
    const { serialize = toStateText, signal } = this.#options
    const { hash } = await findBlockHash(this.#pool, final.block, signal)
    this.#savedAt = performance.now()
    // Without the block's hash, the state could not be compared with the chain later.
    if (hash === undefined) return
    await this.#file.add({ block: final.block, hash, state: serialize(final.state) })
    this.storedTo = final.block
  }

  result(): FoldLogsResult<state> {
    return { state: this.#state, head: this.head, storedTo: this.storedTo }
  }
}

/**
 * The newest point whose block is still on the chain.
 *
 * @throws {@link NodeError} if no endpoint has any of their blocks, because it may only be behind.
 */
async function findCurrent(
  pool: Pool,
  points: readonly FoldedState[],
  signal: AbortSignal | undefined,
): Promise<FoldedState | undefined> {
  let isReplaced = false
  for (const point of points.toReversed()) {
    const { hash } = await findBlockHash(pool, point.block, signal)
    if (hash === point.hash) return point
    isReplaced ||= hash !== undefined
  }
  if (isReplaced || points.length === 0) return undefined
  throw new NodeError('No endpoint has the blocks of the stored states.', {
    kind: 'beyond-head',
    method: 'eth_getBlockByNumber',
    advice: 'Try again once an endpoint has caught up. If the chain has been reset, use another file.',
  })
}
