import type { LogSegment } from '../columns/LogSegment.ts'
import type { LocalFilter } from '../filter/LocalFilter.ts'
import type { PackedArgs } from './PackedArgs.ts'

/** `matchesLocal` for packed logs: compares each shared value once. */
export function packedFilter(
  segment: LogSegment,
  args: PackedArgs,
  filters: readonly LocalFilter[],
): (row: number) => boolean {
  const tests = filters.map((filter) => testOf(segment, args, filter))
  return (row) => tests.every((test) => test(row))
}

function testOf(segment: LogSegment, args: PackedArgs, filter: LocalFilter): (row: number) => boolean {
  const { columns } = segment
  const values = new Set(filter.values)
  const isOnly = filter.mode === 'only'
  const passes = (text: string | undefined) => (text !== undefined && values.has(text)) === isOnly
  const once = (referenceOf: (row: number) => number, textOf: (row: number) => string) => {
    const known = new Map<number, boolean>()
    return (row: number) => {
      const reference = referenceOf(row)
      let does = known.get(reference)
      if (does === undefined) known.set(reference, (does = passes(textOf(row))))
      return does
    }
  }
  switch (filter.field) {
    case 'address':
      return once(
        (row) => columns.logAddresses[row]!,
        (row) => segment.address(row),
      )
    case 'block':
      return once(
        (row) => columns.txBlocks[columns.logTxs[row]!]!,
        (row) => segment.blockNumber(row).toString(),
      )
    case 'transaction':
      return once(
        (row) => columns.logTxs[row]!,
        (row) => segment.transactionHash(row),
      )
    case 'topic': {
      const { position } = filter
      const test = once(
        (row) => columns.logTopics[row * columns.stride + position]!,
        (row) => segment.topic(row, position)!,
      )
      return (row) => (position < (columns.logFlags[row]! & 7) ? test(row) : !isOnly)
    }
    case 'arg': {
      const isOfEvent = packedEvents(segment, filter.topic0)
      return (row) => (isOfEvent(row) ? passes(args.text(row, filter.position)) : !isOnly)
    }
  }
}

/** Selects packed logs by first topic and topic count, comparing text once per distinct first topic. */
export function packedEvents(
  segment: LogSegment,
  topic0: string,
  topicCount?: number,
): (row: number) => boolean {
  const { columns } = segment
  const known = new Map<number, boolean>()
  return (row) => {
    const count = columns.logFlags[row]! & 7
    if (count === 0 || (topicCount !== undefined && count !== topicCount)) return false
    const reference = columns.logTopics[row * columns.stride]!
    let is = known.get(reference)
    if (is === undefined) known.set(reference, (is = segment.topic0(row) === topic0))
    return is
  }
}
