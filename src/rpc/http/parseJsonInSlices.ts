import { setOwn } from '../../base/setOwn.ts'
import { runInSlices, type SliceOptions } from '../runInSlices.ts'
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  JsonLimitError,
  JsonSkipper,
  openBrace,
  openBracket,
  quote,
  skipString,
} from './JsonSkipper.ts'

/** Bytes parsed in one go. The worst case, `[[],[],…`, takes a few milliseconds. */
const sliceBytes = 65_536
/** Maximum bytes of a string, which can only be parsed in one go. A number has at most those of a slice. */
const maxStringBytes = 2 ** 24

/**
 * Parses a JSON body of any size in slices, yielding to the page between them; `undefined` if it is not JSON, or exceeds the
 * limits of {@link JsonSkipper}.
 *
 * @throws the signal's reason once it fires.
 */
export async function parseJsonInSlices(bytes: Uint8Array, options?: SliceOptions): Promise<unknown> {
  try {
    return (await runInSlices(parseJsonSteps(bytes), options)).result
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonLimitError) return undefined
    throw error
  }
}

interface Container {
  readonly value: unknown[] | Record<string, unknown>
  /** In an object, the key of the next value. */
  key: string
}

/** A value that was read; `undefined` when a list or an object has begun instead. */
type Read = { readonly value: unknown } | undefined

/**
 * Parses JSON a slice at a time: values larger than a slice are taken apart, smaller ones go to `JSON.parse`. Yields the
 * position after each slice.
 *
 * @throws `SyntaxError` or {@link JsonLimitError}
 */
export function* parseJsonSteps(bytes: Uint8Array): Generator<number, unknown> {
  const parser = new SliceParser(bytes)
  for (;;) {
    const read = parser.readNext()
    yield parser.at
    const whole = read && parser.add(read)
    if (whole) return whole.value
  }
}

class SliceParser {
  readonly #bytes: Uint8Array
  readonly #json: JsonSkipper
  readonly #decoder = new TextDecoder()
  /** The lists and objects that have begun and not ended, the innermost last. */
  readonly #open: Container[] = []
  /** The position of the next byte. */
  at: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#json = new JsonSkipper(bytes)
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    this.at = hasMark ? 3 : 0
  }

  /** Reads the next value, with its key, or the start of a list or an object. */
  readNext(): Read {
    const top = this.#open.at(-1)
    this.#next()
    if (!top) return this.#readValue()
    if (Array.isArray(top.value)) return this.#readItems(top.value) ?? this.#readValue()
    top.key = this.#readKey()
    return this.#readValue()
  }

  /** Adds a value to its list or object, and closes those that end after it. Returns the whole value at the end of the text. */
  add({ value }: NonNullable<Read>): Read {
    let added = value
    for (;;) {
      const container = this.#open.at(-1)
      const code = this.#next()
      if (!container) {
        if (this.at !== this.#bytes.length) throw new SyntaxError('Something follows the value.')
        return { value: added }
      }
      put(container, added)
      if (code !== comma && code !== (Array.isArray(container.value) ? closeBracket : closeBrace))
        throw new SyntaxError('A list or an object does not end.')
      this.at++
      if (code === comma) return undefined
      this.#open.pop()
      added = container.value
    }
  }

  /** The next character that is not white space. */
  #next(): number | undefined {
    const from = this.at
    this.at = this.#json.skipSpace(from, this.#sliceEnd())
    if (this.at - from === sliceBytes) throw new JsonLimitError('The answer is mostly white space.')
    return this.#bytes[this.at]
  }

  /**
   * Reads as many items of a list as fit into a slice: `JSON.parse` per item would cost more than the parsing itself. Adds
   * all but the last, which it returns; `undefined` if not even one fits.
   */
  #readItems(list: unknown[]): Read {
    const from = this.at
    const end = this.#sliceEnd()
    let to = -1
    while (this.at < end) {
      const itemEnd = this.#skipValue(end)
      if (itemEnd < 0) break
      to = this.at = itemEnd
      if (this.#next() !== comma) break
      this.at++
      this.#next()
    }
    if (to < 0) return undefined
    const items = JSON.parse(`[${this.#text(from, to)}]`) as unknown[]
    const value = items.pop()
    for (const item of items) list.push(item)
    this.at = to
    return { value }
  }

  #readKey(): string {
    const from = this.at
    if (this.#bytes[from] !== quote) throw new SyntaxError('A key is missing.')
    const keyEnd = skipString(this.#bytes, from, this.#sliceEnd())
    if (keyEnd < 0) throw new SyntaxError('A key does not end.')
    const key = JSON.parse(this.#text(from, keyEnd)) as string
    this.at = keyEnd
    if (this.#next() !== colon) throw new SyntaxError('A key has no value.')
    this.at++
    this.#next()
    return key
  }

  #readValue(): Read {
    const from = this.at
    const first = this.#bytes[from]
    let end = this.#skipValue(this.#sliceEnd())
    if (end < 0 && (first === openBrace || first === openBracket)) {
      this.#open.push({ value: first === openBracket ? [] : {}, key: '' })
      this.at++
      return undefined
    }
    if (end < 0 && first === quote) end = this.#skipValue(Math.min(this.#bytes.length, from + maxStringBytes))
    if (end < 0) throw new JsonLimitError('A value in the answer is too long or incomplete.')
    this.at = end
    return { value: JSON.parse(this.#text(from, end)) as unknown }
  }

  /** The position after the value that begins here; -1 if it does not end before `end`. */
  #skipValue(end: number): number {
    return this.#json.skipValue(this.at, end, this.#open.length)
  }

  #sliceEnd(): number {
    return Math.min(this.#bytes.length, this.at + sliceBytes)
  }

  #text(from: number, to: number): string {
    return this.#decoder.decode(this.#bytes.subarray(from, to))
  }
}

function put({ value: container, key }: Container, value: unknown): void {
  if (Array.isArray(container)) container.push(value)
  else setOwn(container, key, value)
}
