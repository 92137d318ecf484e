'use client'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import * as icons from '../../components/ui/icons.tsx'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { PopoverButton } from './PopoverButton.tsx'

interface ExplorerCompareProps {
  session: ExplorerSession
  contracts: readonly KnownContract[]
}

/** The button that shows another query next to this one. */
export function ExplorerCompare({ session, contracts }: ExplorerCompareProps) {
  const { valid, kept, compare } = session
  const query = valid && session.query
  const { compare: strings } = useStrings(explorerStrings)
  return (
    <PopoverButton icon={icons.compare} label={strings.action} title={strings.title} disabled={!query}>
      {({ CompareChoice }, close) =>
        query && (
          <CompareChoice
            {...{ query, contracts, saved: kept.saved, recent: kept.recent }}
            onChoose={(next) => {
              close()
              compare(next)
            }}
          />
        )
      }
    </PopoverButton>
  )
}
