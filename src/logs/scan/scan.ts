import type { AbiEvent, Client } from 'viem'
import { lazyModule } from '../../base/lazyModule.ts'
import type {
  AnyLogQuery,
  EventNameOf,
  EventsOf,
  MaybeAbi,
  TypedLogQuery,
  MaybeFilters,
  QueryLog,
} from '../filter/EventLog.ts'
import type { LogQuery } from '../filter/LogQuery.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { untilAborted } from '../untilAborted.ts'
import type { ScanEvent } from './ScanEvent.ts'
import type { ScanOptions } from './ScanOptions.ts'

const lazyHistory = /* @__PURE__ */ lazyModule(() => import('./readHistory.ts'))

/**
 * Reads history (`eth_getLogs`): splits the range into chunks of a size that it learns, reads them from all endpoints of
 * the network in parallel, verifies each log, and yields logs in order. A block counts as read only if the endpoint that
 * answered had it. Once per session, one block (`eth_getBlockByNumber`) confirms that a persisted cache is of the same
 * chain, along with the head (`eth_blockNumber`). Its code is loaded with the first scan.
 *
 * @throws {@link InvalidQueryError} before any request; {@link NodeError} when the head or the chain could not be read;
 * {@link ModuleLoadError} when its code could not be loaded; the signal's reason when it fires.
 *
 * @example
 * for await (const event of scan(client, { address: token, events: [transfer], fromBlock: 1_000_000n }))
 *   if (event.type === 'logs') console.log(event.range, event.logs.length)
 */
export function scan<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  client: Client,
  query: TypedLogQuery<event, events, strict, abi, eventName, filters>,
  options?: ScanOptions,
): AsyncGenerator<ScanEvent<QueryLog<event, events, strict, abi, eventName, filters>>, void, void>
export function scan<query>(
  client: Client,
  query: ParsedLogQuery | AnyLogQuery<query>,
  options?: ScanOptions,
): AsyncGenerator<ScanEvent, void, void>
export async function* scan(
  client: Client,
  query: LogQuery | ParsedLogQuery,
  options?: ScanOptions,
): AsyncGenerator<ScanEvent, void, void> {
  const { signal } = options ?? {}
  signal?.throwIfAborted()
  // Loading code can take several attempts.
  const { readHistory } = await untilAborted(lazyHistory.load(), signal)
  yield* readHistory(client, query, options)
}
