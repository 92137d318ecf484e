import { NodeError, type NodeErrorKind } from '../../../errors/NodeError.ts'
import { finalKinds } from '../../../rpc/scheduler/planRetry.ts'

const tooBig: ReadonlySet<NodeErrorKind> = new Set(['too-many-results', 'response-too-large', 'timeout'])
const tooMuch: ReadonlySet<NodeErrorKind> = new Set([
  'range-too-wide',
  'too-many-results',
  'response-too-large',
])
const permanent: ReadonlySet<NodeErrorKind> = new Set(['unavailable', 'pruned'])

/** Whether the endpoint will give this error for these blocks again. */
export function isPermanent({ kind }: NodeError): boolean {
  return permanent.has(kind)
}

export function isTimeout(error: unknown): error is NodeError & { endpoint: string } {
  return isOfLogs(error) && error.kind === 'timeout' && error.endpoint !== undefined
}

/** Whether the endpoint would answer a part of the range. */
export function isTooMuch(error: unknown): error is NodeError {
  return isOfLogs(error) && tooMuch.has(error.kind)
}

/** Whether the endpoint would answer, or answer in time, if there were fewer logs. */
export function isTooBig(error: unknown): error is NodeError {
  return isOfLogs(error) && tooBig.has(error.kind)
}

/** Whether the same read would be refused again. */
export function isRefusedAgain(error: unknown): boolean {
  return isTooBig(error) || (isOfLogs(error) && finalKinds.has(error.kind))
}

function isOfLogs(error: unknown): error is NodeError {
  return error instanceof NodeError && error.method === 'eth_getLogs'
}
