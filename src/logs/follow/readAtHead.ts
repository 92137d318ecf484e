import type { Pool } from '../../rpc/Pool.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { readHeader } from '../chain/readHeader.ts'
import { readWindow, toWindow } from './readWindow.ts'
import type { ReadWindowOptions } from './readWindow.ts'
import type { WindowLogs } from './RecentLogs.ts'
import { transientError } from './transientError.ts'

export interface ReadAtHeadOptions extends ReadWindowOptions {
  /** These blocks are not read again soon: an answer counts only if the endpoint still has the head. */
  readonly isPermanent: boolean
}

/**
 * Reads a range on the chain of a head, from the endpoint that showed it (the only one in `pinned`).
 *
 * @throws when the endpoint has switched to another chain.
 */
export async function readAtHead(
  pinned: Pool,
  filter: Filter,
  range: BlockInterval,
  { isPermanent, ...options }: ReadAtHeadOptions,
): Promise<WindowLogs> {
  const { head, signal } = options
  // Read in the same message, the header proves that the endpoint still has the head. Behind a load balancer, the node that
  // answers may have fallen behind, and leave logs out.
  const [logs, shown] = await Promise.all([
    readWindow(pinned, filter, range, options),
    isPermanent ? readHeader(pinned, head.number, signal) : head,
  ])
  if (shown?.hash !== head.hash) throw transientError(head, 'does not have its head any more')
  const read = toWindow(logs)
  const top = read.logs.at(-1)
  if (top && top.blockNumber === head.number && top.blockHash !== head.hash)
    throw transientError(head, 'replaced its head while it was read')
  // Chunks that were read one after the other may be of different chains.
  if (logs.endpoint === undefined && (await readHeader(pinned, head.number, signal))?.hash !== head.hash)
    throw transientError(head, 'replaced its blocks while they were read')
  return read
}
