import { JsonRefused, JsonSkipper } from './JsonSkipper.ts'
import { runInSlices } from '../runInSlices.ts'
import type { SliceOptions } from '../runInSlices.ts'

/** Bytes that are parsed at once. The worst of them, `[[],[],…`, takes a few milliseconds. */
const sliceBytes = 65_536
/** Most bytes of one string or number, which can only be parsed at once. */
const longestScalar = 2 ** 24

/**
 * The value of a body, whatever its size, parsed in slices that leave a page its turn; `undefined` when it is no JSON, or none
 * that an honest node sends.
 *
 * @throws the signal's reason when it fired.
 */
export async function parseJsonInSlices(bytes: Uint8Array, options?: SliceOptions): Promise<unknown> {
  try {
    return (await runInSlices(parseJsonSteps(bytes), options)).result
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonRefused) return undefined
    throw error
  }
}

interface Container {
  readonly value: unknown[] | Record<string, unknown>
  /** Where the value goes that is read next, in an object. */
  key: string
}

/**
 * Parses JSON a slice at a time: what is larger than a slice is taken apart, what is smaller goes to `JSON.parse`. Yields
 * the position behind each slice.
 *
 * @throws `SyntaxError` or {@link JsonRefused}
 */
export function* parseJsonSteps(bytes: Uint8Array): Generator<number, unknown> {
  const json = new JsonSkipper(bytes)
  const decoder = new TextDecoder()
  const text = (from: number, to: number) => decoder.decode(bytes.subarray(from, to))
  const containers: Container[] = []
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

  /** The next character that is not white space, of which there is never much. */
  const next = () => {
    const from = at
    at = json.skipSpace(at, Math.min(bytes.length, from + sliceBytes))
    if (at - from === sliceBytes) throw new JsonRefused('The answer is mostly white space.')
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
      // As many items as fit into a slice: each alone would cost more to hand over than to parse.
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
        // The last one goes the way of all values.
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
        const scalarEnd = json.skipValue(at, Math.min(bytes.length, at + longestScalar), containers.length)
        if (scalarEnd < 0) throw new JsonRefused('The answer has too long a value in it, or is cut short.')
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
  // Assigned, it would become the prototype.
  else if (key === '__proto__')
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true })
  else container[key] = value
}

/** The value of a body; `undefined` when it is no JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
