import type { BlockRange } from './resolveToBlock.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { blockHashes } from '../columns/blockHashes.ts'
import { clipSegment } from '../columns/clipSegment.ts'
import type { CachedLogs } from '../cache/LogCache.ts'
import { pickLogs } from '../columns/pickLogs.ts'
import { startChainCheck } from '../cache/startChainCheck.ts'
import type { BlockInterval } from '../Coverage.ts'
import { Finality } from '../chain/Finality.ts'
import { FirstRead } from './FirstRead.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { countLogs } from '../columns/LogSelection.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { resolveRange } from '../chain/resolveRange.ts'
import type { ScanOptions } from './ScanOptions.ts'
import type { ScanEvent } from './ScanEvent.ts'
import { ScanRun } from './ScanRun.ts'
import { toLogsEvent, toPreviewEvent } from './toLogsEvent.ts'
import type { ReadRange } from './toLogsEvent.ts'
import { toScanParts } from './toScanParts.ts'

/**
 * Why what was told does not hold: the chain began anew, no node can tell whether it did, or a reorganisation came in
 * between.
 */
export type ScanDoubt = 'other-chain' | 'unknown-chain' | 'reorg'

/** Beyond any block, and still a number that storage can name. */
const farAway = 2n ** 53n - 1n

/**
 * Reads a range once. What is held where the query begins is told before anybody is requested. Says why all that was told has
 * to be taken back, when that is so.
 */
export async function* scanRange(
  pool: Pool,
  query: ParsedLogQuery,
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
    const event = toLogsEvent(read, query, left)
    yield event
    left -= countLogs(event.selection)
  }

  const session = cache && (await startChainCheck(pool, cache))
  const reach =
    typeof from === 'bigint' && (isFixed || to === 'latest')
      ? { from, to: isFixed ? to : farAway }
      : undefined
  // Up to a head that is not known yet, newest first: what outlived the page is told, and again behind what came since.
  const isEarly = newestFirst && !isFixed
  const found = cache && reach ? await cache.find(id, filter, reach, order) : undefined
  const preparing = new AbortController()
  const own = signal ? AbortSignal.any([signal, preparing.signal]) : preparing.signal
  const reading = found?.read(own)
  const known: CachedLogs[] = []
  let told: BlockInterval | undefined
  const mayBegin = !isEarly || !session?.isDone
  const front = found && reach && mayBegin && frontOf(found.ranges, isEarly ? undefined : reach, newestFirst)
  if (front && reading) {
    const planned = isFixed ? reach : front
    yield { type: 'planned', range: planned, requested: planned, head: undefined, order, limit }
    while (left > 0) {
      const { value: part } = await reading.next()
      if (!part) break
      known.push(part)
      const next = frontOf([...(told ? [told] : []), part.range], front, newestFirst)
      // After a gap, or a record that was not what its key says.
      if (!next || isSame(next, told)) break
      told = next
      yield* tell({ type: 'logs', ...part, endpoint: undefined, rejected: 0 })
    }
  }
  if (told && !isEarly && (left <= 0 || (isFixed && told.from === from && told.to === to))) {
    signal?.throwIfAborted()
    const identity = await session?.identify(signal)
    return identity === 'same' ? undefined : `${identity ?? 'unknown'}-chain`
  }

  const beginning = new AbortController()
  let first: FirstRead | undefined
  const resolving = resolveRange(pool, range, own).then((known) => {
    const held = cache ? found?.ranges : []
    // The first logs to show do not wait for what else there is to find out.
    if (!told && held && !control?.isPaused()) {
      const signals = [beginning.signal, ...(signal ? [signal] : [])]
      first = FirstRead.begin(pool, filter, { ...known, held, newestFirst, signal: AbortSignal.any(signals) })
    }
    return known
  })
  try {
    // Beside each other: to be sure of the chain, and of what is final, takes no time of its own.
    const [resolved, identity] = await Promise.all([
      resolving,
      session?.identify(own),
      cache && finality.refresh(pool, own),
      left > 0 && collect(reading, known),
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
    const requested = to === 'latest' ? { from: resolved.requested.from, to: newest } : resolved.requested
    const blocks = { from: requested.from, to: requested.to > newest ? newest : requested.to }
    if (blocks.from > blocks.to) {
      yield { type: 'planned', range: undefined, requested, head, order, limit }
      return undefined
    }
    const isPushed = told !== undefined && isEarly && newest > told.to
    if (isPushed) yield { type: 'reset', reason: 'head' }
    yield { type: 'planned', range: blocks, requested, head, order, limit }

    const finalTo = finality.finalBlock(head)
    let rest: BlockInterval | undefined = blocks
    if (told && isPushed) {
      // There are as many as were wanted already, and newer ones can only push others out.
      if (left <= 0) rest = { from: told.from, to: blocks.to }
      left = limit ?? Number.POSITIVE_INFINITY
    } else if (told) rest = left > 0 ? afterFront(blocks, told, newestFirst) : undefined
    if (trusted && !found) await collect((await trusted.find(id, filter, blocks, order)).read(signal), known)
    const tails: LogSegment[] = []
    const run = new ScanRun(pool, filter, {
      parts: rest ? toScanParts(trusted ? known : [], [rest]) : [],
      newestFirst,
      careful: limit !== undefined,
      first: first ?? (told ? undefined : true),
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
        if (event.type === 'failed') yield event
        else if (event.type === 'preview') yield toPreviewEvent(event, query, left)
        else yield* tell(event)
        if (left <= 0) break
      }
    } finally {
      run.stop()
    }
    const isContradicted = tails.some((tail) => {
      const shown = blockHashes(tail)
      return !shown || trusted?.conflictsWith(id, shown)
    })
    return isContradicted ? 'reorg' : undefined
  } finally {
    beginning.abort()
  }
}

/** The blocks that are there without a gap from where a query begins; from the first that there is, if that is anywhere. */
function frontOf(
  ranges: readonly BlockInterval[],
  blocks: BlockInterval | undefined,
  newestFirst: boolean,
): BlockInterval | undefined {
  let front: BlockInterval | undefined
  let next = newestFirst ? blocks?.to : blocks?.from
  for (const { from, to } of ranges) {
    if (next !== undefined && (newestFirst ? to : from) !== next) break
    front = newestFirst ? { from, to: front?.to ?? to } : { from: front?.from ?? from, to }
    next = newestFirst ? from - 1n : to + 1n
  }
  return front
}

function isSame(a: BlockInterval, b: BlockInterval | undefined): boolean {
  return a.from === b?.from && a.to === b.to
}

async function collect(reading: AsyncIterable<CachedLogs> | undefined, into: CachedLogs[]): Promise<void> {
  if (reading) for await (const part of reading) into.push(part)
}

/** The blocks that come after those already told. */
function afterFront(
  blocks: BlockInterval,
  told: BlockInterval,
  newestFirst: boolean,
): BlockInterval | undefined {
  const rest = newestFirst ? { from: blocks.from, to: told.from - 1n } : { from: told.to + 1n, to: blocks.to }
  return rest.from > rest.to ? undefined : rest
}
