import type { AbiEvent, Client } from 'viem'
import { ArchiveError } from '../errors/ArchiveError.ts'
import { InvalidQueryError } from '../errors/InvalidQueryError.ts'
import { UnreadBlocksError } from '../errors/NodeError.ts'
import type {
  AnyLogQuery,
  EventNameOf,
  EventsOf,
  MaybeAbi,
  MaybeFilters,
  QueryLog,
  TypedLogQuery,
} from '../logs/filter/EventLog.ts'
import type { LogQuery } from '../logs/filter/LogQuery.ts'
import { withParts, type ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { parseLogQuery } from '../logs/filter/parseLogQuery.ts'
import { resolveToBlock } from '../logs/scan/resolveToBlock.ts'
import { scanFinal } from '../logs/scan/scanFinal.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import { unbudgetedPool } from '../rpc/poolViews.ts'
import { FoldRun, type FoldLogsOptions, type FoldLogsResult } from './FoldRun.ts'

/**
 * Reduces all logs of a query to one value (`eth_getLogs`): a sum, balances, an order book. With `storage`, final
 * blocks are read once: after a crash, or in the next run of a job, reading continues from the stored state. Newer
 * blocks are reduced again in each call, so that a reorg needs no undo. If blocks of the stored state were replaced,
 * an earlier state is used or, without one, all blocks are read. If nodes contradict an archive, its blocks are read again.
 *
 * @throws {@link InvalidQueryError} before any request; {@link UnreadBlocksError} at the first blocks that cannot be
 * read; {@link NodeError} when no endpoint answers; the signal's reason when it fires; what `reduce` throws.
 *
 * @example
 * import { foldLogs } from 'topic0/node'
 *
 * const query = { address: token, events: [transfer], fromBlock: 1_000_000n } as const
 * const { state } = await foldLogs(client, query, {
 *   initial: 0n,
 *   reduce: (sum, logs) => logs.reduce((total, { args }) => total + args.value, sum),
 *   storage: 'volume.json',
 * })
 */
export function foldLogs<
  state,
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  client: Client,
  query: TypedLogQuery<event, events, strict, abi, eventName, filters>,
  options: FoldLogsOptions<state, QueryLog<event, events, strict, abi, eventName, filters>>,
): Promise<FoldLogsResult<state>>
export function foldLogs<query, state>(
  client: Client,
  query: ParsedLogQuery | AnyLogQuery<query>,
  options: FoldLogsOptions<state>,
): Promise<FoldLogsResult<state>>
export async function foldLogs<state>(
  client: Client,
  query: LogQuery | ParsedLogQuery,
  options: FoldLogsOptions<state, never>,
): Promise<FoldLogsResult<state>> {
  const parsed = parseLogQuery(query)
  try {
    return await readFold(client, parsed, options)
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    // From now on, the archive is not used.
    return readFold(client, parsed, options)
  }
}

async function readFold<state>(
  client: Client,
  query: ParsedLogQuery,
  options: FoldLogsOptions<state, never>,
): Promise<FoldLogsResult<state>> {
  const { range } = query
  if ('blockHash' in range || query.order === 'desc' || query.limit !== undefined)
    throw refusal('query', 'A fold reads a range of blocks from the first to the last, without a limit.')
  const { cache, ignoreBudget = false, signal, storage } = options
  if (storage !== undefined && typeof range.fromBlock !== 'bigint' && range.fromBlock !== 'earliest')
    throw refusal(
      'fromBlock',
      'A fold with `storage` begins at the same block in each call: pass its number.',
    )
  const inBudget = getPool(client)
  const pool = ignoreBudget ? unbudgetedPool(inBudget) : inBudget
  const run = await FoldRun.start(pool, query, options)
  const { storedTo } = run
  let rest = query
  if (storedTo !== undefined) {
    const { toBlock } = await resolveToBlock(pool, range, signal)
    if (typeof toBlock === 'bigint' && storedTo >= toBlock) return run.result()
    rest = withParts(query, { range: { fromBlock: storedTo + 1n, toBlock } })
  }
  for await (const event of scanFinal(client, rest, { cache, ignoreBudget, signal })) {
    if (event.type === 'planned') run.head = event.head
    else if (event.type === 'logs') await run.add(event)
    else {
      // Report the missing blocks rather than a failure to store the state.
      await run.save().catch(() => undefined)
      signal?.throwIfAborted()
      throw UnreadBlocksError.of(event.range, event.error)
    }
  }
  await run.finish()
  return run.result()
}

const refusal = (path: string, message: string) => new InvalidQueryError([{ path, message }])
