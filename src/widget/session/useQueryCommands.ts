'use client'
import { useState } from 'react'
import { isSameQuery } from '../../components/FilterBuilder/draft/isSameQuery.ts'
import type { LogFilterAction } from '../../components/LogTable/model/LogFilterAction.ts'
import { shortHex } from '../../components/values/shortHex.ts'
import { addLocalFilter } from '../../logs/filter/addLocalFilter.ts'
import { toShareLink } from '../../logs/filter/formats/toShareLink.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { isLimited } from '../../logs/snapshot/describeLogs.ts'
import { toLinkState } from '../link/toLinkState.ts'
import type { LinkedView } from '../link/useLinkedView.ts'
import type { ExplorerSettings } from '../settings/ExplorerSettings.ts'
import { newestFirst } from './newestFirst.ts'
import type { QueryStore } from './QueryStore.ts'
import { toFilteredSearch } from './toFilteredSearch.ts'
import type { ExplorerLogs } from './useExplorerLogs.ts'
import type { ExplorerQuery } from './useExplorerQuery.ts'
import { useZoom } from './useZoom.ts'

interface QueryCommandsOptions {
  explorerQuery: ExplorerQuery
  found: ExplorerLogs
  view: LinkedView
  /** Remembers the queries run. */
  store: QueryStore
  /** Called before another query runs. */
  onStart: () => void
}

type Filters = ExplorerSettings['view']['filters']

/** What the user can do with the query and the view of its logs. Each change is written into the page's link. */
export function useQueryCommands({ explorerQuery, found, view, store, onStart }: QueryCommandsOptions) {
  const { query } = explorerQuery
  const { scan, confirmation, events, known } = found
  const { settings, change, compared, setCompared, write } = view
  const [runs, setRuns] = useState(0)

  function start(next: LogSearch, look = settings, second = compared) {
    onStart()
    view.dismissLinkError()
    confirmation.reset()
    const started = explorerQuery.run(next)
    setCompared(second)
    write(started, 'push', look, second)
    return started
  }
  /** Runs another query, whose logs are shown if no other pane is given. Groupings stay where its logs have them. */
  function run(next: LogSearch, filters?: Filters, pane: ExplorerSettings['pane'] = 'logs') {
    setRuns(runs + 1)
    store.remember(next)
    // The same query again resumes a stopped scan and reads newer blocks.
    if (query && confirmation.isConfirmed && isSameQuery(newestFirst(next), query)) scan.retry()
    // Filters of the last query do not carry over.
    start(next, change({ pane, view: { ...settings.view, filters } }))
  }
  function show(changes: Partial<ExplorerSettings>) {
    const next = change(changes)
    if (explorerQuery.isChosen) write(query, 'replace', next)
  }
  return {
    /** How many queries were run. */
    runs,
    start,
    run,
    show,
    /** Runs a query on another network, as its link would. */
    runOn(chainId: number, next: LogSearch, filters?: Filters) {
      const look = { ...settings, pane: 'logs' as const, view: { ...settings.view, filters } }
      view.link.open(toShareLink(newestFirst(next), { state: toLinkState(chainId, look) }))
    },
    /** Runs the query on other blocks; filters and groups stay. */
    zooming: useZoom(query, (next) => start(next)),
    /** Filters by a clicked value: in the query where nodes can, else among the loaded logs. */
    filterBy(action: LogFilterAction) {
      if (!query) return
      const next = toFilteredSearch(query, action, [...events, ...known])
      if (next) return run(next)
      const { target, values } = action
      const label = values.map((value) => shortHex(value)).join(', ')
      const only = { ...target, mode: 'only' as const, values, label }
      const filters = addLocalFilter(settings.view.filters ?? [], only)
      show({ pane: 'logs', view: { ...settings.view, filters } })
    },
    /** Shows another query next to this one, over the same blocks; `null` closes it. */
    compare(next: LogSearch | null) {
      setCompared(next)
      write(query, 'push', settings, next)
    },
    /** Shows the second query in place of the first, whose filters do not carry over, and `second` beside it. */
    swap(next: LogSearch, second: LogSearch | null) {
      start(next, change({ view: { ...settings.view, filters: undefined } }), second)
    },
    /** Reads the logs beyond the limit; filters and groups stay. `undefined` if there are none. */
    readAll: query && hasMore(query, found) ? () => void start({ ...query, limit: undefined }) : undefined,
    /** Goes back to the previous query. */
    goBack: () => write(explorerQuery.goBack(), 'replace'),
  }
}

/** Whether a query's limit left out logs, or blocks that may have some. */
function hasMore({ limit }: LogSearch, { scan, all }: ExplorerLogs): boolean {
  if (limit === undefined || all.length < limit || scan.isFetching) return false
  // With exactly as many logs as the limit, all blocks may have been read.
  return isLimited(scan.coverage, scan.progress)
}
