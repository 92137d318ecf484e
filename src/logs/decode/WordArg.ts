/** Where an argument that is a single word stands in the logs of its event. */
export interface WordArg {
  /** As Solidity writes it. */
  readonly type: string
  /** Whether the chain keeps only a hash of it. */
  readonly hashed: boolean
  readonly indexed: boolean
  /** Position among the topics when it is indexed, else where its word begins in the data, in bytes. */
  readonly at: number
  /** Which words are no value of its type, and make the log another event's: none (`any`), or all but a few. */
  readonly sound: 'any' | 'bool' | 'small' | 'smallSigned'
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
    if (!hashed && !/^(u?int\d*|address|bool|bytes\d+)$/.test(type)) return undefined
    const number = /^(u?)int(\d*)$/.exec(type)
    const isSmall = !hashed && number !== null && Number(number[2] || 256) <= 48
    const sound = isSmall
      ? number[1] === 'u'
        ? 'small'
        : 'smallSigned'
      : type === 'bool' && !hashed
        ? 'bool'
        : 'any'
    args.push({ type, hashed, indexed, at: indexed ? topics++ : data, sound })
    if (!indexed) data += 32
  }
  return args
}
