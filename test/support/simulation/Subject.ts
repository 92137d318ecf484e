import type { Filter } from '../../../src/logs/filter/Filter.ts'
import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import type { RawLog } from '../../../src/logs/Log.ts'

/** What follows in a simulation: a follower, a stream of changes or a filter on a node, all alike to who listens. */
export interface Subject {
  /** How it was made, for whoever looks at a failure. */
  readonly words: string
  readonly filter: Filter
  /** The first block that belongs to it; `undefined` when that is the next one at the time it begins. */
  readonly start: bigint | undefined
  /** The logs that it was given to begin with. */
  readonly known: readonly RawLog[]
  /** Least milliseconds between two polls. */
  readonly pollingInterval: number
  /** It has a filter on a node, or tries to. */
  readonly isFilter: boolean
  /** Begins anew with the next listener once the last has left. */
  readonly forgets: boolean
  subscribe(listener: () => void): () => void
  onChange(listener: (change: FollowChange) => void): void
  /** `undefined` where it can only end. */
  readonly pause: (() => void) | undefined
  resume(): void
  report(): Report
}

/** What a subject says of itself. */
export interface Report {
  readonly status: string
  /** It is up to date, by its own account. */
  readonly isLive: boolean
  readonly head: bigint | undefined
  readonly verifiedTo: bigint | undefined
  readonly staleFrom: bigint | undefined
  readonly error: Error | undefined
  /** All its logs, where it keeps them itself. */
  readonly logs?: readonly RawLog[] | undefined
}
