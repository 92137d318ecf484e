import type { DecodedArg, DecodedEvent } from '../Log.ts'

// Maximum number of readings: no user compares more.
const maxReadings = 16

/**
 * The other readings of a log with the same bits: `indexed` moves between arguments of one type, with their values.
 * Nothing in the log shows which reading is right.
 */
export function identicalReadings(event: DecodedEvent): readonly DecodedEvent[] {
  const { args } = event
  const topics = args.filter((arg) => arg.indexed)
  const data = args.filter((arg) => !arg.indexed)
  const found: DecodedEvent[] = []
  place([])
  return found

  function place(chosen: readonly DecodedArg[]): void {
    if (found.length >= maxReadings) return
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
