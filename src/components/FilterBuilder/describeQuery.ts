import type { BlockTag } from '../../logs/LogQuery.ts'
import type { LogSearch } from '../../logs/LogSearch.ts'
import { formatNumber } from '../formatNumber.ts'
import { shortHex } from '../shortHex.ts'
import type { Strings } from '../strings.ts'
import type { KnownContract } from './KnownContract.ts'

/** A query in one line: what, of whom, where. */
export function describeQuery(
  query: LogSearch,
  strings: Strings,
  contracts: readonly KnownContract[],
): string {
  const { address = [], events = [], topics, fromBlock, toBlock, blockHash } = query
  const addresses = typeof address === 'string' ? [address] : address
  const what = topics ? strings.rawMode : list(events.map(({ name }) => name)) || strings.anyEvent
  const whom = list(
    addresses.map(
      (one) =>
        contracts.find((known) => known.address.toLowerCase() === one.toLowerCase())?.label ?? shortHex(one),
    ),
  )
  const block = (end: bigint | BlockTag) =>
    typeof end === 'bigint' ? formatNumber(end, strings.locale) : end
  const where = blockHash
    ? shortHex(blockHash)
    : `${block(fromBlock ?? 'earliest')} – ${block(toBlock ?? 'latest')}`
  return [what, whom, where].filter(Boolean).join(' · ')
}

// A line names some, and counts the others.
function list(names: readonly string[]): string {
  return names.length > 2 ? `${names.slice(0, 2).join(', ')} +${names.length - 2}` : names.join(', ')
}
