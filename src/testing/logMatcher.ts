import type { Address, Hash, Hex } from 'viem'
import type { WireLog } from './WireLog.ts'

/** The filter of an `eth_getLogs` request. */
export interface WireFilter {
  address?: Address | Address[] | null
  topics?: (Hex | Hex[] | null)[] | null
  fromBlock?: string
  toBlock?: string
  blockHash?: Hash
  /** Matches any of several filters. For comparisons in tests; nodes do not have it. */
  anyOf?: readonly WireFilter[]
}

/** Compiles a filter: a log matches if it has one of the addresses and, at each topic position, one of the values. */
export function logMatcher({ address, topics, anyOf }: WireFilter): (log: WireLog) => boolean {
  if (anyOf) {
    const matchers = anyOf.map(logMatcher)
    return (log) => matchers.some((matches) => matches(log))
  }
  const addresses = toSet(address)
  const wanted = (topics ?? []).map(toSet)
  return (log) => {
    if (addresses.size > 0 && !addresses.has(log.address.toLowerCase())) return false
    return wanted.every((values, position) => {
      const actual = log.topics[position]
      // A position beyond the log's topics does not match, even if the filter accepts any value there.
      if (actual === undefined) return false
      return values.size === 0 || values.has(actual.toLowerCase())
    })
  }
}

const toSet = (value: Hex | Hex[] | null | undefined): ReadonlySet<string> =>
  new Set([value ?? []].flat().map((one) => one.toLowerCase()))
