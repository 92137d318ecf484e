import type { AbiEvent, Client } from 'viem'
import type { Clock } from '../../rpc/Clock.ts'
import { onAbort } from '../../rpc/onAbort.ts'
import type { LogCache } from '../cache/LogCache.ts'
import type {
  AnyLogQuery,
  EventLog,
  EventNameOf,
  EventsIn,
  EventsOf,
  MaybeAbi,
  TypedLogQuery,
} from '../filter/EventLog.ts'
import type { LogRow } from '../Log.ts'
import type { LogQuery } from '../filter/LogQuery.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { Follower } from './Follower.ts'
import { startOf } from './FollowerOptions.ts'
import type { FollowChange, FollowState } from './FollowState.ts'
import { selectRowsOf, toRows } from '../list/queryRows.ts'
import { parseFollowQuery } from '../filter/parseFollowQuery.ts'
import type { PageSignals } from './head/PageSignals.ts'

export interface FollowOptions {
  /** Ends it: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
  /** Where what is read after a long time away is kept, and looked for. @default none */
  cache?: LogCache | undefined
  /** Least milliseconds between two polls, where no socket tells of new blocks. @default 4_000 */
  pollingInterval?: number | undefined
  /** Time, for tests. */
  clock?: Clock | undefined
  /** Whether the page is shown and online. @default the page this runs in */
  page?: PageSignals | undefined
}

/** What following tells: what changed, or how it fares. */
export type FollowEvent<row = LogRow> =
  | FollowChange<row>
  | { readonly type: 'status'; readonly state: FollowState }

/**
 * Stays at the head (`eth_subscribe`, `eth_getBlockByNumber`, `eth_getLogs`): tells of each log once, and takes those
 * back whose blocks are replaced, with or without the node's saying so. Begins at `fromBlock`, or with the next block
 * when that is a tag. Goes on until its signal fires or its consumer leaves.
 *
 * @throws `InvalidQueryError` before anything is sent; the signal's reason when it fires. Everything else is
 * tried again, and told as a status.
 *
 * @example
 * for await (const event of follow(client, { address: token, events: [transfer] })) {
 *   if (event.type === 'change') console.log(event.added, event.removed)
 *   // Too deep to say what was removed: all that was told of these blocks is void.
 *   if (event.type === 'reset') console.log(event.range, event.current)
 * }
 */
export function follow<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
>(
  client: Client,
  query: TypedLogQuery<event, events, strict, abi, eventName>,
  options?: FollowOptions,
): AsyncGenerator<FollowEvent<EventLog<event, EventsIn<events, abi, eventName>, strict>>, void, void>
export function follow<query>(
  client: Client,
  query: ParsedLogQuery | AnyLogQuery<query>,
  options?: FollowOptions,
): AsyncGenerator<FollowEvent, void, void>
export async function* follow(
  client: Client,
  query: LogQuery | ParsedLogQuery,
  options: FollowOptions = {},
): AsyncGenerator<FollowEvent, void, void> {
  const { signal, ...rest } = options
  const parsed = parseFollowQuery(query)
  const { filter, range } = parsed
  signal?.throwIfAborted()
  const toRowsChange = (change: FollowChange): FollowChange<LogRow> => {
    const logs = selectRowsOf(parsed, change.logs)
    if (change.type === 'reset') return { ...change, logs, current: toRows(parsed, change.current) }
    const [added, removed] = [toRows(parsed, change.added), toRows(parsed, change.removed)]
    return { ...change, logs, added, removed }
  }
  const events: FollowEvent[] = []
  let wake = () => {}
  const tell = (event: FollowEvent) => {
    // Only the latest status is of interest; no change may be lost.
    if (event.type === 'status' && events.at(-1)?.type === 'status') events.pop()
    events.push(event)
    wake()
  }
  const follower = new Follower(client, {
    ...rest,
    filter,
    ...startOf(range),
    onChange: (change) => tell(toRowsChange(change)),
  })
  const stop = follower.subscribe(() => tell({ type: 'status', state: follower.getState() }))
  // At once, though the consumer may be busy with the last event.
  const stopListening = onAbort(signal, () => {
    stop()
    wake()
  })
  try {
    for (;;) {
      signal?.throwIfAborted()
      const event = events.shift()
      if (event) yield event
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    stopListening()
    stop()
  }
}
