'use client'
import { useId, useState } from 'react'
import { Icon } from '../../components/ui/Icon.tsx'
import type { MenuAnchor } from '../../components/ui/MenuItem.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { LazyPopover } from './LazyPopover.tsx'

interface ExplorerCompareProps {
  session: ExplorerSession
  contracts: readonly KnownContract[]
}

/** The button that shows another query next to this one. */
export function ExplorerCompare({ session: { query, kept, compare }, contracts }: ExplorerCompareProps) {
  const { compare: strings } = useStrings(explorerStrings)
  const id = useId()
  const [anchor, setAnchor] = useState<MenuAnchor>()
  return (
    <>
      <button
        id={id}
        type="button"
        className="topic0-button"
        data-size="small"
        title={strings.title}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-disabled={!query}
        onClick={(event) => query && setAnchor(anchor ? undefined : event.currentTarget)}
      >
        <Icon name="compare" />
        <span className="topic0-button-word">{strings.action}</span>
      </button>
      {anchor && query && (
        <LazyPopover aria-labelledby={id} anchor={anchor} onClose={() => setAnchor(undefined)}>
          {({ CompareChoice }) => (
            <CompareChoice
              {...{ query, contracts, saved: kept.saved, recent: kept.recent }}
              onChoose={(next) => {
                setAnchor(undefined)
                compare(next)
              }}
            />
          )}
        </LazyPopover>
      )}
    </>
  )
}
