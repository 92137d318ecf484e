import type { Clock } from '../../rpc/Clock.ts'
import type { LogCache } from '../cache/LogCache.ts'
import type { Filter } from '../filter/Filter.ts'
import type { Range } from '../filter/ParsedLogQuery.ts'
import { blocksBeforeLatest } from '../filter/relativeBlock.ts'
import type { RawLog } from '../Log.ts'
import type { Checkpoint } from './Checkpoints.ts'
import type { FollowChange } from './FollowState.ts'
import type { HeadSource } from './head/HeadSource.ts'
import type { PageSignals } from './head/PageSignals.ts'

export interface FollowerOptions {
  readonly filter: Filter
  /** The first block to follow. @default the one after the first head */
  readonly start?: bigint | undefined
  /** Instead of `start`: so many blocks before the first head. */
  readonly startBefore?: bigint | undefined
  /** All logs up to this block are known already. @default the block before `start` */
  readonly verifiedTo?: bigint | undefined
  /** The logs of the blocks up to `verifiedTo` that are not final. @default none */
  readonly tail?: readonly RawLog[] | undefined
  /** A final block that was seen, to notice a chain that was replaced altogether. @default none */
  readonly anchor?: Checkpoint | undefined
  /** Where what is read after a long time away is kept, and looked for. @default none */
  readonly cache?: LogCache | undefined
  /** Told of each change, before the state tells of it. */
  readonly onChange: (change: FollowChange) => void
  /** Least milliseconds between two polls. @default 4_000 */
  readonly pollingInterval?: number | undefined
  /** What wakes it. @default the network's heads */
  readonly feed?: HeadSource | undefined
  /** Time, for tests. */
  readonly clock?: Clock | undefined
  /** Whether the page is shown and online. @default the page this runs in */
  readonly page?: PageSignals | undefined
}

/** Where following a range begins; with the next block where the range has no number. */
export function startOf(range: Range): Pick<FollowerOptions, 'start' | 'startBefore'> {
  const from = 'blockHash' in range ? undefined : range.fromBlock
  return { start: typeof from === 'bigint' ? from : undefined, startBefore: blocksBeforeLatest(from) }
}
