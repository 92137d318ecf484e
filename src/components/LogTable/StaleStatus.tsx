'use client'
import { LiveStatus } from '../status/LiveStatus.tsx'
import type { LogTableProps } from './model/LogTableProps.ts'

/** Since when a live result with logs, or one of its networks, is out of date. */
export function StaleStatus({ result }: Pick<LogTableProps, 'result'>) {
  if (!result?.data) return null
  const chains = 'chains' in result ? result.chains : [{ chainId: 0, name: undefined, live: result.live }]
  return chains
    .filter(({ live }) => live?.status === 'stale')
    .map(({ chainId, name, live }) => (
      <div key={chainId} className="topic0-log-table-stale">
        {name !== undefined && <span className="topic0-muted">{name}</span>}
        <LiveStatus live={live} />
      </div>
    ))
}
