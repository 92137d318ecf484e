import type { Client } from 'viem'
import { BaseError } from '../../errors/BaseError.ts'
import { UnreadBlocksError } from '../../errors/NodeError.ts'
import { countSpotChecks } from '../../rpc/networks/NetworkArchive.ts'
import { getPool } from '../../rpc/pool/getPool.ts'
import { unbudgetedPool } from '../../rpc/poolViews.ts'
import { archiveStatusOf } from '../archive/archiveCode.ts'
import { ChainCheck } from '../cache/ChainCheck.ts'
import { Finality } from '../chain/Finality.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import type { LogList } from '../list/LogList.ts'
import type { LogRow } from '../Log.ts'
import { lowerBound } from '../lowerBound.ts'
import { scan } from './scan.ts'
import type { ScanEvent } from './ScanEvent.ts'
import type { ScanOptions } from './ScanOptions.ts'

/** The events of {@link scanFinal}. A later event never replaces them. */
export type FinalScanEvent =
  | Extract<ScanEvent, { type: 'planned' | 'failed' }>
  | {
      readonly type: 'logs'
      /** These blocks are complete. */
      readonly range: BlockInterval
      readonly trimmed: BlockInterval | undefined
      readonly logs: LogList<LogRow>
      /** No reorg can replace them any more. */
      readonly isFinal: boolean
      /** These blocks come from an archive. */
      readonly isArchived: boolean
      /** The archive is compared with nodes when the scan ends, which may then throw. */
      readonly isUnchecked: boolean
    }

export interface ScanFinalOptions extends Omit<ScanOptions, 'control'> {
  /** Ends the scan at the last final block. @default false */
  readonly finalOnly?: boolean | undefined
}

/**
 * A {@link scan} for output that cannot be changed, such as a pipe: never yields a `reset`. Logs of blocks that are not
 * final, and all logs of a query in descending order, are held until the scan has ended.
 *
 * @throws {@link BaseError} if the whole chain is replaced during the scan; `ArchiveError` if nodes have other logs than
 * the archive that blocks were yielded from. Another scan then reads them from nodes.
 */
export async function* scanFinal(
  client: Client,
  query: ParsedLogQuery,
  { finalOnly = false, cache: given, ...options }: ScanFinalOptions = {},
): AsyncGenerator<FinalScanEvent, void, void> {
  const { signal, ignoreBudget = false } = options
  const inBudget = getPool(client)
  const pool = ignoreBudget ? unbudgetedPool(inBudget) : inBudget
  const finality = Finality.of(pool)
  const isAscending = query.order === 'asc' && !('blockHash' in query.range)
  // Otherwise cached logs would be yielded before it is known that they are of this chain.
  const identity =
    given && isAscending ? await (await ChainCheck.start(pool, given)).identify(signal) : undefined
  const cache = identity === 'unknown' || identity === 'misled' ? undefined : given
  if (isAscending) await finality.refresh(pool, signal)

  /** The last final block. */
  let finalTo = -1n
  /** All logs up to this block have been yielded. */
  let doneTo: bigint | undefined
  let held: FinalScanEvent[] = []
  const hasSpotChecks = countSpotChecks(pool.network) > 0
  let isUnchecked = false
  for await (const event of scan(client, query, { ...options, cache })) {
    if (event.type === 'preview') continue
    if (event.type === 'planned') {
      // Before the head is known, all logs come from the cache, which has only final blocks.
      if (isAscending)
        finalTo = event.head === undefined ? event.requested.to : finality.finalBlock(event.head)
      yield event
    } else if (event.type === 'reset') {
      if (event.reason === 'chain' && doneTo !== undefined)
        throw new BaseError('The chain was replaced by another one while it was read.', {
          advice: 'Start again.',
        })
      const wrong = archiveStatusOf(pool).getStatus()?.error
      if (event.reason === 'archive' && isUnchecked && wrong) throw wrong
      held = []
    } else {
      const isArchived = event.type === 'logs' && event.source === 'archive'
      const needsCheck = isArchived && hasSpotChecks
      const isDone = doneTo !== undefined && lastBlockOf(event) <= doneTo
      for (const { part, last } of isDone ? [] : splitAt(event, doneTo, finalTo)) {
        const isFinal = last <= finalTo
        const next: FinalScanEvent =
          part.type === 'logs' ? { ...part, isFinal, isArchived, isUnchecked: needsCheck } : part
        if (!isFinal) {
          held.push(next)
          continue
        }
        isUnchecked ||= needsCheck
        yield next
        doneTo = last
      }
    }
  }
  if (!finalOnly) yield* held
}

type Part =
  | Extract<FinalScanEvent, { type: 'failed' }>
  | Omit<Extract<FinalScanEvent, { type: 'logs' }>, 'isFinal' | 'isArchived' | 'isUnchecked'>

/** A part of an event, and the last block that it has logs of. */
interface EndedPart {
  readonly part: Part
  readonly last: bigint
}

/** The last block of which an event in ascending order may have logs: a limit may cut off within the block after its range. */
function lastBlockOf(event: Part): bigint {
  return event.type === 'logs' && event.trimmed ? event.trimmed.from : event.range.to
}

/** The part of an event after `doneTo`, split after the last final block. */
function splitAt(event: Part, doneTo: bigint | undefined, finalTo: bigint): readonly EndedPart[] {
  const { from } = event.range
  const end = lastBlockOf(event)
  const first = doneTo !== undefined && doneTo >= from ? doneTo + 1n : from
  const parts =
    first <= finalTo && finalTo < end
      ? [[first, finalTo] as const, [finalTo + 1n, end] as const]
      : [[first, end] as const]
  if (parts.length === 1 && first === from)
    return [{ part: event.type === 'failed' ? event : pick(event), last: end }]
  return parts.map(([from, last]) => {
    const range = { from, to: last === end ? event.range.to : last }
    if (event.type === 'failed')
      return { part: { ...event, range, error: UnreadBlocksError.of(range, event.error) }, last }
    const { logs } = event
    const below = (block: bigint) => lowerBound(logs.length, (at) => logs.at(at)!.blockNumber < block)
    const trimmed = last === end ? event.trimmed : undefined
    return { part: { type: 'logs', range, trimmed, logs: logs.slice(below(from), below(last + 1n)) }, last }
  })
}

/** Without the packed logs, and with `logs` as a plain field: a getter does not survive a spread. */
function pick({ type, range, trimmed, logs }: Exclude<Part, { type: 'failed' }>): Part {
  return { type, range, trimmed, logs }
}
