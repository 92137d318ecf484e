import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { BlockInterval } from '../logs/Coverage.ts'
import { intersect } from '../logs/intervals.ts'
import { LogsSnapshot } from '../logs/LogsSnapshot.ts'
import { withParts } from '../logs/ParsedLogQuery.ts'
import type { ParsedLogQuery } from '../logs/ParsedLogQuery.ts'
import { scan } from '../logs/scan.ts'
import type { LogsConfig } from './createLogsConfig.ts'
import type { LogsQueryData } from './logs.ts'
import { scanControlOf } from './scanControlOf.ts'
import { wantedPart } from './wantedPart.ts'

export interface ReadLogsContext {
  readonly queryClient: QueryClient
  readonly queryKey: QueryKey
  readonly signal: AbortSignal
}

/** At most one new snapshot in this many milliseconds while a scan runs. */
const publishInterval = 250

/**
 * Scans, and publishes what has come so far under the query's key. An earlier answer stays where the new one has nothing
 * yet, so that what is shown never becomes less.
 */
export async function readLogs(
  config: LogsConfig,
  networkId: number,
  query: ParsedLogQuery,
  context: ReadLogsContext,
): Promise<LogsSnapshot> {
  const { queryClient, queryKey, signal } = context
  const cached = queryClient.getQueryData<LogsQueryData>(queryKey)
  let earlier = cached && LogsSnapshot.from(cached)
  const control = scanControlOf(queryClient, queryKey)
  let snapshot = LogsSnapshot.empty
  const wanted = wantedPart.take(queryClient, queryKey)
  // What lies beyond the question is no part of it.
  const asked = 'blockHash' in query.range ? undefined : earlier?.asked
  const [part] = wanted && asked ? intersect([wanted], [asked]) : []
  if (wanted && asked && earlier && !part) return earlier
  const shown = () => {
    if (!earlier) return snapshot
    return part ? earlier.mendedBy(snapshot, query.limit) : snapshot.over(earlier, query.limit)
  }

  let published = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  function publish() {
    clearTimeout(timer)
    timer = undefined
    published = performance.now()
    queryClient.setQueryData<LogsQueryData>(queryKey, shown())
  }

  try {
    for await (const event of scan(config.getClient(networkId), part ? partOf(query, part) : query, {
      signal,
      cache: config.cache,
      control,
    })) {
      // Rows of a chain that is gone are not shown on; those around a reorganisation are, until they have been read again.
      if (event.type === 'reset') {
        clearTimeout(timer)
        timer = undefined
        if (event.reason === 'chain') earlier = undefined
        else earlier = event.reason === 'reorg' ? shown().unclaimed() : shown()
        snapshot = LogsSnapshot.empty
        if (!part) continue
        // The rest may be of a chain that is gone as well: all of it is read.
        queryClient.setQueryData<LogsQueryData>(queryKey, earlier ?? snapshot)
        return await readLogs(config, networkId, query, context)
      }
      const hadRows = snapshot.selections.length > 0
      snapshot = snapshot.with(event)
      const firstRows = !hadRows && snapshot.selections.length > 0
      const wait = firstRows ? 0 : published + publishInterval - performance.now()
      if (wait <= 0) publish()
      else timer ??= setTimeout(publish, wait)
    }
    // A pause has nothing to hold back any more.
    control.resume()
  } finally {
    clearTimeout(timer)
  }
  const read = part ? shown() : snapshot
  const { verified, failed } = read.coverage
  if (verified.length === 0 && failed[0]) throw failed[0].error
  return failed.length > 0 ? shown() : read
}

/** The same question of some of its blocks. They may hold more than `limit`, of which only some are among the first. */
function partOf(query: ParsedLogQuery, { from, to }: BlockInterval): ParsedLogQuery {
  return withParts(query, { range: { fromBlock: from, toBlock: to }, limit: undefined })
}
