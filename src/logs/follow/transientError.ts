import { NodeError } from '../../errors/NodeError.ts'
import type { Head } from '../chain/readHeader.ts'

/** The error for a chain that changed while it was read. The next sync starts from the new one. */
export function transientError({ endpoint }: Head, what: string): NodeError {
  return new NodeError(`${endpoint} ${what}.`, {
    kind: 'transient',
    method: 'eth_getLogs',
    endpoint,
    advice: 'The blocks are read again.',
  })
}
