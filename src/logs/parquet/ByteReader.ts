/** Reads numbers from bytes that may be hostile: reading beyond their end throws a `RangeError`. */
export class ByteReader {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  /** @throws {@link RangeError} if fewer bytes are left. */
  expect(length: number): void {
    if (!(length >= 0 && length <= this.left)) throw new RangeError(`${length} of ${this.left} bytes`)
  }

  byte(): number {
    this.expect(1)
    return this.bytes[this.at++]!
  }

  uint32(): number {
    this.expect(4)
    const { bytes, at } = this
    this.at += 4
    return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
  }

  /** An unsigned number with seven bits per byte. Above 53 bits, it is not exact. */
  varint(): number {
    let value = 0
    for (let factor = 1, count = 0; count < 10; factor *= 128, count++) {
      const byte = this.byte()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
    throw new RangeError('a number of more than ten bytes')
  }

  /** A signed number. @throws {@link RangeError} if it is not exact. */
  zigzag(): number {
    const value = this.varint()
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value}`)
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  take(length: number): Uint8Array {
    this.expect(length)
    const from = this.at
    this.at += length
    return this.bytes.subarray(from, this.at)
  }
}
