/** Where an argument that is a single word stands in the logs of its event. */
export interface WordArg {
  /** As Solidity writes it. */
  readonly type: string
  /** Whether the chain keeps only a hash of it. */
  readonly hashed: boolean
  readonly indexed: boolean
  /** Position among the topics when it is indexed, else where its word begins in the data, in bytes. */
  readonly at: number
  /** How many bits of the word are its value; the others only fill it. */
  readonly bits: number
  /** What fills the word: zeros before the value or after it, or its sign. */
  readonly fill: 'before' | 'after' | 'sign'
}

/** Where the arguments of an event are; `undefined` unless each is a single word. `first` counts topics before theirs. */
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
