'use client'
import { QueryCode } from '../components/QueryCode/QueryCode.tsx'
import { useStrings } from '../components/useStrings.ts'
import type { LogSearch } from '../logs/LogSearch.ts'

export interface ExplorerCodeProps {
  query: LogSearch
  networkId: number
  /** Whether this page reads the links. */
  urlState: boolean
  onOpen: (query: LogSearch) => void
}

/** The query that is shown, to share and to use elsewhere; opened when it is wanted. */
export function ExplorerCode({ query, networkId, urlState, onOpen }: ExplorerCodeProps) {
  const strings = useStrings()
  return (
    <details className="topic0-log-explorer-code">
      <summary>{strings.queryCode}</summary>
      <QueryCode
        query={query}
        page={urlState && typeof location !== 'undefined' ? location.href : undefined}
        state={{ network: String(networkId) }}
        onOpen={onOpen}
      />
    </details>
  )
}
