'use client'
import { searchStrings } from '../../components/locales/searchStrings.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { shortHex } from '../../components/values/shortHex.ts'
import { visibleText } from '../../components/values/visibleText.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { Network } from '../../rpc/networks/Network.ts'
import { newestFirst } from '../session/newestFirst.ts'
import { toTopicsQuery } from '../session/toTopicsQuery.ts'
import { useExplorerEstimate } from '../session/useExplorerEstimate.ts'
import type { SearchTarget } from './parseSearchText.ts'

interface SearchTargetRowProps {
  target: SearchTarget
  network: Network
  /** Whether to name the network, because another one is shown. */
  isElsewhere: boolean
}

/** A possible meaning of the searched text, and how many requests it would take. */
export function SearchTargetRow({ target, network, isElsewhere }: SearchTargetRowProps) {
  const strings = useStrings(searchStrings)
  const number = (value: number) => formatNumber(value, strings.locale)
  const name =
    target.kind === 'topic' && target.position > 0
      ? strings.searchArgument(number(target.position))
      : strings.searchKinds[target.kind]
  const text = textOf(target)
  const query = queryOf(target)
  const { data } = useExplorerEstimate(query && toTopicsQuery(newestFirst(query)), network.id)
  // The transaction and its receipt.
  const before = target.kind === 'transaction' ? 2 : 0
  const [low, high] = [data?.requests.low, data?.requests.high].map((count = 0) => number(count + before))
  return (
    <>
      <span>
        {name}
        {text !== undefined && (
          <>
            {' '}
            <code>{shownText(text, target.kind === 'block', strings.locale)}</code>
          </>
        )}
        {isElsewhere && ` (${visibleText(network.name)})`}
      </span>
      {data && (
        <span className="topic0-muted topic0-number">
          {strings.searchCost(low === high ? `${high}` : `${low}–${high}`)}
        </span>
      )}
    </>
  )
}

function shownText(text: string, isBlock: boolean, locale: string): string {
  if (text.startsWith('0x')) return shortHex(text)
  return isBlock ? formatNumber(BigInt(text), locale) : visibleText(text)
}

function textOf(target: SearchTarget): string | undefined {
  if (target.kind === 'link') return undefined
  return target.kind === 'transaction' ? target.hash : target.text
}

/** The query to estimate. The block of a transaction is not known, but any block costs the same. */
function queryOf(target: SearchTarget): LogSearch | undefined {
  if (target.kind === 'link') return undefined
  return target.kind === 'transaction' ? { blockHash: target.hash } : target.query
}
