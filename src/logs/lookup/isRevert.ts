import type { NodeError } from '../../errors/NodeError.ts'

/** How clients say that the EVM stopped. Other refusals are the node's, and say nothing about the contract. */
const stopped =
  /revert|\be?vm (?:error|exception|execution)|opcode|bad instruction|out of gas|gas uint64 overflow|stack ?(?:under|over|limit)|(?:bad|invalid) ?jump|call depth|return data out of bounds|write protection/i

/** Whether a call failed in the contract, not at the node. */
export function isRevert({ code, details = '' }: NodeError): boolean {
  return code === 3 || stopped.test(details)
}
