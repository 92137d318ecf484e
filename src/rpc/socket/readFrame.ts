import { scanId } from '../http/matchReplies.ts'

/** The longest frame that is parsed at once whatever is in it, */
const shortFrame = 16_384
/** that may be anything but an answer, */
const longestPush = 262_144
/** and that is read at all. */
const longestFrame = 2 ** 24
/** Messages in one frame: nothing is ever asked for together. */
const mostTogether = 100

export type Frame =
  | { readonly type: 'messages'; readonly messages: readonly unknown[] }
  /** An answer that is too long to be parsed at once. */
  | { readonly type: 'long-reply'; readonly id: number; readonly bytes: Uint8Array }
  /** `id` is the one it says it answers. */
  | { readonly type: 'too-large'; readonly id: number | undefined }
  | { readonly type: 'malformed' }

/** What is in a frame, found out without parsing what is long. `isOurs` says whether a call of this id is under way. */
export function readFrame(data: unknown, maxBytes: number, isOurs: (id: number) => boolean): Frame {
  if (typeof data !== 'string') return { type: 'malformed' }
  if (data.length > shortFrame) {
    // The id stands before the result or behind it.
    const id = scanId(new TextEncoder().encode(data.slice(0, 256) + data.slice(-256)))
    if (data.length > Math.min(longestFrame, maxBytes)) return { type: 'too-large', id }
    if (id !== undefined && isOurs(id))
      return { type: 'long-reply', id, bytes: new TextEncoder().encode(data) }
    if (data.length > longestPush) return { type: 'malformed' }
  }
  try {
    const value: unknown = JSON.parse(data)
    if (!Array.isArray(value)) return { type: 'messages', messages: [value] }
    return value.length > mostTogether ? { type: 'malformed' } : { type: 'messages', messages: value }
  } catch {
    return { type: 'malformed' }
  }
}
