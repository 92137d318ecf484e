import { isObject } from '../../base/unknownJson.ts'
import type { ReplyFault } from '../classify/Failures.ts'
import { parseRpcReply, type RpcReply } from '../parseRpcReply.ts'

/**
 * Finds the reply to each id, in any order. A string id counts as its number, and replies to other ids are ignored. If two
 * replies have the same id, neither is used: nothing says which one is right.
 */
export function matchReplies(
  replies: readonly unknown[],
  ids: readonly number[],
): readonly (RpcReply | ReplyFault)[] {
  const found = new Map<number, RpcReply | ReplyFault>()
  const wanted = new Set(ids)
  for (const value of replies) {
    const reply = parseRpcReply(value)
    const id = reply ? readId(reply.id) : readLooseId(value)
    if (id === undefined || !wanted.has(id)) continue
    if (found.has(id)) found.set(id, 'duplicate')
    else found.set(id, reply && isAnswer(reply) ? reply : 'malformed')
  }
  return ids.map((id) => found.get(id) ?? 'missing')
}

/** Whether a reply has a result (`null` is one) or an error. */
export function isAnswer(reply: RpcReply): boolean {
  return reply.result !== undefined || (reply.error !== undefined && reply.error !== null)
}

export function readId(id: RpcReply['id']): number | undefined {
  if (typeof id === 'number') return id
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

function readLooseId(value: unknown): number | undefined {
  if (!isObject(value)) return undefined
  const { id } = value
  return typeof id === 'number' || typeof id === 'string' ? readId(id) : undefined
}
