import type { ByteReader } from './ByteReader.ts'

/**
 * Decodes runs of small numbers: one that is repeated, or several packed into a few bits each. A run that states more values
 * than the page has ends with the page.
 *
 * @throws {@link RangeError} if bytes are missing, or a repeated number has more bits.
 */
export function decodeRuns(reader: ByteReader, width: number, count: number): Int32Array {
  if (width > 31) throw new RangeError(`numbers of ${width} bits`)
  const values = new Int32Array(count)
  for (let filled = 0; filled < count;) {
    const head = reader.varint()
    const stated = Math.floor(head / 2)
    const isPacked = head % 2 === 1
    const run = Math.min(isPacked ? stated * 8 : stated, count - filled)
    if (isPacked) {
      const bytes = reader.take(Math.min(Math.max(stated * width, Math.ceil((run * width) / 8)), reader.left))
      unpackBits(bytes, width, values.subarray(filled, filled + run))
    } else {
      let value = 0
      for (let shift = 0; shift < width; shift += 8) value |= reader.byte() << shift
      if (!(value >= 0 && value < 2 ** width)) throw new RangeError(`${value} in ${width} bits`)
      values.fill(value, filled, filled + run)
    }
    filled += run
  }
  return values
}

/** Unpacks numbers of up to 31 bits, lowest bits first, until `values` is full. */
function unpackBits(bytes: Uint8Array, width: number, values: Int32Array): void {
  if (values.length * width > bytes.length * 8) throw new RangeError('too few packed numbers')
  const mask = 2 ** width - 1
  let at = 0
  // Below 2^(31 + 8), which a float holds, unlike bitwise operations.
  let bits = 0
  let held = 0
  for (let index = 0; index < values.length; index++) {
    while (held < width) {
      bits += bytes[at++]! * 2 ** held
      held += 8
    }
    if (held <= 31) {
      values[index] = bits & mask
      bits >>>= width
    } else {
      const rest = Math.floor(bits / 2 ** width)
      values[index] = bits - rest * 2 ** width
      bits = rest
    }
    held -= width
  }
}
