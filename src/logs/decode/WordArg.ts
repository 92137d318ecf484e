/** The position of a single-word argument in the logs of its event. */
export interface WordArg {
  /** The Solidity type. */
  readonly type: string
  /** Whether the log holds only a hash of the value. */
  readonly hashed: boolean
  readonly indexed: boolean
  /** Position among the topics if indexed, else the byte offset of its word in the data. */
  readonly at: number
  /** Number of bits of the word that hold the value; the others are padding. */
  readonly bits: number
  /** The padding: zeros before or after the value, or its sign. */
  readonly fill: 'before' | 'after' | 'sign'
}

/**
 * The positions of an event's arguments; `undefined` unless each is a single word. `first` is the number of topics
 * before theirs.
 */
export function toWordArgs(
  inputs: readonly Pick<WordArg, 'type' | 'hashed' | 'indexed'>[],
  first: number,
): readonly WordArg[] | undefined {
  const args: WordArg[] = []
  let topics = first
  let data = 0
  for (const { type, hashed, indexed } of inputs) {
    const shape = hashed ? whole : shapeOf(type)
    if (!shape) return undefined
    args.push({ type, hashed, indexed, at: indexed ? topics++ : data, ...shape })
    if (!indexed) data += 32
  }
  return args
}

const whole = { bits: 256, fill: 'before' } as const

function shapeOf(type: string): Pick<WordArg, 'bits' | 'fill'> | undefined {
  if (type === 'address') return { bits: 160, fill: 'before' }
  if (type === 'bool') return { bits: 1, fill: 'before' }
  const [, kind, digits] = /^(uint|int|bytes)(\d+)$/.exec(type) ?? []
  if (kind === undefined) return undefined
  if (kind === 'bytes') return { bits: Number(digits) * 8, fill: 'after' }
  return { bits: Number(digits), fill: kind === 'int' ? 'sign' : 'before' }
}
