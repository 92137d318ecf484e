import type { NodeError } from '../../errors/NodeError.ts'

/** Whether a call failed in the contract, not at the node. */
export function isRevert({ kind, code, details = '' }: NodeError): boolean {
  return kind === 'fatal' || code === 3 || /revert|opcode|out of gas|stack|jump/i.test(details)
}
