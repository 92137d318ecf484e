import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as zlib from 'node:zlib'
import type { Compressors } from 'hyparquet'
import { decompressSnappy } from '../../logs/parquet/decodePage.ts'

type Zstd = ((bytes: Uint8Array) => Uint8Array) | undefined
/** Part of Node since 22.15. */
const zstd = (zlib as { readonly zstdDecompressSync?: Zstd }).zstdDecompressSync

/** Codecs for files that other tools write. */
export const parquetCodecs: Compressors = {
  SNAPPY: decompressSnappy,
  LZ4_RAW: decompressLz4,
  GZIP: (bytes) => gunzipSync(bytes),
  BROTLI: (bytes) => brotliDecompressSync(bytes),
  ...(zstd && { ZSTD: (bytes: Uint8Array) => zstd(bytes) }),
}

/**
 * Decompresses an LZ4 block: sequences of literals, each followed by a copy of earlier output.
 *
 * @throws {@link RangeError} if it is damaged, or has another length.
 */
function decompressLz4(block: Uint8Array, length: number): Uint8Array {
  const page = new Uint8Array(length)
  let at = 0
  let end = 0
  const readLength = (nibble: number) => {
    let total = nibble
    for (let byte = nibble === 15 ? 255 : 0; byte === 255; total += byte) byte = block[at++] ?? 0
    return total
  }
  while (at < block.length) {
    const token = block[at++]!
    const literals = readLength(token >> 4)
    if (at + literals > block.length || end + literals > length) throw damaged()
    page.set(block.subarray(at, at + literals), end)
    at += literals
    end += literals
    // The last sequence has literals only.
    if (at === block.length) break
    const distance = block[at]! | (block[at + 1]! << 8)
    at += 2
    const copied = readLength(token & 15) + 4
    if (!(distance > 0 && distance <= end) || end + copied > length) throw damaged()
    // Byte by byte: a copy may repeat bytes that it has written.
    for (const stop = end + copied; end < stop; end++) page[end] = page[end - distance]!
  }
  if (end !== length) throw damaged()
  return page
}

const damaged = () => new RangeError('A page is damaged: its LZ4 data has another length.')
