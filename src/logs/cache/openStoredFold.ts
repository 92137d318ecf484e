import { systemClock } from '../../rpc/Clock.ts'
import { runInSlices } from '../../rpc/runInSlices.ts'
import type { FoldCheckpoint, StoredCheckpoint } from '../list/LogsFold.ts'
import type { FoldPoint, FoldStorage } from './FoldStorage.ts'
import { readStateParts, writeStateParts } from './stateText.ts'

export interface StoredFoldOptions {
  readonly chainId: number
  /** Identifies the query and the reducer. */
  readonly name: string
  /** The version of the reducer. */
  readonly version: number
  /** Called when a state cannot be written as text, and when the storage fails. */
  onError(error: Error): void
}

/** Minimum milliseconds between two writes. */
const saveInterval = 5_000

/** The states of one fold in storage. Reading and writing them does not block the page. */
export class StoredFold<state> {
  /** Shortest first. */
  readonly checkpoints: readonly StoredCheckpoint<state>[]
  readonly #folds: FoldStorage
  readonly #options: StoredFoldOptions
  readonly #closing = new AbortController()
  /** The last log of the state that was loaded or saved last. */
  #savedId: string | undefined
  /** The state to write next. */
  #next: FoldCheckpoint<state> | undefined
  #isWaiting = false
  #timer: unknown

  constructor(folds: FoldStorage, options: StoredFoldOptions, points: readonly FoldPoint[]) {
    this.#folds = folds
    this.#options = options
    this.checkpoints = points
      .filter((point) => point.version === options.version)
      .map((point) => {
        let loading: Promise<{ readonly state: state } | undefined> | undefined
        const { length, lastId } = point
        return { length, lastId, load: () => (loading ??= this.#load(point)) }
      })
  }

  /** Stores the newest checkpoint, at most every few seconds: writing takes less than a tenth of the time. */
  save(checkpoint: FoldCheckpoint<state>): void {
    if (checkpoint.lastId === this.#savedId) return
    this.#savedId = checkpoint.lastId
    this.#next = checkpoint
    void this.#saveNext()
  }

  /** Stops writing. A state that is not written completely is not stored. */
  close(): void {
    this.#closing.abort()
    systemClock.clearTimeout(this.#timer)
  }

  async #load(point: FoldPoint): Promise<{ readonly state: state } | undefined> {
    const { chainId, name, onError } = this.#options
    const parts = await readFrom(() => this.#folds.read(chainId, name, point), undefined, onError)
    if (!parts) return undefined
    try {
      const { result } = await runInSlices(readStateParts(parts))
      this.#savedId ??= point.lastId
      return { state: result as state }
    } catch {
      // A damaged state is reduced again.
      return undefined
    }
  }

  async #saveNext(): Promise<void> {
    const checkpoint = this.#next
    const { signal } = this.#closing
    if (this.#isWaiting || !checkpoint || signal.aborted) return
    this.#next = undefined
    this.#isWaiting = true
    const begun = systemClock.now()
    await this.#write(checkpoint).catch((error: Error) => {
      if (!signal.aborted) this.#options.onError(error)
    })
    if (signal.aborted) return
    this.#timer = systemClock.setTimeout(
      () => {
        this.#isWaiting = false
        void this.#saveNext()
      },
      Math.max(saveInterval, 10 * (systemClock.now() - begun)),
    )
  }

  async #write({ state, length, lastId }: FoldCheckpoint<state>): Promise<void> {
    const { chainId, name, version } = this.#options
    const parts: string[] = []
    const steps = (function* () {
      for (const part of writeStateParts(state)) yield parts.push(part)
    })()
    await runInSlices(steps, { signal: this.#closing.signal })
    await this.#folds.write(chainId, name, { version, length, lastId }, parts)
  }
}

/** Opens the stored states of a fold. A storage that fails counts as empty. */
export async function openStoredFold<state>(
  folds: FoldStorage,
  options: StoredFoldOptions,
): Promise<StoredFold<state>> {
  const { chainId, name, onError } = options
  const points = await readFrom(() => folds.list(chainId, name), [], onError)
  return new StoredFold(folds, options, points)
}

/** Reads from a storage; `otherwise` if that fails, which is reported. */
async function readFrom<result>(
  read: () => Promise<result>,
  otherwise: result,
  onError: (error: Error) => void,
): Promise<result> {
  try {
    return await read()
  } catch (error) {
    onError(error as Error)
    return otherwise
  }
}
