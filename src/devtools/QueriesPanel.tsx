'use client'
import { notifyManager, useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { CoverageBar } from '../components/status/CoverageBar.tsx'
import { ErrorMessage } from '../components/status/ErrorMessage.tsx'
import { LiveStatus } from '../components/status/LiveStatus.tsx'
import { formatNumber } from '../components/strings/formatNumber.ts'
import { logStrings } from '../components/strings/logStrings.ts'
import { ChainText } from '../components/values/ChainText.tsx'
import { useStatus } from '../hooks/useStatus.ts'
import type { LogsObserver, LogsQueryState } from '../query/LogsObserver.ts'
import { findLogsObserver } from '../query/logsObserverOf.ts'
import { codeStyle, entryStyle, paddedStyle, type PanelProps } from './PanelProps.ts'

const locale = 'en'

/** The queries of a network in react-query's cache, those in use first. */
export function QueriesPanel({ chainId }: PanelProps) {
  const client = useQueryClient()
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  const cache = client.getQueryCache()
  // Batched, because react-query reports new queries while the components that use them render.
  useEffect(() => {
    // Queries may have changed between the first render and this effect.
    refresh()
    return cache.subscribe(notifyManager.batchCalls(refresh))
  }, [cache])
  const queries = cache
    .findAll({ queryKey: ['topic0'] })
    .filter(({ queryKey }) => (queryKey[2] as { chainId?: number } | undefined)?.chainId === chainId)
    .sort((a, b) => b.getObserversCount() - a.getObserversCount())
  if (queries.length === 0) return <p style={paddedStyle}>No queries on this network.</p>
  return (
    <ul>
      {queries.map((query) => (
        <li key={query.queryHash} style={entryStyle}>
          <QueryEntry query={query} observer={findLogsObserver(client, query.queryKey)} />
        </li>
      ))}
    </ul>
  )
}

function QueryEntry({ query, observer }: { query: Query; observer: LogsObserver | undefined }) {
  const [, kind, fields] = query.queryKey
  const { fetchStatus, status, error } = query.state
  const observers = query.getObserversCount()
  const read = useStatus<LogsQueryState | undefined>(
    observer && { subscribe: observer.subscribe, getStatus: observer.getSnapshot },
    undefined,
  )
  const { snapshot, follow, isScanPaused } = read ?? {}
  const logs = snapshot?.selections.reduce((sum, { segment, rows = segment }) => sum + rows.length, 0)
  const activity = fetchStatus === 'idle' ? status : fetchStatus
  const state = [
    isScanPaused ? 'paused' : activity,
    observers === 0 ? 'unused' : `${observers} ${observers === 1 ? 'observer' : 'observers'}`,
    ...(query.isStale() ? ['stale'] : []),
    ...(logs === undefined ? [] : [logStrings.logCount(formatNumber(logs, locale))]),
  ].join(', ')
  return (
    <>
      <p>
        <strong>{String(kind)}</strong> <span className="topic0-muted">{state}</span>
      </p>
      <p style={codeStyle}>
        <ChainText text={JSON.stringify(fields)} />
      </p>
      {follow && <LiveStatus live={follow} />}
      {snapshot && <CoverageBar coverage={snapshot.coverage} />}
      {error && <ErrorMessage error={error} />}
    </>
  )
}
