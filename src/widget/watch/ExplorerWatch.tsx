'use client'
import { useEffect, useMemo, useSyncExternalStore, useId, useState } from 'react'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import * as icons from '../../components/ui/icons.tsx'
import type { MenuAnchor } from '../../components/ui/MenuItem.ts'
import { Popover } from '../../components/ui/Popover.tsx'
import { ChainText } from '../../components/values/ChainText.tsx'
import { visibleText } from '../../components/values/visibleText.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { toShareLink } from '../../logs/filter/formats/toShareLink.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { hull } from '../../logs/intervals.ts'
import { useLatest } from '../../react/useLatest.ts'
import { useSavedQueries } from '../session/QueryStore.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { NetworkWatcher } from './NetworkWatcher.tsx'
import { playSound, showNotification } from './notifications.ts'
import { openNewLogs } from './openNewLogs.ts'
import { countText } from './WatchControl.tsx'
import { WatchNotes } from './WatchNotes.tsx'
import { WatchOptions } from './WatchOptions.tsx'
import { countNew, type NetworkWatch, type WatchNews, type WatchState } from './WatchState.ts'
import { networkOf, watchStore } from './WatchStore.ts'

export interface ExplorerWatchProps {
  session: Pick<ExplorerSession, 'run' | 'runOn' | 'query' | 'filters'>
  /** Whether the query on screen is live. */
  isLive: boolean
  pollingInterval: number
}

/** Watches saved queries of all networks: a button with their new logs, the badge of the page's title, and notifications. */
export function ExplorerWatch({ session, isLive, pollingInterval }: ExplorerWatchProps) {
  const { watch: strings, locale } = useStrings(explorerStrings)
  const id = useId()
  const { network, networks } = useNetwork()
  const state = useSyncExternalStore(watchStore.subscribe, watchStore.get, watchStore.get)
  const watches = state.networks.flatMap((watch) => {
    const known = networks.find((one) => one.id === watch.chainId)
    return known && watch.queries.length > 0 ? { watch, name: known.name } : []
  })
  const shown = useShownWatches(
    network.id,
    isLive && session.filters.length === 0 ? session.query : undefined,
  )
  const isShown = (chainId: number, name: string) => chainId === network.id && shown.has(name)
  const fresh = watches.flatMap(({ watch: { chainId, queries } }) =>
    queries.flatMap((query) => (isShown(chainId, query.name) ? [] : countNew(query))),
  )
  const count = countText(fresh, locale)
  const hasNew = fresh.some((one) => one > 0)
  useEffect(() => {
    for (const query of networkOf(state, network.id).queries)
      if (shown.has(query.name) && countNew(query) > 0) watchStore.open(network.id, query.name)
  }, [state, network.id, shown])
  useTitleBadge(hasNew ? count : undefined)
  const [anchor, setAnchor] = useState<MenuAnchor>()
  const open = (chainId: number, name: string) => {
    const next = openNewLogs(chainId, name)
    setAnchor(undefined)
    if (!next) return
    if (chainId === network.id) session.run(next)
    else session.runOn(chainId, next)
  }
  // A notification is clicked much later: another network may be shown by then.
  const latestOpen = useLatest(open)
  const onNews = (chainId: number, all: readonly WatchNews[]) => {
    const news = all.filter(({ name }) => !isShown(chainId, name))
    if (news.length === 0) return
    const { isNotifying, hasSound } = watchStore.get()
    // Without permission, or before a click, the badges remain.
    if (hasSound) playSound().catch(() => {})
    if (!isNotifying) return
    for (const { name, count: found, block } of news)
      showNotification(visibleText(name), {
        body: strings.inBlock(strings.newLogs(formatNumber(found, locale)), formatNumber(block, locale)),
        tag: `topic0:${chainId}:${name}`,
        silent: hasSound,
        onClick: () => latestOpen.current(chainId, name),
      })
  }
  const hasIssue = watches.some(({ watch }) => watch.issue ?? missedOf(watch))
  const label = hasNew ? strings.newLogs(count) : strings.nothingNew
  const found = hasNew ? 'new' : 'quiet'
  return (
    <>
      {watches.map(({ watch }) => (
        <NetworkWatcher key={watch.chainId} {...{ watch, pollingInterval, onNews }} />
      ))}
      {watches.length > 0 && (
        <Button
          id={id}
          className="topic0-watch-button"
          data-state={hasIssue ? 'issue' : found}
          title={strings.watched}
          aria-label={`${strings.watched}: ${label}`}
          aria-haspopup="dialog"
          aria-expanded={anchor !== undefined}
          onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
        >
          {hasIssue ? icons.warning : icons.bell}
          {hasNew && count}
        </Button>
      )}
      {anchor && watches.length > 0 && (
        <Popover aria-labelledby={id} anchor={anchor} onClose={() => setAnchor(undefined)}>
          <WatchedQueries {...{ state, watches }} onOpen={open} />
        </Popover>
      )}
    </>
  )
}

interface WatchedQueriesProps {
  state: WatchState
  /** The networks with watched queries, and their names. */
  watches: readonly { readonly watch: NetworkWatch; readonly name: string }[]
  onOpen: (chainId: number, name: string) => void
}

/** The watched queries by network, each a button that opens its new logs, and how these are reported. */
function WatchedQueries({ state, watches, onOpen }: WatchedQueriesProps) {
  const { watch: strings, locale } = useStrings(explorerStrings)
  const { networks } = useNetwork()
  return (
    <div className="topic0-watch">
      <h3>{strings.watched}</h3>
      {watches.map(({ watch, name }) => (
        <div key={watch.chainId} className="topic0-watch-network">
          {networks.length > 1 && <p className="topic0-muted">{name}</p>}
          <ul className="topic0-scroll" aria-label={name}>
            {watch.queries.map((query) => {
              const found = countNew(query)
              return (
                <li key={query.name}>
                  <button
                    type="button"
                    className="topic0-saved-query"
                    onClick={() => onOpen(watch.chainId, query.name)}
                  >
                    <ChainText text={query.name} />
                    <span className={found > 0 ? 'topic0-watch-count' : 'topic0-muted'}>
                      {found > 0 ? strings.newLogs(countText([found], locale)) : strings.nothingNew}
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
          <WatchNotes
            issue={watch.issue}
            missed={missedOf(watch)}
            onDismiss={() => watchStore.clearMissed(watch.chainId)}
          />
        </div>
      ))}
      <WatchOptions isNotifying={state.isNotifying} hasSound={state.hasSound} />
    </div>
  )
}

/**
 * The names of the saved queries whose new logs the user sees anyway: those with the filter of `live`, the query on screen with
 * live updates.
 */
function useShownWatches(chainId: number, live: LogSearch | undefined): ReadonlySet<string> {
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

/** The blocks that queries of a network have missed, from the first to the last. */
function missedOf({ queries }: NetworkWatch) {
  return hull(queries.flatMap(({ missed }) => missed ?? []))
}

/** The text before the page's title, set by any explorer of the page. */
let badge = ''

/** Shows a count before the page's title. */
function useTitleBadge(count: string | undefined): void {
  useEffect(() => {
    showBadge(count === undefined ? '' : `(${count}) `)
    return () => showBadge('')
  }, [count])
}

function showBadge(text: string): void {
  const { title } = document
  // The page may have changed its title since.
  const own = badge !== '' && title.startsWith(badge) ? title.slice(badge.length) : title
  badge = text
  if (title !== text + own) document.title = text + own
}
