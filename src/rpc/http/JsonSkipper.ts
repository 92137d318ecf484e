// The characters of JSON, as bytes.
export const quote = 34
export const backslash = 92
export const comma = 44
export const colon = 58
export const openBracket = 91
export const closeBracket = 93
export const openBrace = 123
export const closeBrace = 125

/** Thrown for JSON that no honest node sends: nested too deep, or with too many values. */
export class JsonLimitError extends Error {}

/** Deepest nesting of an honest reply: traces nest two levels for each of 1,024 calls. */
export const maxJsonDepth = 2_500
/** Values that any reply may have, and the average bytes that each further one must take. */
const freeValues = 262_144
const minBytesPerValue = 4

/** Finds the ends of JSON values without parsing them. Never recurses, and counts the values. */
export class JsonSkipper {
  readonly #bytes: Uint8Array
  #values = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The first position at or after `at` that is not white space. */
  skipSpace(at: number, end: number): number {
    const bytes = this.#bytes
    let p = at
    for (; p < end; p++) {
      const code = bytes[p]
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break
    }
    return p
  }

  /** The position after the value at `at`; -1 if it does not end before `end`. `depth`: how deep it is nested. */
  skipValue(at: number, end: number, depth: number): number {
    const bytes = this.#bytes
    const first = bytes[at]
    const before = this.#values
    this.#count(at)
    if (first === quote) return skipString(bytes, at, end)
    if (first !== openBrace && first !== openBracket) {
      let p = at
      while (p < end && isPrimitive(bytes[p]!)) p++
      // At `end`, more of it may follow.
      return p > at && (p < end || end === bytes.length) ? p : -1
    }
    let open = 0
    for (let p = at; p < end; p++) {
      const code = bytes[p]!
      if (code === quote) {
        p = skipString(bytes, p, end) - 1
        if (p < 0) break
      } else if (code === comma) this.#count(p)
      else if (code === openBrace || code === openBracket) {
        this.#count(p)
        if (++open + depth > maxJsonDepth) throw new JsonLimitError('The reply is nested too deep.')
      } else if ((code === closeBrace || code === closeBracket) && --open === 0) return p + 1
    }
    // Its values are counted again, one by one.
    this.#values = before
    return -1
  }

  #count(at: number) {
    if (++this.#values > freeValues + at / minBytesPerValue)
      throw new JsonLimitError('The reply has too many values.')
  }
}

/** Longer strings are searched by the engine, several times faster; for shorter ones, the calls would cost more. */
const longString = 256

/** The position after the string at `at`; -1 if it does not end before `end`. */
export function skipString(bytes: Uint8Array, at: number, end: number): number {
  for (let p = at + 1; p < end; p++) {
    const code = bytes[p]
    if (code === quote) return p + 1
    if (code === backslash) p++
    else if (p === at + longString) {
      const found = skipPlainText(bytes, p, end)
      if (found !== undefined) return found
    }
  }
  return -1
}

/** The position after the next quote; -1 if there is none. `undefined` if a backslash comes first: the quote may be escaped. */
function skipPlainText(bytes: Uint8Array, at: number, end: number): number | undefined {
  const rest = bytes.subarray(at, end)
  const length = rest.indexOf(quote)
  if (length < 0) return rest.includes(backslash) ? undefined : -1
  return rest.subarray(0, length).includes(backslash) ? undefined : at + length + 1
}

/** Whether a character can be part of `true`, `false`, `null` or a number. */
export function isPrimitive(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 45 ||
    code === 46 ||
    code === 69
  )
}
