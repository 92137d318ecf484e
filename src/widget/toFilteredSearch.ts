import type { Hex } from 'viem'
import type { LogFilterAction } from '../components/LogTable/LogFilterAction.ts'
import type { LogSearch } from '../logs/LogSearch.ts'
import { parseLogQuery } from '../logs/parseLogQuery.ts'

/**
 * A query that asks only for some values of a field, or for them as well. Topics are raw from then on; the events still
 * decode. Conditions on other arguments go: they need exactly one event.
 */
export function toFilteredSearch(
  search: LogSearch,
  { mode, target, values }: Pick<LogFilterAction, 'mode' | 'target' | 'values'>,
): LogSearch {
  const { filter } = parseLogQuery(search)
  const join = (before: readonly Hex[] | null | undefined) => [
    ...new Set([...(mode === 'any' ? (before ?? []) : []), ...(values as readonly Hex[])]),
  ]
  if (target.field === 'address') return { ...search, address: join(filter.address) }
  if (target.field === 'topic') {
    const topics = Array.from(
      { length: Math.max(filter.topics.length, target.position + 1) },
      (_, position) =>
        position === target.position ? join(filter.topics[position]) : (filter.topics[position] ?? null),
    )
    return { ...search, args: undefined, where: undefined, topics }
  }
  // Nodes cannot be asked for anything else.
  if (target.field !== 'block') return search
  const blocks = values.map(BigInt)
  const [first, last] = [blocks.reduce((a, b) => (a < b ? a : b)), blocks.reduce((a, b) => (a > b ? a : b))]
  return { ...search, blockHash: undefined, fromBlock: first, toBlock: last }
}
