import { rpcReply, type RpcReply } from '../rpcReply.ts'

export type Matched =
  | { readonly type: 'reply'; readonly reply: RpcReply }
  | { readonly type: 'missing' | 'duplicate' | 'malformed' }

/**
 * Finds the reply to each id, whatever the order. A string id counts as its number; what answers no id of ours is
 * ignored, and two answers to one id are both refused, since nobody can say which is true.
 */
export function matchReplies(replies: readonly unknown[], ids: readonly number[]): readonly Matched[] {
  const found = new Map<number, Matched>()
  const wanted = new Set(ids)
  for (const value of replies) {
    const parsed = rpcReply.safeParse(value)
    const id = parsed.success ? readId(parsed.data.id) : readLooseId(value)
    if (id === undefined || !wanted.has(id)) continue
    if (found.has(id)) found.set(id, { type: 'duplicate' })
    else if (parsed.success && isAnswer(parsed.data)) found.set(id, { type: 'reply', reply: parsed.data })
    else found.set(id, { type: 'malformed' })
  }
  return ids.map((id) => found.get(id) ?? { type: 'missing' })
}

/** Whether a reply says anything: a result (`null` is one) or an error. */
export function isAnswer(reply: RpcReply): boolean {
  return reply.result !== undefined || (reply.error !== undefined && reply.error !== null)
}

export function readId(id: RpcReply['id']): number | undefined {
  if (typeof id === 'number') return id
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

function readLooseId(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
  const { id } = value
  return typeof id === 'number' || typeof id === 'string' ? readId(id) : undefined
}

/** The reply's id, looked for only where it stands outside the result: before it, or behind it. */
export function scanId(bytes: Uint8Array): number | undefined {
  const decoder = new TextDecoder()
  const head = decoder.decode(bytes.subarray(0, 256))
  const before = /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*"?(\d{1,15})"?\s*,/.exec(head)
  if (before) return Number(before[1])
  const tail = decoder.decode(bytes.subarray(-256))
  const behind = /[\]}"]\s*,\s*"id"\s*:\s*"?(\d{1,15})"?\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    tail,
  )
  return behind ? Number(behind[1]) : undefined
}
