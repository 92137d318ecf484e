import type { Clock } from '../../rpc/Clock.ts'
import type { LogCache } from '../cache/LogCache.ts'
import type { Checkpoint } from '../cache/LogStorage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { Range } from '../filter/ParsedLogQuery.ts'
import { blocksBeforeLatest } from '../filter/relativeBlock.ts'
import type { RawLog } from '../Log.ts'
import type { FollowChange } from './FollowState.ts'
import type { HeadSource } from './head/HeadSource.ts'
import type { PageSignals } from './head/PageSignals.ts'

export interface FollowerOptions {
  readonly filter: Filter
  /** The first block to follow. @default the one after the first head */
  readonly start?: bigint | undefined
  /** Instead of `start`: this many blocks before the first head. */
  readonly startBefore?: bigint | undefined
  /** All logs up to this block have been read already. @default the block before `start` */
  readonly verifiedTo?: bigint | undefined
  /** The logs up to `verifiedTo` that are not final. @default none */
  readonly recent?: readonly RawLog[] | undefined
  /** A known final block, which shows whether the whole chain was replaced. @default none */
  readonly checkpoint?: Checkpoint | undefined
  /** Cache for reading missed blocks after a long absence. @default none */
  readonly cache?: LogCache | undefined
  /** Called with each change, before listeners see the new state. */
  readonly onChange: (change: FollowChange) => void
  /** Minimum milliseconds between two polls. @default 4_000 */
  readonly pollingInterval?: number | undefined
  /** The source of new heads. @default the network's head feed */
  readonly feed?: HeadSource | undefined
  /** Time, for tests. */
  readonly clock?: Clock | undefined
  /** Whether the page is visible and online. @default the current page */
  readonly page?: PageSignals | undefined
}

/** Where to start following a range: at a number, a distance from the head, or with the next block for a tag. */
export function startOf(range: Range): Pick<FollowerOptions, 'start' | 'startBefore'> {
  const from = 'blockHash' in range ? undefined : range.fromBlock
  return { start: typeof from === 'bigint' ? from : undefined, startBefore: blocksBeforeLatest(from) }
}
