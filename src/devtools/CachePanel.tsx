'use client'
import { useEffect, useReducer } from 'react'
import { formatBytes } from '../components/RequestLog/formatBytes.ts'
import { formatInterval } from '../components/strings/formatInterval.ts'
import { formatNumber } from '../components/strings/formatNumber.ts'
import { logStrings } from '../components/strings/logStrings.ts'
import { Button } from '../components/ui/Button.tsx'
import { ChainText } from '../components/values/ChainText.tsx'
import { shortHex } from '../components/values/shortHex.ts'
import { useCacheStatus } from '../hooks/useCacheStatus.ts'
import type { CachedRange, LogCache } from '../logs/cache/LogCache.ts'
import { partsOf, type Filter } from '../logs/filter/Filter.ts'
import { filterKey } from '../logs/filter/filterKey.ts'
import { codeStyle, entryStyle, paddedStyle, type PanelProps } from './PanelProps.ts'

const locale = 'en'
/** Milliseconds between two reads of the cache, which has no events. */
const refreshInterval = 1_000

/** The cached logs in memory, by filter and range. */
export function CachePanel({ config, chainId }: PanelProps) {
  const { storage, clear } = useCacheStatus({ config })
  const isStored = storage?.state === 'open' || storage?.state === 'idle'
  const { cache } = config
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(refresh, refreshInterval)
    return () => clearInterval(timer)
  }, [])
  const groups = groupByFilter(cache, chainId)
  return (
    <>
      <div style={paddedStyle}>
        <p>{`${formatBytes(cache.bytes, locale)} in memory, for all networks. ${isStored ? 'Final blocks are stored.' : 'Memory only.'}`}</p>
        {storage?.notice && <p>{storage.notice.shortMessage}</p>}
        <Button
          onClick={() => {
            void clear(chainId).then(refresh)
          }}
        >
          Clear this network
        </Button>
      </div>
      {groups.length === 0 && <p style={paddedStyle}>No logs of this network are in memory.</p>}
      <ul>
        {groups.map(({ key, filter, ranges }) => (
          <li key={key} style={entryStyle}>
            <span style={codeStyle}>
              <ChainText text={filter} />
            </span>
            <ul>
              {ranges.map(({ range, logs, state }) => (
                <li key={`${range.from} ${state}`} className="topic0-number">
                  {`${formatInterval(range, locale)}: ${logStrings.logCount(formatNumber(logs, locale))}, ${stateNames[state]}`}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

const stateNames = { final: 'final', tail: 'not final yet' }

function groupByFilter(cache: LogCache, chainId: number) {
  const groups = new Map<string, { key: string; filter: string; ranges: CachedRange[] }>()
  for (const cached of cache.getRanges(chainId)) {
    const key = filterKey(cached.filter)
    const group = groups.get(key) ?? { key, filter: describeFilter(cached.filter), ranges: [] }
    group.ranges.push(cached)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Values to list for one position. */
const maxListed = 3

/** A filter on one line: `0x1234…cdef · topic0 0xddf2…b3ef`. */
function describeFilter(filter: Filter): string {
  const parts = partsOf(filter).map(({ address, topics }) =>
    [
      address ? list(address) : 'all contracts',
      ...topics.flatMap((values, index) => (values ? [`topic${index} ${list(values)}`] : [])),
    ].join(' · '),
  )
  return parts.join(' or ')
}

function list(values: readonly string[]): string {
  const shown = values.slice(0, maxListed).map((value) => shortHex(value))
  return values.length > maxListed
    ? `${shown.join(', ')} and ${values.length - maxListed} more`
    : shown.join(', ')
}
