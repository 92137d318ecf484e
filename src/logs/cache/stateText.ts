import { setOwn } from '../../base/setOwn.ts'
import { BaseError } from '../../errors/BaseError.ts'

/**
 * A value as a preorder list of tokens. JSON primitives stand for themselves; any other value is an array of its kind
 * and either its text, the number of values that follow, or the keys of an object. Any part of the list is valid
 * JSON.
 */
type Token = string | number | boolean | null | readonly [kind: Kind, ...content: (string | number)[]]
type Kind = 'array' | 'bigint' | 'date' | 'map' | 'number' | 'object' | 'set' | 'undefined'

/** Values per part: parsing one takes about a millisecond. */
const partLength = 4_000

/**
 * Writes a state as JSON texts of a bounded length, one per step of the iterator. Keeps `bigint`, `Map`, `Set`, `Date`,
 * `undefined` and all numbers.
 *
 * @throws {@link BaseError} for functions, symbols, instances of other classes that have no `toJSON`, and values that contain
 * themselves.
 */
export function* writeStateParts(state: unknown): Generator<string, void, void> {
  let tokens: Token[] = []
  const open: { readonly value: unknown; readonly children: Iterator<unknown> }[] = [
    { value: undefined, children: [state].values() },
  ]
  const containers = new Set<unknown>()
  while (open.length > 0) {
    const { done, value } = open.at(-1)!.children.next()
    if (done) {
      containers.delete(open.pop()!.value)
      continue
    }
    if (containers.has(value)) throw notStorable('a value that contains itself')
    const { token, children } = toToken(value)
    tokens.push(token)
    if (children) {
      open.push({ value, children })
      containers.add(value)
    }
    if (tokens.length < partLength) continue
    yield JSON.stringify(tokens)
    tokens = []
  }
  if (tokens.length > 0) yield JSON.stringify(tokens)
}

function toToken(value: unknown): { token: Token; children?: Iterator<unknown> } {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return { token: value }
  if (value === undefined) return { token: ['undefined'] }
  if (typeof value === 'bigint') return { token: ['bigint', value.toString()] }
  if (typeof value === 'number')
    return { token: Number.isFinite(value) && !Object.is(value, -0) ? value : ['number', numberText(value)] }
  if (Array.isArray(value)) return { token: ['array', value.length], children: value.values() }
  if (value instanceof Map) return { token: ['map', value.size], children: entriesOf(value) }
  if (value instanceof Set) return { token: ['set', value.size], children: value.values() }
  if (value instanceof Date) return { token: ['date', numberText(value.getTime())] }
  const json = (value as { toJSON?: unknown }).toJSON
  if (typeof json === 'function') return toToken(json.call(value))
  const prototype: unknown = typeof value === 'object' ? Object.getPrototypeOf(value) : undefined
  if (prototype !== Object.prototype && prototype !== null)
    throw notStorable(typeof value === 'object' ? 'an instance of a class' : `a ${typeof value}`)
  return { token: ['object', ...Object.keys(value)], children: Object.values(value).values() }
}

function notStorable(what: string): BaseError {
  return new BaseError(`A state with ${what} cannot be stored.`, {
    advice: 'Use plain objects, arrays, Map, Set, Date and primitive values.',
  })
}

const numberText = (value: number) => (Object.is(value, -0) ? '-0' : value.toString())

function* entriesOf(map: ReadonlyMap<unknown, unknown>): Generator<unknown, void, void> {
  for (const [key, value] of map) {
    yield key
    yield value
  }
}

/** A container whose contents are being read. */
interface OpenValue {
  left: number
  add(value: unknown): void
}

/**
 * Reads a state from the texts of {@link writeStateParts}, one per step.
 *
 * @throws an error if texts are missing or damaged.
 */
export function* readStateParts(parts: readonly string[]): Generator<void, unknown, void> {
  let state: unknown
  const open: OpenValue[] = [{ left: 1, add: (value) => (state = value) }]
  for (const part of parts) {
    for (const token of JSON.parse(part) as Token[]) {
      const parent = open.at(-1)
      if (!parent) throw new SyntaxError('A stored state is too long.')
      parent.left--
      const { value, left = 0, add } = fromToken(token)
      parent.add(value)
      if (add && left > 0) open.push({ left, add })
      while (open.at(-1)?.left === 0) open.pop()
    }
    yield
  }
  if (open.length > 0) throw new SyntaxError('A stored state is incomplete.')
  return state
}

function fromToken(token: Token): { value: unknown } & Partial<OpenValue> {
  if (!Array.isArray(token)) return { value: token }
  const [kind, content, ...more] = token as [Kind, ...(string | number)[]]
  switch (kind) {
    case 'undefined':
      return { value: undefined }
    case 'bigint':
      return { value: BigInt(content!) }
    case 'number':
      return { value: Number(content) }
    case 'date':
      return { value: new Date(Number(content)) }
    case 'array': {
      const value: unknown[] = []
      return { value, left: content as number, add: (item) => value.push(item) }
    }
    case 'set': {
      const value = new Set<unknown>()
      return { value, left: content as number, add: (item) => value.add(item) }
    }
    case 'map': {
      const value = new Map<unknown, unknown>()
      let key: { readonly value: unknown } | undefined
      return {
        value,
        left: 2 * (content as number),
        add(item) {
          if (key) value.set(key.value, item)
          key = key ? undefined : { value: item }
        },
      }
    }
    case 'object': {
      const names = content === undefined ? [] : [content, ...more].map(String)
      const value: Record<string, unknown> = {}
      let at = 0
      return { value, left: names.length, add: (item) => setOwn(value, names[at++]!, item) }
    }
  }
  throw new SyntaxError('A stored state has an unknown kind of value.')
}

/** Writes a state as one text, with the same types as {@link writeStateParts}. */
export function toStateText(state: unknown): string {
  return JSON.stringify([...writeStateParts(state)])
}

/** Reads a state from text that {@link toStateText} has written. */
export function fromStateText(text: string): unknown {
  const steps = readStateParts(JSON.parse(text) as readonly string[])
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
