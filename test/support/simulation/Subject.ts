import type { Filter } from '../../../src/logs/filter/Filter.ts'
import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import type { RawLog } from '../../../src/logs/Log.ts'

/** What a simulation follows with: a follower, a stream of changes, or a filter on a node, behind one interface. */
export interface Subject {
  /** A description for failure messages. */
  readonly words: string
  readonly filter: Filter
  /** Its first block; `undefined` for the next one when it begins. */
  readonly start: bigint | undefined
  /** The logs it starts with. */
  readonly known: readonly RawLog[]
  /** Least milliseconds between two polls. */
  readonly pollingInterval: number
  /** Whether it uses a filter on a node. */
  readonly isFilter: boolean
  /** Whether its changes are read with any delay. @default false */
  readonly isSlow?: boolean | undefined
  /** Whether it clears its state when the last listener leaves. */
  readonly forgets: boolean
  subscribe(listener: () => void): () => void
  onChange(listener: (change: FollowChange) => void): void
  /** `undefined` where it can only end. */
  readonly pause: (() => void) | undefined
  resume(): void
  report(): Report
}

/** The state that a subject reports. */
export interface Report {
  readonly status: string
  /** Whether it claims to be up to date. */
  readonly isLive: boolean
  readonly head: bigint | undefined
  readonly verifiedTo: bigint | undefined
  readonly staleFrom: bigint | undefined
  readonly error: Error | undefined
  /** All its logs, if it holds them itself. */
  readonly logs?: readonly RawLog[] | undefined
}
