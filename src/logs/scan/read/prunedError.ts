import { NodeError, UnreadBlocksError } from '../../../errors/errors.ts'
import type { BlockInterval } from '../../Coverage.ts'

/** Says that the logs of an interval are gone from where they were asked for. */
export function prunedError(range: BlockInterval, endpoint: string | undefined): UnreadBlocksError {
  const cause = new NodeError('No endpoint holds logs this old any more.', {
    kind: 'pruned',
    method: 'eth_getLogs',
    endpoint,
    advice: 'Use an archive endpoint for them, or begin at a later block.',
  })
  return new UnreadBlocksError(range, cause)
}
