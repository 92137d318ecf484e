import type { Client } from 'viem'
import { getPool } from '../../rpc/pool/getPool.ts'
import { unbudgetedPool, withReason } from '../../rpc/poolViews.ts'
import type { LogQuery } from '../filter/LogQuery.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { parseLogQuery } from '../filter/parseLogQuery.ts'
import { untilAborted } from '../untilAborted.ts'
import type { ScanControl } from './createScanControl.ts'
import { readBlock } from './readBlock.ts'
import { resolveToBlock } from './resolveToBlock.ts'
import type { ScanEvent } from './ScanEvent.ts'
import type { HistoryOptions } from './ScanOptions.ts'
import { scanRange } from './scanRange.ts'

/** Attempts before a scan accepts that the chain keeps changing while it reads. */
const maxAttempts = 3

/** The implementation of `scan`, which loads it on first use. The types of its events do not depend on the query. */
export async function* readHistory(
  client: Client,
  query: LogQuery | ParsedLogQuery,
  options: HistoryOptions = {},
): AsyncGenerator<ScanEvent, void, void> {
  const { signal } = options
  for await (const event of scanAttempts(client, query, options)) {
    // No event is yielded once the signal has fired, even if it was ready before.
    signal?.throwIfAborted()
    yield event
  }
}

async function* scanAttempts(
  client: Client,
  query: LogQuery | ParsedLogQuery,
  options: HistoryOptions,
): AsyncGenerator<ScanEvent, void, void> {
  const parsed = parseLogQuery(query)
  const { range } = parsed
  const { signal, control, ignoreBudget = false } = options
  signal?.throwIfAborted()
  await untilResumed(control, signal)
  const inBudget = withReason(getPool(client), 'scan')
  const pool = ignoreBudget || control?.ignoresBudget() ? unbudgetedPool(inBudget) : inBudget
  if ('blockHash' in range) {
    yield* readBlock(pool, parsed, range.blockHash, options)
    return
  }
  let { cache } = options
  for (let attempt = 1; ; attempt++) {
    const restart = yield* scanRange(pool, parsed, await resolveToBlock(pool, range, signal), {
      ...options,
      cache,
    })
    if (!restart || (restart === 'reorg' && attempt >= maxAttempts)) return
    // A cache of an unconfirmed chain is not used: everything is read, and nothing stored.
    if (restart === 'unknown-chain' || (restart !== 'archive' && attempt >= maxAttempts)) cache = undefined
    yield { type: 'reset', reason: restart === 'reorg' || restart === 'archive' ? restart : 'chain' }
  }
}

/** Resolves when the scan is not paused; rejects with the signal's reason. */
async function untilResumed(
  control: ScanControl | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!control?.isPaused()) return
  let unsubscribe = () => {}
  const resumed = new Promise<void>((resolve) => {
    unsubscribe = control.subscribe(() => control.isPaused() || resolve())
  })
  await untilAborted(resumed, signal).finally(unsubscribe)
}
