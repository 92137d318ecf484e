import { envelope, type Envelope } from '../envelope.ts'

export type Matched =
  | { readonly type: 'reply'; readonly reply: Envelope }
  | { readonly type: 'missing' | 'duplicate' | 'malformed' }

/**
 * Finds the reply to each id, whatever the order. A string id counts as its number; what answers no id of ours is
 * ignored, and two answers to one id are both refused, since nobody can say which is true.
 */
export function matchReplies(replies: readonly unknown[], ids: readonly number[]): readonly Matched[] {
  const found = new Map<number, Matched>()
  const wanted = new Set(ids)
  for (const value of replies) {
    const parsed = envelope.safeParse(value)
    const id = parsed.success ? readId(parsed.data.id) : readLooseId(value)
    if (id === undefined || !wanted.has(id)) continue
    if (found.has(id)) found.set(id, { type: 'duplicate' })
    else if (parsed.success && isAnswer(parsed.data)) found.set(id, { type: 'reply', reply: parsed.data })
    else found.set(id, { type: 'malformed' })
  }
  return ids.map((id) => found.get(id) ?? { type: 'missing' })
}

/** Whether a reply says anything: a result (`null` is one) or an error. */
export function isAnswer(reply: Envelope): boolean {
  return reply.result !== undefined || (reply.error !== undefined && reply.error !== null)
}

export function readId(id: Envelope['id']): number | undefined {
  if (typeof id === 'number') return id
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

function readLooseId(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
  const { id } = value
  return typeof id === 'number' || typeof id === 'string' ? readId(id) : undefined
}
