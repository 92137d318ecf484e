import type { CollectionConfig } from '@tanstack/db'
import type { AbiEvent } from 'viem'
import type {
  EventNameOf,
  EventParameters,
  EventsOf,
  MaybeAbi,
  MaybeFilters,
  QueryLog,
} from '../logs/filter/EventLog.ts'
import type { LogQuery } from '../logs/filter/LogQuery.ts'
import type { FollowChange } from '../logs/follow/FollowState.ts'
import type { LogIdentity } from '../logs/list/LogsFold.ts'
import { logId } from '../logs/order.ts'
import type { LogsConfig } from './LogsConfig.ts'
import { watchLogs, type WatchLogsParameters } from './watchLogs.ts'

export type LogsCollectionParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = EventParameters<event, events, strict, abi, eventName, filters> &
  Pick<WatchLogsParameters, 'chainId' | 'pollingInterval' | 'onStatus'> & {
    /** The first block. `'latest'`: only new logs. @default 'earliest' */
    fromBlock?: LogQuery['fromBlock']
  }

/**
 * The options of a TanStack DB collection of live logs, keyed by `logId`: history from `fromBlock` on, then new logs. Logs that
 * a reorg removed are deleted, in one transaction with those that replace them. The collection is ready once it has caught
 * up with the head. It starts to sync with its first subscriber, and stops when TanStack DB cleans it up (`gcTime`).
 *
 * @throws {@link InvalidQueryError} when the query is invalid or not known yet; {@link InvalidNetworkError} when the config
 * does not have the network: when the collection starts to sync.
 *
 * @example
 * import { createCollection } from '@tanstack/db'
 * import { logsCollectionOptions } from 'topic0/tanstack-db'
 *
 * const transfers = createCollection(
 *   logsCollectionOptions(config, { address: token, event: transfer, fromBlock: 1_000_000n }),
 * )
 */
export function logsCollectionOptions<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  config: LogsConfig,
  parameters: LogsCollectionParameters<event, events, strict, abi, eventName, filters>,
): LogsCollectionConfig<QueryLog<event, events, strict, abi, eventName, filters>> {
  type Row = QueryLog<event, events, strict, abi, eventName, filters>
  const { onStatus, ...query } = parameters as LogsCollectionParameters
  const isFromStart = !('fromBlock' in query) || query.fromBlock === null || query.fromBlock === 'earliest'
  return {
    getKey: logId,
    sync: {
      rowUpdateMode: 'full',
      sync({ begin, write, commit, markReady, markError }) {
        const rows = new CollectionRows<Row>(write)
        return watchLogs(config, {
          ...query,
          // Watching from a tag begins with the next block.
          fromBlock: isFromStart ? 0n : query.fromBlock,
          onLogs(logs, change: FollowChange) {
            begin()
            rows.apply(change, logs as readonly unknown[] as readonly Row[])
            void commit()
          },
          onStatus(status) {
            if (status.status === 'live' || status.status === 'degraded') markReady()
            onStatus?.(status)
          },
          onError: markError,
        })
      },
    },
  }
}

type Write<row> = (message: { type: 'insert'; value: row } | { type: 'delete'; key: string }) => void

/** The rows of a collection. */
class CollectionRows<row extends LogIdentity> {
  readonly #write: Write<row>
  /** The block of each row, to find those that a reset discards. */
  readonly #blocks = new Map<string, bigint>()

  constructor(write: Write<row>) {
    this.#write = write
  }

  /** Writes a change, whose new logs are `added`. */
  apply(change: FollowChange, added: readonly row[]): void {
    if (change.type === 'change') for (const log of change.removed) this.#remove(logId(log))
    else
      for (const [key, block] of [...this.#blocks])
        if (block >= change.range.from && block <= change.range.to) this.#remove(key)
    for (const row of added) this.#insert(row)
  }

  #insert(row: row): void {
    this.#blocks.set(logId(row), row.blockNumber)
    // Lazily decoded rows have private state, which proxies of the collection cannot read.
    this.#write({ type: 'insert', value: { ...row } })
  }

  #remove(key: string): void {
    if (this.#blocks.delete(key)) this.#write({ type: 'delete', key })
  }
}

/** For `createCollection`. */
export type LogsCollectionConfig<row extends object> = CollectionConfig<row, string, never> & {
  readonly schema?: never
}
