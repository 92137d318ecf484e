import { NodeError } from '../errors.ts'
import type { BlockInterval } from './Coverage.ts'

/** Says that the logs of an interval are gone from where they were asked for. */
export function prunedError({ from, to }: BlockInterval, endpoint: string | undefined): NodeError {
  return new NodeError(`No endpoint holds the logs of blocks ${from} to ${to} any more.`, {
    kind: 'pruned',
    method: 'eth_getLogs',
    endpoint,
    advice: 'Use an archive endpoint for them, or begin at a later block.',
  })
}
