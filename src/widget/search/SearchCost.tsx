'use client'
import { searchStrings } from '../../components/locales/searchStrings.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { newestFirst } from '../session/newestFirst.ts'
import { toTopicsQuery } from '../session/toTopicsQuery.ts'
import { useExplorerEstimate } from '../session/useExplorerEstimate.ts'
import type { SearchTarget } from './parseSearchText.ts'

/** How many requests a search would take. */
export function SearchCost({ target, chainId }: { target: SearchTarget; chainId: number }) {
  const strings = useStrings(searchStrings)
  // Any block costs the same as the transaction's.
  const query =
    target.kind === 'transaction' ? { blockHash: target.hash } : 'query' in target ? target.query : undefined
  const { data } = useExplorerEstimate(query && toTopicsQuery(newestFirst(query)), chainId)
  if (!data) return null
  // The transaction and its receipt.
  const before = target.kind === 'transaction' ? 2 : 0
  const [low, high] = [data.requests.low, data.requests.high].map((count) =>
    formatNumber(count + before, strings.locale),
  )
  return (
    <span className="topic0-muted topic0-number">
      {strings.searchCost(low === high ? `${high}` : `${low}–${high}`)}
    </span>
  )
}
