/** Thrown when a body has more bytes than allowed; reading stops there. */
export class BodyTooLarge extends Error {}

/** Reads a response to its end, but never more than `maxBytes` of it. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(response.headers.get('content-length')) || 0
  if (announced > maxBytes) {
    await response.body?.cancel()
    throw new BodyTooLarge()
  }
  if (!response.body) return new Uint8Array(await response.arrayBuffer())
  const reader = response.body.getReader()
  let bytes = new Uint8Array()
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const end = size + value.byteLength
    if (end > maxBytes) {
      await reader.cancel()
      throw new BodyTooLarge()
    }
    // The first part is often all there is. Of more, each is added as it comes: to join the parts of 60 MB at the end
    // would take longer than a page can wait.
    if (size === 0) bytes = value
    else {
      if (end > bytes.length) {
        const wider = new Uint8Array(Math.max(end, bytes.length * 2, Math.trunc(announced)))
        wider.set(bytes.subarray(0, size))
        bytes = wider
      }
      bytes.set(value, size)
    }
    size = end
  }
  return bytes.subarray(0, size)
}
