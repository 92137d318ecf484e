import type { ByteReader } from './ByteReader.ts'

/** Maximum numbers in a block. Writers use 128, in parts of 32. */
const maxPerBlock = 2 ** 16

/** Powers of 2: `**` takes several times as long. */
const powers = /* @__PURE__ */ Float64Array.from({ length: 54 }, (_, bit) => 2 ** bit)

/**
 * Decodes numbers that are stored as differences.
 *
 * @param bits Of the type: 32-bit numbers wrap around.
 * @throws {@link RangeError} if bytes are missing, or a number is not exact as a float.
 */
export function decodeDeltas(reader: ByteReader, bits: 32 | 64, count: number): Float64Array {
  const values = new Float64Array(count)
  if (count === 0) return values
  const perBlock = reader.varint()
  const parts = reader.varint()
  // The number of values, which the page has stated.
  reader.varint()
  const perPart = perBlock / parts
  if (!(perBlock <= maxPerBlock && parts >= 1 && perPart >= 8 && perPart % 8 === 0))
    throw new RangeError(`blocks of ${perBlock} numbers in ${parts} parts`)
  const wrap = (value: number) => {
    if (bits === 32) return value | 0
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value}`)
    return value
  }
  let value = (values[0] = wrap(reader.zigzag()))
  for (let index = 1; index < count;) {
    const minimum = reader.zigzag()
    const widths = reader.take(parts)
    for (let part = 0; part < parts && index < count; part++) {
      const width = widths[part]!
      const wanted = Math.min(perPart, count - index)
      if (width > 53) throw new RangeError(`differences of ${width} bits`)
      // Writers may leave out the rest of the last part.
      const bytes = reader.take(
        Math.min((perPart * width) / 8, Math.max(reader.left, Math.ceil((wanted * width) / 8))),
      )
      let at = 0
      let held = 0
      let rest = 0
      for (let k = 0; k < wanted; k++) {
        let delta = rest
        if (held >= width) {
          delta &= (1 << width) - 1
          rest >>= width
          held -= width
        } else {
          let got = held
          rest = 0
          for (; got < width; got += 8) {
            const byte = bytes[at++]!
            const taken = Math.min(8, width - got)
            delta += (byte & ((1 << taken) - 1)) * powers[got]!
            rest = byte >> taken
          }
          held = got - width
        }
        value = values[index++] = wrap(value + minimum + delta)
      }
    }
  }
  return values
}
