import type { NodeErrorKind } from '../../errors/NodeError.ts'
import { isSingleBlock } from '../blockSpan.ts'
import type { Failure } from '../Wire.ts'
import type { Job } from './Job.ts'

/** What to do with a failed call: reject it, or send it again unbatched, only to other endpoints, or later. */
export type RetryPlan = 'give-up' | 'unbatched' | 'others' | 'later'

/** Every endpoint would refuse the same call again: the caller has to change it. */
export const finalKinds: ReadonlySet<NodeErrorKind> = new Set([
  'range-too-wide',
  'too-many-results',
  'response-too-large',
  'filter-gone',
  'invalid-input',
  'fatal',
])
/** This endpoint would refuse it again; another may not. */
const finalForEndpoint: ReadonlySet<NodeErrorKind> = new Set([
  'unavailable',
  'pruned',
  'beyond-head',
  'quota',
  'wrong-network',
])

/**
 * Decides what to do with a call after a failed attempt, which `job.attempts` already counts. `isBatch`: whether other calls were in
 * the same message.
 */
export function planRetry(
  { call, sendOnce, attempts, maxAttempts }: Job,
  { error: { kind, method }, mayHaveRun }: Failure,
  isBatch: boolean,
): RetryPlan {
  const isLast = attempts >= maxAttempts
  // Another call of the batch may be the cause.
  if (isBatch && (kind === 'timeout' || kind === 'response-too-large') && !isLast) return 'unbatched'
  // A timeout of the chain id check says nothing about the range of this call.
  const isTooWide = kind === 'timeout' && method === call.method && !isSingleBlock(call.method, call.params)
  if (finalKinds.has(kind) || isTooWide || isLast || (sendOnce && mayHaveRun)) return 'give-up'
  return finalForEndpoint.has(kind) ? 'others' : 'later'
}
