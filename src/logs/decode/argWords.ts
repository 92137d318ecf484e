import type { DecodedEvent, RawLog } from '../Log.ts'
import { splitType } from './splitType.ts'

/** The role of a word for its argument: value, offset or length. */
export type WordRole = 'value' | 'offset' | 'length'

/** Which argument a word belongs to. */
export interface ArgWord {
  /** Position among the event's arguments. */
  readonly arg: number
  readonly role: WordRole
}

/** Which argument each topic and each word of data belongs to. */
export interface ArgWords {
  /** By position; `undefined` for the event's topic. */
  readonly topics: readonly (ArgWord | undefined)[]
  /** By position of the word; absent if it belongs to no argument or lies beyond the words that were read. */
  readonly data: ReadonlyMap<number, ArgWord>
}

// Hostile arrays may claim any length: limits the words that are assigned and the nesting of types.
const maxWords = 4_096
const maxDepth = 32

/** Assigns the words of a log to its arguments, by walking the types through the data. Never throws. */
export function argWords(event: DecodedEvent, log: Pick<RawLog, 'topics' | 'data'>): ArgWords {
  const indexed = event.args.flatMap((arg, at) => (arg.indexed ? [at] : []))
  // The event's topic, which anonymous events lack.
  const own = log.topics.length > indexed.length ? 1 : 0
  const topics = log.topics.map((_, position) => {
    const arg = indexed[position - own]
    return position < own || arg === undefined ? undefined : ({ arg, role: 'value' } as const)
  })
  const walk = new Walk(log.data)
  const rest = event.args.flatMap((arg, at) => (arg.indexed ? [] : [{ at, type: arg.type }]))
  let position = 0
  for (const { at, type } of rest) {
    walk.arg = at
    walk.head(type, position, 0, 0)
    position += headSize(type)
  }
  return { topics, data: walk.found }
}

class Walk {
  readonly found = new Map<number, ArgWord>()
  arg = 0
  readonly #data: string
  readonly #size: number
  #left = maxWords

  constructor(data: string) {
    this.#data = data
    this.#size = (data.length - 2) / 2
  }

  /** A value whose head is at `at`; offsets count from `base`. */
  head(type: string, at: number, base: number, depth: number): void {
    if (depth > maxDepth || this.#left <= 0) return
    if (!isDynamic(type)) return this.#body(type, at, depth)
    const offset = this.#number(at)
    this.#mark(at, 'offset')
    if (offset !== undefined) this.#body(type, base + offset, depth)
  }

  #body(type: string, at: number, depth: number): void {
    const parts = splitType(type)
    if (parts.kind === 'word') return this.#mark(at, 'value')
    if (parts.kind === 'bytes') {
      const length = this.#number(at)
      this.#mark(at, 'length')
      for (let word = 0; word * 32 < (length ?? 0) && this.#left > 0; word++)
        this.#mark(at + 32 + word * 32, 'value')
      return
    }
    if (parts.kind === 'tuple') {
      let position = at
      for (const field of parts.fields) {
        this.head(field, position, at, depth + 1)
        position += headSize(field)
      }
      return
    }
    const counted = parts.length === undefined
    const length = counted ? this.#number(at) : parts.length
    if (counted) this.#mark(at, 'length')
    const start = counted ? at + 32 : at
    const width = headSize(parts.item)
    for (let item = 0; item < (length ?? 0) && this.#left > 0; item++) {
      // Every element counts against the limit, even without width.
      this.#left--
      this.head(parts.item, start + item * width, start, depth + 1)
    }
  }

  /** An offset or a length; `undefined` if it points outside the data, or is not hex. */
  #number(at: number): number | undefined {
    const word = this.#data.slice(2 + at * 2, 66 + at * 2)
    if (!/^[\da-f]{64}$/i.test(word)) return undefined
    const value = BigInt(`0x${word}`)
    return value <= BigInt(this.#size) ? Number(value) : undefined
  }

  #mark(at: number, role: WordRole): void {
    this.#left--
    if (at < this.#size && at % 32 === 0 && !this.found.has(at / 32))
      this.found.set(at / 32, { arg: this.arg, role })
  }
}

function isDynamic(type: string): boolean {
  const parts = splitType(type)
  if (parts.kind === 'bytes') return true
  if (parts.kind === 'tuple') return parts.fields.some(isDynamic)
  return parts.kind === 'array' && (parts.length === undefined || isDynamic(parts.item))
}

/** The bytes of a value's head. */
function headSize(type: string): number {
  if (isDynamic(type)) return 32
  const parts = splitType(type)
  if (parts.kind === 'tuple') return parts.fields.reduce((sum, field) => sum + headSize(field), 0)
  return parts.kind === 'array' ? (parts.length ?? 0) * headSize(parts.item) : 32
}
