import { yieldToMain } from '../yieldToMain.ts'

/** Thrown when a body has more bytes than allowed; reading stops there. */
export class BodyTooLarge extends Error {}

/** Bytes to put together before the page gets its turn: 60 MB at once would take longer than it can wait. */
const sliceBytes = 2 ** 20

/** Reads a response to its end, but never more than `maxBytes` of it. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(response.headers.get('content-length')) || 0
  if (announced > maxBytes) {
    await response.body?.cancel()
    throw new BodyTooLarge()
  }
  if (!response.body) return new Uint8Array(await response.arrayBuffer())
  const reader = response.body.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw new BodyTooLarge()
    }
    parts.push(value)
  }
  // The first part is often all there is.
  return parts.length === 1 ? parts[0]! : join(parts, size)
}

async function join(parts: readonly Uint8Array[], size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  let at = 0
  let pauseAt = sliceBytes
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
    if (at < pauseAt) continue
    await yieldToMain()
    pauseAt = at + sliceBytes
  }
  return bytes
}
