import type { ByteFile } from './ParquetFile.ts'

/** Bytes in memory as a file. */
export function bufferFile(bytes: Uint8Array): ByteFile {
  return { slice: (from, to) => bytes.subarray(from, to) }
}
