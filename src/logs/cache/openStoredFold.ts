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

/** The states of one fold in storage. */
export interface StoredFold<state> {
  /** Shortest first. */
  readonly checkpoints: readonly StoredCheckpoint<state>[]
  /** Stores the newest checkpoint, at most every few seconds: writing takes less than a tenth of the time. */
  save(checkpoint: FoldCheckpoint<state>): void
  /** Stops writing. A state that is not written completely is not stored. */
  close(): void
}

/** Minimum milliseconds between two writes. */
const saveInterval = 5_000

/**
 * Opens the stored states of a fold. Reading and writing them does not block the page. A storage that fails counts as empty.
 */
export async function openStoredFold<state>(
  folds: FoldStorage,
  options: StoredFoldOptions,
): Promise<StoredFold<state>> {
  const { chainId, name, version, onError } = options
  const points = await readFrom(() => folds.list(chainId, name), [])
  const closing = new AbortController()
  let savedId: string | undefined
  let next: FoldCheckpoint<state> | undefined
  let isWaiting = false
  let timer: unknown

  async function readFrom<result>(read: () => Promise<result>, otherwise: result): Promise<result> {
    try {
      return await read()
    } catch (error) {
      onError(error as Error)
      return otherwise
    }
  }

  async function load(point: FoldPoint): Promise<{ readonly state: state } | undefined> {
    const parts = await readFrom(() => folds.read(chainId, name, point), undefined)
    if (!parts) return undefined
    try {
      const { result } = await runInSlices(readStateParts(parts))
      savedId ??= point.lastId
      return { state: result as state }
    } catch {
      // A damaged state is reduced again.
      return undefined
    }
  }

  async function write({ state, length, lastId }: FoldCheckpoint<state>): Promise<void> {
    const parts: string[] = []
    const steps = (function* () {
      for (const part of writeStateParts(state)) yield parts.push(part)
    })()
    await runInSlices(steps, { signal: closing.signal })
    await folds.write(chainId, name, { version, length, lastId }, parts)
  }

  async function saveNext(): Promise<void> {
    const checkpoint = next
    if (isWaiting || !checkpoint || closing.signal.aborted) return
    next = undefined
    isWaiting = true
    const begun = systemClock.now()
    await write(checkpoint).catch((error: Error) => {
      if (!closing.signal.aborted) onError(error)
    })
    if (closing.signal.aborted) return
    timer = systemClock.setTimeout(
      () => {
        isWaiting = false
        void saveNext()
      },
      Math.max(saveInterval, 10 * (systemClock.now() - begun)),
    )
  }

  return {
    checkpoints: points
      .filter((point) => point.version === version)
      .map(({ length, lastId, ...point }) => {
        let loading: ReturnType<typeof load> | undefined
        return { length, lastId, load: () => (loading ??= load({ length, lastId, ...point })) }
      }),
    save(checkpoint) {
      if (checkpoint.lastId === savedId) return
      savedId = checkpoint.lastId
      next = checkpoint
      void saveNext()
    },
    close() {
      closing.abort()
      systemClock.clearTimeout(timer)
    },
  }
}
