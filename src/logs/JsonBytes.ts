const quote = 34
const backslash = 92
const text = new TextDecoder()

/** Finds its way through JSON in bytes without making anything of it. Never recurses, whatever nests. */
export class JsonBytes {
  readonly bytes: Uint8Array
  /** The same bytes, to read four at a time. */
  readonly view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The first position at or after `at` that is not white space. */
  skipSpace(at: number): number {
    const { bytes } = this
    let code = bytes[at]
    while (code === 32 || code === 10 || code === 13 || code === 9) code = bytes[++at]
    return at
  }

  /** The position behind the value that begins at `at`, or -1 when there is no whole value. */
  skipValue(at: number): number {
    const { bytes } = this
    const first = bytes[at]
    if (first === quote) return this.#skipString(at)
    if (first !== 123 && first !== 91) {
      let end = at
      while (end < bytes.length && isPrimitive(bytes[end]!)) end++
      return end > at ? end : -1
    }
    let depth = 0
    for (let p = at; p < bytes.length; p++) {
      const code = bytes[p]!
      if (code === quote) {
        p = this.#skipString(p) - 1
        if (p < 0) return -1
      } else if (code === 123 || code === 91) depth++
      else if ((code === 125 || code === 93) && --depth === 0) return p + 1
    }
    return -1
  }

  /** The text from `from` up to `to`, parsed. Throws what `JSON.parse` throws. */
  parse(from: number, to: number): unknown {
    return JSON.parse(text.decode(this.bytes.subarray(from, to)))
  }

  #skipString(at: number): number {
    const { bytes } = this
    for (let p = at + 1; p < bytes.length; p++) {
      const code = bytes[p]!
      if (code === quote) return p + 1
      if (code === backslash) p++
    }
    return -1
  }
}

/** Letters, digits and signs: what `true`, `null` and numbers are made of. */
function isPrimitive(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 45 ||
    code === 46 ||
    code === 69
  )
}
