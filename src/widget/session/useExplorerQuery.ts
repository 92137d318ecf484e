'use client'
import { useMemo, useState } from 'react'
import { isSameQuery } from '../../components/FilterBuilder/draft/isSameQuery.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { useChanged } from '../../react/useChanged.ts'
import { newestFirst } from './newestFirst.ts'

export interface ExplorerQuery {
  /** The current query: the last one run, else the initial one, else the newest logs once the head is known. */
  readonly query: LogSearch | undefined
  /** Whether the user, a link or a prop chose it. */
  readonly isChosen: boolean
  /** The default query at the newest block: what "Reset" restores. */
  readonly resetQuery: LogSearch | undefined
  /** The query shown in the form: the last one run, even if declined, without a limit. */
  readonly formQuery: LogSearch | undefined
  /** Runs another query and returns it with its order. */
  readonly run: (query: LogSearch) => LogSearch
  /** Goes back to the previous query, if any, and returns it. */
  readonly goBack: () => LogSearch | undefined
  /** Starts over from the query of the current link. */
  readonly restart: () => void
}

type ByNetwork<value> = ReadonlyMap<number, value>

interface ExplorerQueryOptions {
  /** The query of the current link. */
  linked: LogSearch | undefined
  defaultQuery: LogSearch | undefined
  /** The query that the page passes, if it owns it. */
  controlled: LogSearch | undefined
  /** Called with each query that the user runs or goes back to. */
  onChange: ((query: LogSearch) => void) | undefined
}

/**
 * The query that the explorer shows, one per network. The link and `defaultQuery` apply to the first network only, a controlled
 * query to all.
 */
export function useExplorerQuery(
  chainId: number,
  head: bigint | undefined,
  { linked, defaultQuery, controlled, onChange }: ExplorerQueryOptions,
): ExplorerQuery {
  // The network that the link and `defaultQuery` apply to.
  const [home, setHome] = useState(chainId)
  const [queriesRun, setQueriesRun] = useState<ByNetwork<readonly LogSearch[]>>(new Map())
  const [written, setWritten] = useState<ByNetwork<LogSearch>>(new Map())
  // Fixed at the first head, so that the default query does not move, unless the chain restarts with fewer blocks.
  const [newest, setNewest] = useState<ByNetwork<LogSearch>>(new Map())
  const fixed = newest.get(chainId)
  if (head !== undefined && (!fixed || isAhead(fixed, head)))
    setNewest(new Map(newest).set(chainId, newestLogs(head)))

  const before = queriesRun.get(chainId) ?? []
  // The page passes another query: those run here no longer matter.
  if (useChanged(controlled) && !before.some((one) => controlled && isSameQuery(one, controlled))) {
    setQueriesRun(new Map())
    setWritten(new Map())
  }
  const own = home === chainId ? defaultQuery : undefined
  const begin = home === chainId && linked ? linked : own
  const query = controlled ?? before.at(-1) ?? begin ?? newest.get(chainId)
  const last = written.get(chainId) ?? query
  return {
    query,
    resetQuery: own ?? (head === undefined ? undefined : newestLogs(head)),
    isChosen: controlled !== undefined || before.length > 0 || begin !== undefined,
    formQuery: useMemo(() => last && { ...last, limit: undefined }, [last]),
    run(next) {
      const ordered = newestFirst(next)
      setWritten(new Map(written).set(chainId, ordered))
      setQueriesRun(
        new Map(queriesRun).set(chainId, [...(controlled ? [controlled] : before.slice(-1)), ordered]),
      )
      onChange?.(ordered)
      return ordered
    },
    goBack() {
      setQueriesRun(new Map(queriesRun).set(chainId, before.slice(0, -1)))
      const previous = before.at(-2) ?? begin
      const shown = previous ?? newest.get(chainId)
      if (shown) onChange?.(shown)
      return previous
    },
    restart() {
      setHome(chainId)
      setQueriesRun(new Map())
      setWritten(new Map())
    },
  }
}

/** The default query: small enough for any endpoint. */
export function newestLogs(head: bigint): LogSearch {
  return { fromBlock: head > 1_999n ? head - 1_999n : 0n, order: 'desc', limit: 1_000 }
}

/** Whether a query begins at a block above the newest one, as after a development chain was restarted. */
export function isAhead({ fromBlock }: LogSearch, head: bigint): boolean {
  return typeof fromBlock === 'bigint' && fromBlock > head
}
