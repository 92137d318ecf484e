import type { Pool } from '../../rpc/Pool.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { Head } from '../chain/readHeader.ts'
import { readHeader } from '../chain/readHeader.ts'
import { readWindow, toWindow } from './readWindow.ts'
import type { WindowLogs } from './RecentLogs.ts'
import { transientError } from './transientError.ts'

export interface ReadAtHeadOptions {
  readonly head: Head
  readonly signal: AbortSignal
  readonly onProgress: () => void
  /** What is read is not read again soon: no answer counts that may lack some. */
  readonly isForGood: boolean
}

/**
 * Reads a range from the endpoint that showed a head (`pinned` has no other), as it is on the chain of that head.
 *
 * @throws when it is on another by now.
 */
export async function readAtHead(
  pinned: Pool,
  filter: Filter,
  range: BlockInterval,
  { head, signal, onProgress, isForGood }: ReadAtHeadOptions,
): Promise<WindowLogs> {
  // In one message with its logs, the endpoint shows that it still has its head: one that fell behind since, as those
  // behind one address may, leaves out what it likes.
  const [{ selection, isWhole }, shown] = await Promise.all([
    readWindow(pinned, filter, range, { head, signal, onProgress }),
    isForGood ? readHeader(pinned, head.number, signal) : head,
  ])
  if (shown?.hash !== head.hash) throw transientError(head, 'does not have its head any more')
  const read = toWindow(selection)
  const top = read.logs.at(-1)
  if (top && top.blockNumber === head.number && top.blockHash !== head.hash)
    throw transientError(head, 'replaced its head while it was read')
  // Parts that came one after the other may be of different chains.
  if (!isWhole && (await readHeader(pinned, head.number, signal))?.hash !== head.hash)
    throw transientError(head, 'replaced its blocks while they were read')
  return read
}
