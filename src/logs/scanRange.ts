import type { Pool } from '../rpc/Pool.ts'
import { blockHashes } from './cache/blockHashes.ts'
import { clipSegment } from './cache/clipSegment.ts'
import { pickLogs } from './cache/pickLogs.ts'
import { openChainSession } from './chainSession.ts'
import type { BlockInterval } from './Coverage.ts'
import { Finality } from './Finality.ts'
import { findHeld, heldAtFront, toScanParts } from './heldParts.ts'
import type { HeldPart } from './heldParts.ts'
import type { LogSegment } from './LogSegment.ts'
import { countLogs } from './LogSelection.ts'
import type { BlockTag } from './LogQuery.ts'
import type { ParsedLogQuery } from './parseLogQuery.ts'
import { resolveRange } from './resolveRange.ts'
import type { ScanOptions } from './scan.ts'
import type { ScanEvent } from './ScanEvent.ts'
import { ScanRun } from './ScanRun.ts'
import { toLogsEvent } from './toLogsEvent.ts'
import type { ReadRange } from './toLogsEvent.ts'

/**
 * Why what was told does not hold: the chain began anew, no node can tell whether it did, or a reorganisation came in
 * between.
 */
export type ScanDoubt = 'other-chain' | 'unknown-chain' | 'reorg'

export interface BlockRange {
  readonly fromBlock: bigint | BlockTag
  readonly toBlock: bigint | BlockTag
}

/** Beyond any block, and still a number that storage can name. */
const farAway = 2n ** 53n - 1n

/**
 * Reads a range once. What is held where the query begins is told before anybody is asked. Says why all that was told has
 * to be taken back, when that is so.
 */
export async function* scanRange(
  pool: Pool,
  query: Pick<ParsedLogQuery, 'filter' | 'order' | 'limit'>,
  range: BlockRange,
  options: ScanOptions,
): AsyncGenerator<ScanEvent, ScanDoubt | undefined, void> {
  const { filter, order, limit } = query
  const { cache, signal, control } = options
  const { id } = pool.network
  const finality = Finality.of(pool)
  const newestFirst = order === 'desc'
  const from = range.fromBlock === 'earliest' ? 0n : range.fromBlock
  const to = range.toBlock === 'earliest' ? 0n : range.toBlock
  const isFixed = typeof from === 'bigint' && typeof to === 'bigint'
  let left = limit ?? Number.POSITIVE_INFINITY

  function* tell(read: ReadRange): Generator<ScanEvent, void, void> {
    yield toLogsEvent(read, order, left)
    left -= countLogs(read.selection)
  }

  const session = cache && (await openChainSession(pool, cache))
  const reach =
    typeof from === 'bigint' && (isFixed || to === 'latest')
      ? { from, to: isFixed ? to : farAway }
      : undefined
  const known = cache && reach ? await findHeld(cache, id, filter, reach) : undefined
  const front = known && reach && (isFixed || !newestFirst) ? heldAtFront(known, reach, order) : []
  const told = spanOf(front)
  if (told && reach) {
    yield {
      type: 'planned',
      range: isFixed ? reach : told,
      asked: isFixed ? reach : told,
      head: undefined,
      order,
    }
    for (const part of front) {
      signal?.throwIfAborted()
      yield* tell(heldRange(part))
      if (left <= 0) break
    }
  }
  if (told && (left <= 0 || (isFixed && told.from === from && told.to === to))) {
    signal?.throwIfAborted()
    const identity = await session?.identify(signal)
    return identity === 'same' ? undefined : `${identity ?? 'unknown'}-chain`
  }

  // In one message: to be sure of the chain, and of what is final, takes no time of its own.
  const preparing = new AbortController()
  const own = signal ? AbortSignal.any([signal, preparing.signal]) : preparing.signal
  const [resolved, identity] = await Promise.all([
    resolveRange(pool, range, own),
    session?.identify(own),
    cache && finality.refresh(own),
  ]).finally(() => {
    // When one fails, nobody waits for the others.
    preparing.abort()
  })
  const { head } = resolved
  const compared = identity === 'same' ? await session?.compareHead(head, signal) : identity
  if (compared === 'other') finality.forget()
  if (compared === 'other' || (compared === 'unknown' && told)) return `${compared}-chain`
  const trusted = compared === 'same' ? cache : undefined

  // The endpoint may be behind what was read from others.
  const newest = told && told.to > head ? told.to : head
  const asked = to === 'latest' ? { from: resolved.asked.from, to: newest } : resolved.asked
  const blocks = { from: asked.from, to: asked.to > newest ? newest : asked.to }
  if (blocks.from > blocks.to) {
    yield { type: 'planned', range: undefined, asked, head, order }
    return undefined
  }
  yield { type: 'planned', range: blocks, asked, head, order }

  const finalTo = finality.at(head)
  const rest = afterFront(blocks, told, newestFirst)
  const held = trusted ? (known ?? (await findHeld(trusted, id, filter, blocks))) : []
  const tails: LogSegment[] = []
  const run = new ScanRun(pool, filter, {
    parts: rest ? toScanParts(held, [rest]) : [],
    newestFirst,
    careful: limit !== undefined,
    signal,
    control,
    onRead(read, { segment, rows }) {
      if (!trusted) return
      const logs = rows ? pickLogs(segment, rows) : segment
      const middle = read.to < finalTo ? read.to : finalTo
      trusted.add(id, filter, { from: read.from, to: middle }, logs, { final: true })
      const tail = { from: read.from > finalTo ? read.from : finalTo + 1n, to: read.to }
      // Not to be relied on: to notice when later answers, for whatever filter, show another chain.
      trusted.add(id, filter, tail, logs, { final: false })
      if (tail.from <= tail.to) tails.push(clipSegment(logs, tail))
    },
  })
  try {
    for await (const event of run) {
      if (event.type === 'failed') {
        yield event
        continue
      }
      yield* tell(event)
      if (left <= 0) break
    }
  } finally {
    run.stop()
  }
  const isContradicted = tails.some((tail) => {
    const shown = blockHashes(tail)
    return !shown || trusted?.contradicts(id, shown)
  })
  return isContradicted ? 'reorg' : undefined
}

function spanOf(parts: readonly HeldPart[]): BlockInterval | undefined {
  const [first] = parts
  const last = parts.at(-1)
  if (!first || !last) return undefined
  return first.range.from < last.range.from
    ? { from: first.range.from, to: last.range.to }
    : { from: last.range.from, to: first.range.to }
}

/** The blocks that come after those already told. */
function afterFront(
  blocks: BlockInterval,
  told: BlockInterval | undefined,
  newestFirst: boolean,
): BlockInterval | undefined {
  if (!told) return blocks
  const rest = newestFirst ? { from: blocks.from, to: told.from - 1n } : { from: told.to + 1n, to: blocks.to }
  return rest.from > rest.to ? undefined : rest
}

function heldRange({ range, held }: HeldPart): ReadRange {
  return {
    type: 'logs',
    range,
    selection: { segment: held, rows: undefined },
    endpoint: undefined,
    dropped: 0,
  }
}
