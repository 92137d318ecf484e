import type { AbiEvent, Client } from 'viem'
import type { Coverage } from '../logs/Coverage.ts'
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
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { parseLogQuery } from '../logs/filter/parseLogQuery.ts'
import { listRows } from '../logs/list/listRows.ts'
import type { LogList } from '../logs/list/LogList.ts'
import type { LogRow } from '../logs/Log.ts'
import { scan } from '../logs/scan/scan.ts'
import type { ScanOptions } from '../logs/scan/ScanOptions.ts'
import { applyScanEvent } from '../logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import type { ScanProgress } from '../logs/snapshot/SnapshotView.ts'

export interface ReadLogsOptions extends Pick<ScanOptions, 'cache' | 'ignoreBudget' | 'signal'> {
  /** Called after each range of blocks, with the number of logs so far. */
  onProgress?: ((progress: ScanProgress & { readonly count: number }) => void) | undefined
}

export interface ReadLogsResult<row = LogRow> {
  /** In the order of the query. */
  readonly logs: LogList<row>
  /** `logs` has all matching logs of `coverage.verified`; blocks that could not be read are in `coverage.failed`. */
  readonly coverage: Coverage
  /** Whether no log is missing. */
  readonly isComplete: boolean
  /** The newest known block; `undefined` when it was not needed. */
  readonly head: bigint | undefined
}

/**
 * Reads all logs of a query into memory (`eth_getLogs`), packed: a million take about 100 MB. For more, use `writeLogs` or
 * `foldLogs`.
 *
 * @throws {@link InvalidQueryError} before any request; {@link NodeError} when no endpoint answers; the signal's reason when
 * it fires.
 *
 * @example
 * const { logs, coverage } = await readLogs(client, { address: token, events: [transfer], fromBlock: 1_000_000n })
 * for (const { args } of logs) console.log(args.from, args.value)
 */
export function readLogs<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  client: Client,
  query: TypedLogQuery<event, events, strict, abi, eventName, filters>,
  options?: ReadLogsOptions,
): Promise<ReadLogsResult<QueryLog<event, events, strict, abi, eventName, filters>>>
export function readLogs<query>(
  client: Client,
  query: ParsedLogQuery | AnyLogQuery<query>,
  options?: ReadLogsOptions,
): Promise<ReadLogsResult>
export async function readLogs(
  client: Client,
  query: LogQuery | ParsedLogQuery,
  { onProgress, ...options }: ReadLogsOptions = {},
): Promise<ReadLogsResult> {
  const parsed = parseLogQuery(query)
  let snapshot = LogsSnapshot.empty
  for await (const event of scan(client, parsed, options)) {
    snapshot = applyScanEvent(snapshot, event)
    onProgress?.({ ...snapshot.progress, count: snapshot.count })
  }
  const { selections, coverage, isComplete, head } = snapshot
  return { logs: listRows(parsed, selections), coverage, isComplete, head }
}
