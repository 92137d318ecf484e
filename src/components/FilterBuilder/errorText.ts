import { findTopic0Error } from '../../errors.ts'

/** What an error says, in one line at a field: what happened, and what to do. */
export function errorText(error: unknown): string {
  const ours = findTopic0Error(error)
  if (ours) return [ours.shortMessage, ours.advice].filter(Boolean).join(' ')
  return error instanceof Error ? error.message : String(error)
}
