import type { SocketReply } from './SocketReply.ts'

/** Frames up to this length are parsed in one go, whatever they contain. */
const shortFrame = 16_384
/** Pushes must not be longer than this. */
const maxPushLength = 262_144
/** Longer frames are not read at all. */
const maxFrameLength = 2 ** 24
/** Maximum messages in one frame: calls are never sent in batches. */
const maxMessages = 100

export type Frame =
  | { readonly type: 'messages'; readonly messages: readonly unknown[] }
  | Extract<SocketReply, { type: 'long-reply' }>
  /** `id`: the call it claims to answer. */
  | { readonly type: 'too-large'; readonly id: number | undefined }
  | { readonly type: 'malformed' }

/** Sorts a frame by its contents without parsing a long one. `isOurs`: whether a call of this id is pending. */
export function readFrame(data: unknown, maxBytes: number, isOurs: (id: number) => boolean): Frame {
  if (typeof data !== 'string') return { type: 'malformed' }
  if (data.length > shortFrame) {
    const id = scanId(data)
    if (data.length > Math.min(maxFrameLength, maxBytes)) return { type: 'too-large', id }
    if (id !== undefined && isOurs(id))
      return { type: 'long-reply', id, bytes: new TextEncoder().encode(data) }
    if (data.length > maxPushLength) return { type: 'malformed' }
  }
  try {
    const value: unknown = JSON.parse(data)
    if (!Array.isArray(value)) return { type: 'messages', messages: [value] }
    return value.length > maxMessages ? { type: 'malformed' } : { type: 'messages', messages: value }
  } catch {
    return { type: 'malformed' }
  }
}

/** The id of an unparsed reply, if it comes first or last: an id within the result does not count. */
function scanId(frame: string): number | undefined {
  const before = /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*"?(\d{1,15})"?\s*,/.exec(
    frame.slice(0, 256),
  )
  if (before) return Number(before[1])
  const after = /[\]}"]\s*,\s*"id"\s*:\s*"?(\d{1,15})"?\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    frame.slice(-256),
  )
  return after ? Number(after[1]) : undefined
}
