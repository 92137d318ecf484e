import { NodeError, UnreadBlocksError } from '../../../errors/NodeError.ts'
import type { BlockInterval } from '../../Coverage.ts'

/** No endpoint keeps the logs of these blocks any more. */
export function prunedError(range: BlockInterval, endpoint: string | undefined): UnreadBlocksError {
  const cause = new NodeError('No endpoint holds logs this old any more.', {
    kind: 'pruned',
    method: 'eth_getLogs',
    endpoint,
    advice: 'Use an archive endpoint for them, or begin at a later block.',
  })
  return new UnreadBlocksError(range, cause)
}

/** A single block has more logs than any endpoint sends, and the filter cannot be split further. */
export function tooLargeError(block: bigint, error: NodeError): UnreadBlocksError {
  const { kind, method, endpoint, code, details } = error
  const cause = new NodeError('No endpoint sends all logs of one block at once.', {
    kind,
    method,
    endpoint,
    code,
    details,
    advice: 'Narrow the query by address or topic, or add an endpoint that allows larger answers.',
    cause: error,
  })
  return new UnreadBlocksError({ from: block, to: block }, cause)
}

/** No endpoint has shown the last block of the range. */
export function behindError(endpoint: string, block: bigint): NodeError {
  return new NodeError(`No endpoint has block ${block} yet.`, {
    kind: 'beyond-head',
    method: 'eth_getLogs',
    endpoint,
    advice: 'Try again in a moment: the endpoints are catching up.',
  })
}

/** Each time a block was read in parts, it was replaced, or no node could confirm that it was not. */
export function replacedError(block: bigint): UnreadBlocksError {
  const cause = new NodeError('The block may have been replaced while it was read.', {
    kind: 'transient',
    method: 'eth_getLogs',
    advice: 'Try again in a moment.',
  })
  return new UnreadBlocksError({ from: block, to: block }, cause)
}
