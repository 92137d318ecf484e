'use client'
import { useMemo, useState } from 'react'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { newestFirst } from './newestFirst.ts'

export interface ExplorerQuery {
  /** What is shown: what was asked for, else what the page begins with, else the newest logs once a head is known. */
  readonly query: LogSearch | undefined
  /** Whether somebody asked for it, here or by a link. */
  readonly isAsked: boolean
  /** What is shown where nobody asks for anything, as of the newest block. */
  readonly untouched: LogSearch | undefined
  /** What the form is given to show: what was asked last, also when it was taken back. There, no logs are left out. */
  readonly written: LogSearch | undefined
  /** Shows another query. Returns it as it is asked. */
  readonly ask: (query: LogSearch) => LogSearch
  /** Goes back to what was shown before the last question, if there was any. Returns that. */
  readonly takeBack: () => LogSearch | undefined
  /** Another link was opened, or gone back to: it is what the page begins with now. */
  readonly restart: () => void
  /** What was asked for last on another network. */
  readonly askedOn: (chainId: number) => LogSearch | undefined
}

type ByNetwork<value> = ReadonlyMap<number, value>

/** Which query the explorer shows. Each network has its own; what the page or its link begins with is the first one's. */
export function useExplorerQuery(
  chainId: number,
  head: bigint | undefined,
  { linked, defaultQuery }: { linked: LogSearch | undefined; defaultQuery: LogSearch | undefined },
): ExplorerQuery {
  const [home, setHome] = useState(chainId)
  const [asked, setAsked] = useState<ByNetwork<readonly LogSearch[]>>(new Map())
  const [written, setWritten] = useState<ByNetwork<LogSearch>>(new Map())
  // Until something is asked for, the newest logs are shown: as of the first head, so that they stay still.
  const [newest, setNewest] = useState<ByNetwork<LogSearch>>(new Map())
  if (head !== undefined && !newest.has(chainId)) setNewest(new Map(newest).set(chainId, newestLogs(head)))

  const before = asked.get(chainId) ?? []
  const own = home === chainId ? defaultQuery : undefined
  const begin = home === chainId && linked ? linked : own
  const query = before.at(-1) ?? begin ?? newest.get(chainId)
  const last = written.get(chainId) ?? query
  return {
    query,
    untouched: own ?? (head === undefined ? undefined : newestLogs(head)),
    isAsked: before.length > 0 || begin !== undefined,
    written: useMemo(() => last && { ...last, limit: undefined }, [last]),
    ask(next) {
      const ordered = newestFirst(next)
      setWritten(new Map(written).set(chainId, ordered))
      setAsked(new Map(asked).set(chainId, [...before.slice(-1), ordered]))
      return ordered
    },
    takeBack() {
      setAsked(new Map(asked).set(chainId, before.slice(0, -1)))
      return before.at(-2) ?? begin
    },
    restart() {
      setHome(chainId)
      setAsked(new Map())
      setWritten(new Map())
    },
    askedOn: (other) => asked.get(other)?.at(-1) ?? (home === other ? (linked ?? defaultQuery) : undefined),
  }
}

/** What is shown before anything is asked for: little enough for any endpoint. */
function newestLogs(head: bigint): LogSearch {
  return { fromBlock: head > 2_000n ? head - 2_000n : 0n, order: 'desc', limit: 1_000 }
}
