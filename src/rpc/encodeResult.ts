/** A reply as bytes, for a caller who reads bytes where none came over the wire. */
export function encodeResult(result: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id: 0, result }))
}
