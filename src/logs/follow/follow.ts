import type { AbiEvent, Client } from 'viem'
import type { Clock } from '../../rpc/Clock.ts'
import { onAbort } from '../../rpc/onAbort.ts'
import type { LogCache } from '../cache/LogCache.ts'
import type { Checkpoint } from '../cache/LogStorage.ts'
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
import { parseFollowQuery } from '../filter/parseFollowQuery.ts'
import type { LogRow } from '../Log.ts'
import { Follower } from './Follower.ts'
import { startOf } from './FollowerOptions.ts'
import type { FollowChange, FollowState } from './FollowState.ts'
import type { PageSignals } from './head/PageSignals.ts'
import { toRowsChange } from './toRowsChange.ts'

export interface FollowOptions {
  /** Stops following: no request is sent after it fires. */
  signal?: AbortSignal | undefined
  /** Cache for reading missed blocks after a long absence. @default none */
  cache?: LogCache | undefined
  /** Minimum milliseconds between two polls while there is no working socket. @default 4_000 */
  pollingInterval?: number | undefined
  /** Time, for tests. */
  clock?: Clock | undefined
  /** Whether the page is visible and online. @default the current page */
  page?: PageSignals | undefined
}

/** A change of the logs, or a new live status. */
export type FollowEvent<row = LogRow> =
  | FollowChange<row>
  | { readonly type: 'status'; readonly state: FollowState }

/**
 * Follows the head of the chain (`eth_subscribe`, `eth_getBlockByNumber`, `eth_getLogs`): yields each log once, and
 * reports logs of replaced blocks as removed, whether or not the node does. Begins at `fromBlock` (`'latest-500'` is
 * 500 blocks before the latest one), or with the next block if that is a tag or missing. `order` and `limit` do not apply:
 * logs come oldest first. Ends when the signal fires or the loop is left.
 *
 * @throws {@link InvalidQueryError} before any request; the signal's reason when it fires. Other errors are retried,
 * and reported as a status.
 *
 * @example
 * for await (const event of follow(client, { address: token, events: [transfer] })) {
 *   if (event.type === 'change') console.log(event.added, event.removed)
 *   // Too deep to say what was removed: discard all earlier logs of these blocks.
 *   if (event.type === 'reset') console.log(event.range, event.current)
 * }
 */
export function follow<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  client: Client,
  query: TypedLogQuery<event, events, strict, abi, eventName, filters>,
  options?: FollowOptions,
): AsyncGenerator<FollowEvent<QueryLog<event, events, strict, abi, eventName, filters>>, void, void>
export function follow<query>(
  client: Client,
  query: ParsedLogQuery | AnyLogQuery<query>,
  options?: FollowOptions,
): AsyncGenerator<FollowEvent, void, void>
export function follow(
  client: Client,
  query: LogQuery | ParsedLogQuery,
  options: FollowOptions = {},
): AsyncGenerator<FollowEvent, void, void> {
  return followAfter(undefined, client, query, options)
}

/** {@link follow} after a history whose last block is known, so that a chain replaced below it is noticed. */
export async function* followAfter(
  checkpoint: Checkpoint | undefined,
  client: Client,
  query: LogQuery | ParsedLogQuery,
  options: FollowOptions,
): AsyncGenerator<FollowEvent, void, void> {
  const { signal, ...rest } = options
  const parsed = parseFollowQuery(query, options.pollingInterval)
  const { filter, range } = parsed
  signal?.throwIfAborted()
  const events = new EventQueue()
  const follower = new Follower(client, {
    ...rest,
    filter,
    ...startOf(range),
    checkpoint,
    onChange: (change) => events.push(toRowsChange(parsed, change)),
  })
  const stop = follower.subscribe(() => events.push({ type: 'status', state: follower.getState() }))
  // Immediately, even while the consumer is busy with the last event.
  const stopListening = onAbort(signal, () => {
    stop()
    events.wake()
  })
  try {
    for (;;) {
      signal?.throwIfAborted()
      const event = events.take()
      if (event) yield event
      else await events.wait()
    }
  } finally {
    stopListening()
    stop()
  }
}

/** The events that the consumer has not taken yet. */
class EventQueue {
  readonly #events: FollowEvent[] = []
  #wake = () => {}

  push(event: FollowEvent): void {
    // Only the latest status matters, but no change may be lost.
    if (event.type === 'status' && this.#events.at(-1)?.type === 'status') this.#events.pop()
    this.#events.push(event)
    this.#wake()
  }

  take(): FollowEvent | undefined {
    return this.#events.shift()
  }

  /** Resolves at the next event, or when {@link wake} is called. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  wake(): void {
    this.#wake()
  }
}
