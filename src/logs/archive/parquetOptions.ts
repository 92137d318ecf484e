import { snappyUncompress } from 'hyparquet'

/** Snappy makes 64 bytes of 3 at most: a page that states more is not allocated. */
const mostExpansion = 64 / 3

/** Decompresses a page. @throws {@link RangeError} if it states a length that it cannot have. */
export function decompressSnappy(bytes: Uint8Array, length: number): Uint8Array {
  if (!(length <= bytes.length * mostExpansion)) throw new RangeError(`A page states ${length} bytes.`)
  const page = new Uint8Array(length)
  snappyUncompress(bytes, page)
  return page
}

/** How hyparquet reads files of archives, which may be hostile. */
export const parquetOptions = {
  utf8: false,
  geoparquet: false,
  compressors: { SNAPPY: decompressSnappy },
} as const
