import { runInSlices } from '../runInSlices.ts'
import type { SliceOptions } from '../runInSlices.ts'
import { JsonLimitError, JsonSkipper } from './JsonSkipper.ts'

/** Bytes parsed in one go. The worst case, `[[],[],…`, takes a few milliseconds. */
const sliceBytes = 65_536
/** Maximum bytes of one string or number, which can only be parsed in one go. */
const maxScalarBytes = 2 ** 24

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

/**
 * Parses JSON a slice at a time: values larger than a slice are taken apart, smaller ones go to `JSON.parse`. Yields the
 * position after each slice.
 *
 * @throws `SyntaxError` or {@link JsonLimitError}
 */
export function* parseJsonSteps(bytes: Uint8Array): Generator<number, unknown> {
  const json = new JsonSkipper(bytes)
  const decoder = new TextDecoder()
  const text = (from: number, to: number) => decoder.decode(bytes.subarray(from, to))
  const containers: Container[] = []
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

  /** The next character that is not white space. */
  const next = () => {
    const from = at
    at = json.skipSpace(at, Math.min(bytes.length, from + sliceBytes))
    if (at - from === sliceBytes) throw new JsonLimitError('The answer is mostly white space.')
    return bytes[at]
  }
  const skipColon = () => {
    if (next() !== 58) throw new SyntaxError('A key has no value.')
    at++
  }

  for (;;) {
    const top = containers.at(-1)
    let value: unknown
    next()
    const end = Math.min(bytes.length, at + sliceBytes)
    if (top && Array.isArray(top.value)) {
      // As many items as fit into a slice: `JSON.parse` per item would cost more than the parsing itself.
      const from = at
      let to = -1
      for (;;) {
        const itemEnd = at < end ? json.skipValue(at, end, containers.length) : -1
        if (itemEnd < 0) break
        to = at = itemEnd
        if (next() !== 44) break
        at++
        next()
      }
      if (to >= 0) {
        const items = JSON.parse(`[${text(from, to)}]`) as unknown[]
        // The last one is handled like any other value below.
        value = items.pop()
        for (const item of items) top.value.push(item)
        at = to
      }
    } else if (top && bytes[at] === 34) {
      const keyEnd = json.skipString(at, end)
      if (keyEnd < 0) throw new SyntaxError('A key does not end.')
      top.key = JSON.parse(text(at, keyEnd)) as string
      at = keyEnd
      skipColon()
      next()
    } else if (top) throw new SyntaxError('A key is missing.')

    if (value === undefined) {
      const valueEnd = json.skipValue(at, Math.min(bytes.length, at + sliceBytes), containers.length)
      const first = bytes[at]
      if (valueEnd >= 0) {
        value = JSON.parse(text(at, valueEnd))
        at = valueEnd
      } else if (first === 123 || first === 91) {
        containers.push({ value: first === 91 ? [] : {}, key: '' })
        at++
        yield at
        continue
      } else {
        const scalarEnd = json.skipValue(at, Math.min(bytes.length, at + maxScalarBytes), containers.length)
        if (scalarEnd < 0) throw new JsonLimitError('A value in the answer is too long or incomplete.')
        value = JSON.parse(text(at, scalarEnd))
        at = scalarEnd
      }
    }
    yield at

    for (;;) {
      const container = containers.at(-1)
      const code = next()
      if (!container) {
        if (at !== bytes.length) throw new SyntaxError('Something follows the value.')
        return value
      }
      put(container, value)
      if (code !== 44 && code !== (Array.isArray(container.value) ? 93 : 125))
        throw new SyntaxError('A list or an object does not end.')
      at++
      if (code === 44) break
      containers.pop()
      value = container.value
    }
  }
}

function put({ value: container, key }: Container, value: unknown): void {
  if (Array.isArray(container)) container.push(value)
  // An assignment would set the prototype.
  else if (key === '__proto__')
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true })
  else container[key] = value
}

/** Parses a JSON body in one go; `undefined` if it is not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
