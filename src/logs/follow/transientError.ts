import { NodeError } from '../../errors/NodeError.ts'
import type { Head } from '../chain/readHeader.ts'

/** Nobody's fault: the next look finds a chain that stands. */
export function transientError({ endpoint }: Head, what: string): NodeError {
  return new NodeError(`${endpoint} ${what}.`, {
    kind: 'transient',
    method: 'eth_getLogs',
    endpoint,
    advice: 'It is read again.',
  })
}
