import type { Client } from 'viem'
import type { Head } from '../chain/readHeader.ts'
import type { BlockInterval } from '../Coverage.ts'
import { createParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { readHistory } from '../scan/readHistory.ts'
import type { FollowerOptions } from './FollowerOptions.ts'
import { toWindow, transientError } from './readWindow.ts'
import type { WindowLogs } from './RecentLogs.ts'

/** Followers keep raw logs; their users decode them. */
const rawLogs = {
  order: 'asc',
  limit: undefined,
  events: [],
  strict: true,
  hasRawTopics: true,
  where: [],
} as const

/**
 * Scans blocks that were missed during a long absence, and yields their logs as they arrive.
 *
 * @throws when any block could not be read, or the chain was replaced during the scan.
 */
export async function* scanMissed(
  client: Client,
  { filter, cache }: Pick<FollowerOptions, 'filter' | 'cache'>,
  { from, to }: BlockInterval,
  head: Head,
  signal: AbortSignal,
): AsyncGenerator<WindowLogs, void, void> {
  const query = createParsedLogQuery({ ...rawLogs, filter, range: { fromBlock: from, toBlock: to } })
  for await (const event of readHistory(client, query, { cache, signal })) {
    if (event.type === 'failed') throw event.error
    if (event.type === 'reset') throw transientError(head, 'replaced its blocks while they were read')
    if (event.type === 'logs') yield toWindow(event)
  }
}
