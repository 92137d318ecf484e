'use client'
import { useSyncExternalStore } from 'react'
import type { SavedQuery } from '../../components/FilterBuilder/SavedQuery.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { IconButton } from '../../components/ui/IconButton.tsx'
import * as icons from '../../components/ui/icons.tsx'
import { visibleText } from '../../components/values/visibleText.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { openNewLogs } from './openNewLogs.ts'
import { WatchNotes } from './WatchNotes.tsx'
import { countNew, maxFound } from './WatchState.ts'
import { networkOf, watchStore } from './WatchStore.ts'

interface WatchControlProps {
  saved: SavedQuery
  chainId: number
  /** The newest known block: logs after it are new. */
  head: bigint | undefined
  /** Runs a query. */
  onRun: (query: LogSearch) => void
}

/** The switch in the row of a saved query to watch it, with its new logs and their gaps. */
export function WatchControl({ saved: { name, query }, chainId, head, onRun }: WatchControlProps) {
  const { watch: strings, locale } = useStrings(explorerStrings)
  const state = useSyncExternalStore(watchStore.subscribe, watchStore.get, watchStore.get)
  const watch = networkOf(state, chainId)
  const watched = watch.queries.find((one) => one.name === name)
  const count = watched ? countNew(watched) : 0
  const logs = strings.newLogs(countText([count], locale))
  return (
    <>
      <IconButton
        icon={icons.bell}
        role="switch"
        aria-checked={watched !== undefined}
        name={strings.switch(visibleText(name))}
        onClick={() => {
          if (watched) watchStore.stop(chainId, name)
          else watchStore.start(chainId, name, head)
        }}
      />
      {count > 0 && (
        <button
          type="button"
          className="topic0-pill"
          data-kind="accent"
          aria-label={`${visibleText(name)}: ${logs}`}
          onClick={() => {
            const next = openNewLogs(chainId, name)
            if (next) onRun(next)
          }}
        >
          {logs}
        </button>
      )}
      {watched && (
        <WatchNotes
          issue={watch.issue}
          missed={watched.missed}
          onDismiss={() => watchStore.clearMissed(chainId, name)}
          onRead={({ from, to }) => onRun({ ...query, blockHash: null, fromBlock: from, toBlock: to })}
        />
      )}
    </>
  )
}

/** A number of new logs, of one query or of several. Those beyond the kept ones of a query are not counted. */
export function countText(counts: readonly number[], locale: string): string {
  const sum = counts.reduce((a, b) => a + b, 0)
  return `${formatNumber(sum, locale)}${counts.some((count) => count >= maxFound) ? '+' : ''}`
}
