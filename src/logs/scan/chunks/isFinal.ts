import { NodeError } from '../../../errors/NodeError.ts'

/** Whether the next chunk would fail as well: the budget is spent, or no endpoint can serve such calls. */
export function isFinal(error: Error): boolean {
  if (!(error instanceof NodeError)) return true
  return error.kind === 'quota' || error.kind === 'wrong-network' || error.kind === 'unavailable'
}
