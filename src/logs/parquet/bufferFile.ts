import type { AsyncBuffer } from 'hyparquet'

/** Bytes in memory as a file for hyparquet. */
export function bufferFile(given: Uint8Array): AsyncBuffer {
  // `slice` of Node's `Buffer` does not copy.
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.length)
  return {
    byteLength: bytes.length,
    slice: (from, to = bytes.length) => bytes.slice(from, to).buffer as ArrayBuffer,
  }
}
