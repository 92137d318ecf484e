'use client'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import * as icons from '../../components/ui/icons.tsx'
import type { LocalFilter } from '../../logs/filter/LocalFilter.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { PopoverButton } from './PopoverButton.tsx'

export interface ExplorerShareProps {
  /** The query that is shown; `undefined` while there is none that could be shared. */
  query: LogSearch | undefined
  /** The link's state besides the query. */
  state: Readonly<Record<string, string>>
  /** The filters on loaded logs. */
  filters: readonly LocalFilter[]
  /** Whether this page reads the links. */
  urlState: boolean
  onOpen: (query: LogSearch) => void
  /** Called with a pasted link, which may select another network and view. */
  onOpenLink: (link: string) => void
}

/** The share dialog: the current query to copy, or another one to paste. */
export function ExplorerShare({ query, state, filters, urlState, onOpen, onOpenLink }: ExplorerShareProps) {
  const strings = useStrings(explorerStrings)
  return (
    <PopoverButton icon={icons.link} label={strings.share} title={strings.queryCode} disabled={!query}>
      {({ QueryCode }, close) =>
        query && (
          <QueryCode
            query={query}
            page={urlState && typeof location !== 'undefined' ? location.href : undefined}
            state={state}
            filters={filters}
            onOpen={(next, link, note) => {
              // Stays open while there is a note to read.
              if (note === undefined) close()
              if (link === undefined) onOpen(next)
              else onOpenLink(link)
            }}
          />
        )
      }
    </PopoverButton>
  )
}
