'use client'
import { useMemo, useSyncExternalStore } from 'react'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { toShareLink } from '../../logs/filter/formats/toShareLink.ts'
import { useSavedQueries } from '../session/useSavedQueries.ts'

/**
 * The names of the saved queries whose new logs the user sees: those that match `live`, the query that is shown with live
 * updates, whatever block they start from.
 */
export function useShownWatches(chainId: number, live: LogSearch | undefined): ReadonlySet<string> {
  const { saved } = useSavedQueries(chainId)
  const isVisible = useSyncExternalStore(subscribe, isPageVisible, () => false)
  return useMemo(() => {
    if (!live || !isVisible) return noNames
    const shown = filterText(live)
    return new Set(saved.flatMap(({ name, query }) => (filterText(query) === shown ? [name] : [])))
  }, [live, saved, isVisible])
}

const noNames: ReadonlySet<string> = new Set()

function filterText(query: LogSearch): string {
  const { fromBlock: _from, toBlock: _to, blockHash: _hash, limit: _limit, order: _order, ...filter } = query
  return toShareLink(filter)
}

const isPageVisible = () => document.visibilityState === 'visible'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
