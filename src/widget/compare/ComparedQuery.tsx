'use client'
import { useImperativeHandle, useMemo, type ReactNode, type RefObject } from 'react'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { ShareLink } from '../link/useShareLink.ts'
import {
  useExplorerSession,
  type ExplorerSession,
  type ExplorerSessionOptions,
} from '../session/useExplorerSession.ts'
import { useOpenLog } from '../session/useOpenLog.ts'
import { CompareBar } from './CompareBar.tsx'
import { hasSameBlocks, overBlocksOf } from './overBlocksOf.ts'

export interface ComparedQueryProps {
  /** The session of the first query, which owns the blocks and the zoom. */
  first: ExplorerSession
  query: LogSearch
  compared: LogSearch
  options: Omit<ExplorerSessionOptions, 'query' | 'defaultQuery' | 'onQueryChange' | 'link'>
  contracts: readonly KnownContract[]
  /** Set to the session of this query. */
  sessionRef: RefObject<ExplorerSession | null>
  /** The open log, if it is of this query. */
  selected: LogRow | undefined
  /** Called when a log of this query is opened. */
  onSelect: (log: LogRow | undefined) => void
  /** Renders the result. */
  children: (session: ExplorerSession) => ReactNode
}

/** The second of two compared queries. It follows the blocks of the first. */
export function ComparedQuery(props: ComparedQueryProps) {
  const { first, query, compared, options, contracts, selected, onSelect, ...rest } = props
  const { sessionRef, children } = rest
  const shown = useMemo(() => overBlocksOf(compared, query), [compared, query])
  const session = useExplorerSession({
    ...options,
    ...{ link: noLink, defaultQuery: undefined, query: shown },
    onQueryChange(next) {
      if (hasSameBlocks(next, query)) first.compare(next)
      else first.start(overBlocksOf(query, next), undefined, next)
    },
  })
  useImperativeHandle(sessionRef, () => session)
  const { scan, all: logs } = session
  useOpenLog(selected, { reorg: scan.reorg, logs, order: shown.order }, onSelect)
  const close = () => first.compare(null)
  return (
    <>
      <CompareBar {...{ query: shown, contracts }} onSwap={() => first.swap(shown, query)} onClose={close} />
      {children({
        ...session,
        ...{ zooming: first.zooming, selected, select: onSelect, goBack: close },
      })}
    </>
  )
}

const noLink: ShareLink = {
  ...{ key: 0, search: undefined, settings: {}, compared: undefined, error: undefined, isReady: true },
  open: () => {},
  write: () => {},
}
