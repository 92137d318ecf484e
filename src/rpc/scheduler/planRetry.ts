import type { NodeErrorKind } from '../../errors/NodeError.ts'
import { isSingleBlock } from '../blockSpan.ts'
import type { Job } from './Job.ts'
import type { Outcome } from '../Wire.ts'

/** What becomes of a call that failed: it ends, or is sent again; alone, to others only, or after a while. */
export type RetryPlan = 'give-up' | 'alone' | 'others' | 'later'

export interface FailureOptions {
  /** Whether other calls were in the same message. */
  shared: boolean
  /** Times a call is sent at most, over all endpoints together. */
  maxAttempts: number
}

/** Asking the same again, of anyone, gives the same: the caller must ask something else. */
const final: ReadonlySet<NodeErrorKind> = new Set([
  'range-too-wide',
  'too-many-results',
  'response-too-large',
  'filter-gone',
  'invalid-input',
  'fatal',
])
/** This endpoint's last word on the call; another may say otherwise. */
const lastWord: ReadonlySet<NodeErrorKind> = new Set([
  'unavailable',
  'pruned',
  'beyond-head',
  'quota',
  'wrong-network',
])

/** Decides how a call goes on after its latest attempt, which is counted already. */
export function planRetry(
  { call, once, attempts }: Job,
  { error: { kind, method }, mayHaveRun }: Extract<Outcome, { ok: false }>,
  { shared, maxAttempts }: FailureOptions,
): RetryPlan {
  const isLast = attempts >= maxAttempts
  // Of a message with several calls these say nothing about the one.
  if (shared && (kind === 'timeout' || kind === 'response-too-large') && !isLast) return 'alone'
  // Not if it was the question for its chain id that got no answer.
  const tooWide = kind === 'timeout' && method === call.method && !isSingleBlock(call.method, call.params)
  if (final.has(kind) || tooWide || isLast || (once && mayHaveRun)) return 'give-up'
  return lastWord.has(kind) ? 'others' : 'later'
}
