import type { Hash } from 'viem'
import { indexedValues } from '../../../logs/filter/formats/indexedValues.ts'
import { eventsIn } from '../../../logs/filter/LogQuery.ts'
import type { LogSearch } from '../../../logs/filter/LogSearch.ts'
import { isBlockHash, type RangeEnd } from '../../../logs/filter/ParsedLogQuery.ts'
import { newestBlocksOf } from '../../../logs/filter/relativeBlock.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { argName } from '../../values/ArgName.tsx'
import { shortHex } from '../../values/shortHex.ts'
import type { FilterStrings } from './filterStrings.ts'
import type { KnownContract } from './KnownContract.ts'
import { listNames } from './listNames.ts'

/** A query in one line: events, contracts, range. */
export function describeQuery(
  query: LogSearch,
  strings: FilterStrings,
  contracts: readonly KnownContract[],
): string {
  const { address, topics, fromBlock, toBlock, blockHash } = query
  // Overloads have one name.
  const names = new Set(eventsIn(query).map(({ name }) => name))
  const addresses = typeof address === 'string' ? [address] : (address ?? [])
  const args = argumentNames(query, strings)
  const what = topics ? strings.rawMode : listNames([...names]) || strings.anyEvent
  const whom = listNames(
    addresses.map(
      (one) =>
        contracts.find((known) => known.address.toLowerCase() === one.toLowerCase())?.label ?? shortHex(one),
    ),
  )
  return [args === '' ? what : `${what} (${args})`, whom, where()].filter(Boolean).join(' · ')

  function where(): string {
    if (blockHash) return shortHex(blockHash)
    const last = newestBlocksOf(query)
    if (last !== undefined) return strings.newestBlocks(formatNumber(last, strings.locale))
    return `${block(fromBlock ?? 'earliest')} – ${block(toBlock ?? 'latest')}`
  }

  function block(end: RangeEnd | Hash): string {
    if (typeof end === 'bigint') return formatNumber(end, strings.locale)
    if (isBlockHash(end)) return shortHex(end)
    return end === 'latest' || end === 'earliest' ? strings[end] : end
  }
}

/** The arguments that a query filters by, which distinguish queries for one event. */
function argumentNames(query: LogSearch, strings: FilterStrings): string {
  const { args, where = [] } = query
  const [event] = eventsIn(query)
  if (!event) return ''
  const values = indexedValues(event, args)
  const indexed = event.inputs.filter((input) => input.indexed)
  const filtered = indexed.filter((_, position) => (values[position]?.length ?? 0) > 0)
  const compared = where.flatMap(({ arg }) => event.inputs[arg] ?? [])
  const inputs = [...new Set([...filtered, ...compared])]
  return listNames(inputs.map((input) => argName(input.name, event.inputs.indexOf(input), strings)))
}
