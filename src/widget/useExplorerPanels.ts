'use client'
import type { RefObject } from 'react'
import { useHistoryStep, type PageLink } from './link/useShareLink.ts'
import { useFilterPanel } from './panels/useFilterPanel.ts'
import type { ExplorerSession } from './session/useExplorerSession.ts'
import type { LayoutSize } from './useLayoutSize.ts'

interface ExplorerPanelsOptions {
  session: ExplorerSession
  link: PageLink
  width: LayoutSize['width']
  resultRef: RefObject<HTMLElement | null>
}

/** The filter and the details, which cover the table where there is no space beside it: on the narrowest screens, Back closes them. */
export function useExplorerPanels({ session, link, width, resultRef }: ExplorerPanelsOptions) {
  const { selected, transaction, compared, select } = session
  const hasDetails = selected !== undefined || transaction !== undefined
  // With details beside it, the panel would push the second of two compared tables below the first.
  const isCrowded = compared !== null && hasDetails
  const filter = useFilterPanel((width === 'wide' || width === 'full') && !isCrowded)
  const closeDetails = () => {
    // Returns focus to where it was: the search, or else the table, which remembers its focused cell.
    if (transaction)
      resultRef.current
        ?.closest('.topic0-log-explorer')
        ?.querySelector<HTMLElement>('[role="search"] input')
        ?.focus()
    select(undefined)
  }
  const isFilterOver = filter.isOpen && filter.isOver
  useHistoryStep(
    link,
    width === 'narrow' && (isFilterOver || hasDetails),
    isFilterOver ? filter.close : closeDetails,
  )
  return { filter, hasDetails, closeDetails }
}
