'use client'
import { useState } from 'react'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { useChanged } from '../../react/useChanged.ts'
import { useExplorerSettings } from '../settings/useExplorerSettings.ts'
import { toLinkState, writeLink } from './toLinkState.ts'
import type { ShareLink } from './useShareLink.ts'

export type LinkedView = ReturnType<typeof useLinkedView>

/** What a link holds besides its query: how logs are shown, and the query next to its own. */
export function useLinkedView(link: ShareLink, chainId: number) {
  const { settings, change, restart } = useExplorerSettings(link.settings)
  const [linkError, setLinkError] = useState(link.error)
  const [compared, setCompared] = useState(link.compared ?? null)
  if (useChanged(chainId)) setCompared(null)
  return {
    link,
    settings,
    /** Changes settings and returns all of them. */
    change,
    linkError,
    dismissLinkError: () => setLinkError(undefined),
    /** The query next to this one. */
    compared,
    setCompared,
    /** Shows what a newly opened link holds, which may be on another network. */
    showLink() {
      setLinkError(link.error)
      setCompared(link.compared ?? null)
      restart()
    },
    /** The link's state besides the query. */
    linkState: toLinkState(chainId, settings, compared),
    /** Writes a query into the page's URL, with the view or another one. */
    write: (next: LogSearch | undefined, as: 'push' | 'replace', look = settings, second = compared) =>
      writeLink(link, next, toLinkState(chainId, look, second), as),
  }
}
