import type { Client } from 'viem'
import { getPool } from '../rpc/getPool.ts'
import { onAbort } from '../rpc/onAbort.ts'
import type { LogCache } from './cache/LogCache.ts'
import { pickLogs } from './cache/pickLogs.ts'
import type { BlockInterval } from './Coverage.ts'
import type { ScanControl } from './createScanControl.ts'
import type { Filter } from './Filter.ts'
import { subtract, toIntervalSet } from './intervals.ts'
import { countLogs } from './LogSelection.ts'
import { toLogsEvent } from './toLogsEvent.ts'
import type { LogQuery } from './LogQuery.ts'
import { parseLogQuery } from './parseLogQuery.ts'
import { readBlock } from './readBlock.ts'
import { resolveRange } from './resolveRange.ts'
import type { ScanEvent } from './ScanEvent.ts'
import { ScanRun } from './ScanRun.ts'
import type { ScanPart } from './ScanRun.ts'

export interface ScanOptions {
  /** Blocks that can never change are taken from here, also for wider filters, and put here. @default none */
  cache?: LogCache | undefined
  /** Ends the scan: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
  /** Pauses and resumes the scan: while it is paused, no read begins. */
  control?: ScanControl | undefined
}

/**
 * Reads history (`eth_getLogs`): cuts the range into chunks of a size that it learns, reads them over the network's
 * endpoints at once, verifies each log, and yields them in order. A block is never claimed unless the endpoint that
 * answered for it had it.
 *
 * @throws {@link InvalidQueryError} before anything is sent; {@link NodeError} when not even the head could be read;
 * the signal's reason when it fires.
 *
 * @example
 * for await (const event of scan(client, { address: token, events: [transfer], fromBlock: 1_000_000n }))
 *   if (event.type === 'logs') console.log(event.range, event.logs.length)
 */
export async function* scan(
  client: Client,
  query: LogQuery,
  options: ScanOptions = {},
): AsyncGenerator<ScanEvent, void, void> {
  const { filter, range, order, limit } = parseLogQuery(query)
  const pool = getPool(client)
  const { signal, cache, control } = options
  signal?.throwIfAborted()
  await untilResumed(control, signal)
  if ('blockHash' in range) {
    yield* readBlock(pool, filter, range.blockHash, { order, limit, signal })
    return
  }
  const { id, finality } = pool.network
  const { fromBlock, toBlock } = range
  const fixed =
    typeof fromBlock === 'bigint' && typeof toBlock === 'bigint'
      ? { from: fromBlock, to: toBlock }
      : undefined
  const known = fixed && cache && (await lookUp(cache, id, filter, fixed))
  // With everything held for good, nobody need be asked anything.
  const { asked, head } = known?.every(({ held }) => held)
    ? { asked: fixed!, head: undefined }
    : await resolveRange(pool, range, signal)
  const blocks = { from: asked.from, to: head !== undefined && asked.to > head ? head : asked.to }
  if (blocks.from > blocks.to) {
    yield { type: 'planned', range: undefined, asked, head, order }
    return
  }
  yield { type: 'planned', range: blocks, asked, head, order }

  let left = limit ?? Number.POSITIVE_INFINITY
  const finalTo = head === undefined ? undefined : head - BigInt(finality)
  const run = new ScanRun(pool, filter, {
    parts: cache ? await lookUp(cache, id, filter, blocks) : [{ range: blocks, held: undefined }],
    newestFirst: order === 'desc',
    careful: limit !== undefined,
    signal,
    control,
    onRead({ from, to }, { segment, rows }) {
      if (!cache || finalTo === undefined || from > finalTo) return
      // Only what can never change is kept: the rest is read again next time.
      const final = { from, to: to < finalTo ? to : finalTo }
      cache.add(id, filter, final, rows ? pickLogs(segment, rows) : segment, { final: true })
    },
  })
  try {
    for await (const event of run) {
      if (event.type === 'failed') {
        yield event
        continue
      }
      yield toLogsEvent(event, order, left)
      left -= countLogs(event.selection)
      if (left <= 0) return
    }
  } finally {
    run.stop()
  }
}

/** The blocks of a range, in order, with what is held of them for good. */
async function lookUp(
  cache: LogCache,
  networkId: number,
  filter: Filter,
  blocks: BlockInterval,
): Promise<ScanPart[]> {
  await cache.load(networkId, filter, blocks)
  const final = cache.lookup(networkId, filter, blocks).held.filter((one) => one.final)
  const missing = subtract([blocks], toIntervalSet(final.map(({ range }) => range)))
  return [
    ...final.map(({ range, segment }) => ({ range, held: segment })),
    ...missing.map((range) => ({ range, held: undefined })),
  ].sort((a, b) => (a.range.from < b.range.from ? -1 : 1))
}

/** Resolves at once, or when a pause ends; rejects with the signal's reason. */
async function untilResumed(
  control: ScanControl | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!control?.isPaused()) return
  let stop = [] as (() => void)[]
  await new Promise<void>((resolve, reject) => {
    stop = [
      control.subscribe(() => control.isPaused() || resolve()),
      onAbort(signal, () => reject(signal?.reason as Error)),
    ]
  }).finally(() => stop.forEach((one) => one()))
}
