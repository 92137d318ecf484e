import { runInSlices } from '../../rpc/runInSlices.ts'
import type { SliceOptions } from '../../rpc/runInSlices.ts'
import { takeTurn } from '../../rpc/takeTurn.ts'
import { scanReplies } from './scanReplies.ts'
import type { LogsReply } from './scanReplies.ts'

/**
 * Does what `scanReplies` does, and gives the page its turn every few milliseconds, however large the answer is.
 *
 * @throws {@link NodeError} of kind `malformed` when the answer is no JSON-RPC reply; the signal's reason when it fired.
 */
export async function scanRepliesInSlices(
  bytes: Uint8Array,
  options?: SliceOptions,
): Promise<readonly LogsReply[]> {
  const { result, isLong } = await runInSlices(scanReplies(bytes), options)
  // To verify and to keep so many logs takes a while as well.
  if (isLong) await takeTurn()
  return result
}
