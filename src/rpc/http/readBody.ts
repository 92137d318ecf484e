import { Pace } from '../Pace.ts'

/** Thrown if a body has more bytes than allowed; reading stops there. */
export class BodyTooLargeError extends Error {}

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
  let pace: Pace | undefined
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    // What arrives fast would be read in one long task. Waiting for the first part is no work.
    pace ??= new Pace()
    if (pace.isDue) await pace.rest()
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

/**
 * {@link readBody} for a body of known length: into one buffer, if the browser can. Joining chunks would copy them into fresh
 * memory, which is slow.
 */
export async function readFullBody(response: Response, length: number): Promise<Uint8Array> {
  // One more byte shows whether the body is longer.
  let free = new Uint8Array(length + 1)
  const reader = response.body && findByteReader(response.body)
  if (!reader) return readBody(response, length)
  for (;;) {
    const { done, value } = await reader.read(free)
    // Reading moves the buffer.
    const { buffer, byteOffset, byteLength } = value!
    const size = byteOffset + byteLength
    if (done) return new Uint8Array(buffer, 0, size)
    free = new Uint8Array(buffer, size)
    if (free.length > 0) continue
    await reader.cancel()
    throw new BodyTooLargeError()
  }
}

/** `undefined` where bodies can be read in chunks only. */
function findByteReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
}

async function join(parts: readonly Uint8Array[], size: number): Promise<Uint8Array> {
  const pace = new Pace()
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
    if (pace.isDue) await pace.rest()
  }
  return bytes
}
