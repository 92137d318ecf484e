import { yieldToMain } from '../yieldToMain.ts'

/** Thrown if a body has more bytes than allowed; reading stops there. */
export class BodyTooLargeError extends Error {}

/** Bytes to copy before yielding: 60 MB in one go would block the page noticeably. */
const sliceBytes = 2 ** 20

/** Reads the body of a response, up to `maxBytes`. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(response.headers.get('content-length')) || 0
  if (announced > maxBytes) {
    await response.body?.cancel()
    throw new BodyTooLargeError()
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
      throw new BodyTooLargeError()
    }
    parts.push(value)
  }
  // Most bodies arrive in one part.
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
