import type { DecodedArg, DecodedEvent } from '../Log.ts'

// More are not told apart by anyone.
const most = 16

/**
 * The other readings of a log that have the same bits: `indexed` moved between arguments of one type, and their values with it.
 * Nothing in the log says which of them is right.
 */
export function identicalReadings(event: DecodedEvent): readonly DecodedEvent[] {
  const { args } = event
  const topics = args.filter((arg) => arg.indexed)
  const data = args.filter((arg) => !arg.indexed)
  const found: DecodedEvent[] = []
  place([])
  return found

  function place(chosen: readonly DecodedArg[]): void {
    if (found.length >= most) return
    const at = chosen.length
    const arg = args[at]
    if (!arg) {
      if (chosen.some((one, position) => one.indexed !== args[position]!.indexed))
        found.push({ ...event, args: chosen })
      return
    }
    const used = chosen.filter((one) => one.indexed).length
    for (const value of [topics[used], data[at - used]])
      if (value?.type === arg.type)
        place([...chosen, { ...arg, indexed: value.indexed, hashed: value.hashed, value: value.value }])
  }
}
