/** Thrown when a body has more bytes than allowed; reading stops there. */
export class BodyTooLarge extends Error {}

/** Reads a response to its end, but never more than `maxBytes` of it. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > maxBytes) {
    await response.body?.cancel()
    throw new BodyTooLarge()
  }
  if (!response.body) return new Uint8Array(await response.arrayBuffer())
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw new BodyTooLarge()
    }
    chunks.push(value)
  }
  const [only] = chunks
  if (chunks.length === 1 && only) return only
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
