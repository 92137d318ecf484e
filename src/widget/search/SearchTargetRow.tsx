'use client'
import { searchStrings } from '../../components/locales/searchStrings.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { shortHex } from '../../components/values/shortHex.ts'
import { visibleText } from '../../components/values/visibleText.ts'
import type { Network } from '../../rpc/networks/Network.ts'
import type { SearchTarget } from './parseSearchText.ts'
import { SearchCost } from './SearchCost.tsx'

interface SearchTargetRowProps {
  target: SearchTarget
  network: Network
  /** Whether to name the network, because another one is shown. */
  isElsewhere: boolean
}

/** A possible meaning of the searched text, and how many requests it would take. */
export function SearchTargetRow({ target, network, isElsewhere }: SearchTargetRowProps) {
  const strings = useStrings(searchStrings)
  const name =
    target.kind === 'topic' && target.position > 0
      ? strings.searchArgument(formatNumber(target.position, strings.locale))
      : strings.searchKinds[target.kind]
  const text = target.kind === 'link' ? undefined : target.kind === 'transaction' ? target.hash : target.text
  return (
    <>
      <span>
        {name}
        {text !== undefined && (
          <>
            {' '}
            <code>{visibleText(text.startsWith('0x') ? shortHex(text) : text)}</code>
          </>
        )}
        {isElsewhere && ` (${visibleText(network.name)})`}
      </span>
      <SearchCost target={target} chainId={network.id} />
    </>
  )
}
