'use client'
import { describeQuery } from '../../components/FilterBuilder/draft/describeQuery.ts'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import { IconButton } from '../../components/ui/IconButton.tsx'
import * as icons from '../../components/ui/icons.tsx'
import { ChainText } from '../../components/values/ChainText.tsx'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'

export interface CompareBarProps {
  query: LogSearch
  contracts: readonly KnownContract[]
  /** Exchanges the queries: the form edits the first one. */
  onSwap?: (() => void) | undefined
  onClose: () => void
}

/** The bar above one of two compared queries, with its description and a close button. */
export function CompareBar({ query, contracts, onSwap, onClose }: CompareBarProps) {
  const strings = useStrings(explorerStrings)
  const text = describeQuery(query, strings, contracts)
  return (
    <div className="topic0-log-explorer-side-bar">
      <strong>
        <ChainText text={text} />
      </strong>
      {onSwap && <Button onClick={onSwap}>{strings.compare.swap}</Button>}
      <IconButton icon={icons.cross} name={strings.compare.close(text)} onClick={onClose} />
    </div>
  )
}
