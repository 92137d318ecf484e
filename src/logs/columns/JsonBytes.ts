import {
  closeBrace,
  closeBracket,
  comma,
  isPrimitive,
  openBrace,
  openBracket,
  quote,
  skipString,
} from '../../rpc/http/JsonSkipper.ts'

const maxSpace = 65_536
/** Bytes of a number that no node sends. */
const maxNumber = 1_024
/** In bytes: only longer values are checked for how many values they contain. */
const longValue = 4_096
const text = new TextDecoder()

/** Finds the ends of JSON values in bytes without parsing them. Never recurses. */
export class JsonBytes {
  readonly bytes: Uint8Array
  /** The same bytes, to read four at a time. */
  readonly view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The first position at or after `at` that is not white space. Skips a limited amount. */
  skipSpace(at: number): number {
    const { bytes } = this
    const end = at + maxSpace
    let code = bytes[at]
    while ((code === 32 || code === 10 || code === 13 || code === 9) && at < end) code = bytes[++at]
    return at
  }

  /**
   * The position after the value at `at`; -1 if there is no complete value of at most `maxBytes` bytes, or it is longer than
   * `longValue` and contains more than `maxValues` others.
   */
  skipValue(at: number, maxBytes = Number.POSITIVE_INFINITY, maxValues = Number.POSITIVE_INFINITY): number {
    const { bytes } = this
    const end = Math.min(bytes.length, at + maxBytes)
    const first = bytes[at]
    if (first === quote) return skipString(bytes, at, end)
    if (first !== openBrace && first !== openBracket) {
      let p = at
      const numberEnd = Math.min(end, at + maxNumber)
      while (p < numberEnd && isPrimitive(bytes[p]!)) p++
      return p > at && p < at + maxNumber ? p : -1
    }
    let depth = 0
    let values = 0
    for (let p = at; p < end; p++) {
      const code = bytes[p]!
      if (code === quote) {
        p = skipString(bytes, p, end) - 1
        if (p < 0) return -1
      } else if (code === openBrace || code === openBracket || code === comma) {
        if (code !== comma) depth++
        if (++values > maxValues && p - at > longValue) return -1
      } else if ((code === closeBrace || code === closeBracket) && --depth === 0) return p + 1
    }
    return -1
  }

  /** The text from `from` up to `to`, parsed. Throws what `JSON.parse` throws. */
  parse(from: number, to: number): unknown {
    return JSON.parse(text.decode(this.bytes.subarray(from, to)))
  }
}

/** The text between values, compared eight bytes at a time. */
export class JsonLiteral {
  readonly length: number
  readonly #bytes: Uint8Array
  /** Eight bytes per float, which compare as fast as one. JSON text never reads as zero; read as `NaN`, it only fails to match. */
  readonly #eights: Float64Array

  constructor(bytes: Uint8Array) {
    this.length = bytes.length
    this.#bytes = bytes
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    // The last eight may overlap those before.
    this.#eights = Float64Array.from({ length: bytes.length < 8 ? 0 : Math.ceil(bytes.length / 8) }, (_, k) =>
      view.getFloat64(Math.min(k * 8, bytes.length - 8), true),
    )
  }

  /** Whether the text occurs at `at`. */
  isAt(view: DataView, at: number): boolean {
    const { length } = this
    if (at + length > view.byteLength) return false
    const eights = this.#eights
    const last = eights.length - 1
    if (last < 0) {
      for (let k = 0; k < length; k++) if (view.getUint8(at + k) !== this.#bytes[k]) return false
      return true
    }
    for (let k = 0; k < last; k++) if (view.getFloat64(at + k * 8, true) !== eights[k]) return false
    return view.getFloat64(at + length - 8, true) === eights[last]
  }
}
