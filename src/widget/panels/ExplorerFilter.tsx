'use client'
import type { ComponentProps } from 'react'
import { isSameQuery } from '../../components/FilterBuilder/draft/isSameQuery.ts'
import { FilterBuilder } from '../../components/FilterBuilder/FilterBuilder.tsx'
import type { SavedQuery } from '../../components/FilterBuilder/SavedQuery.ts'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { lazyChainReads } from '../../query/lazyEngine.ts'
import { findFirstBlock } from '../session/findFirstBlock.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import type { WatchStore } from '../watch/WatchStore.ts'
import { ExplorerEstimate } from './ExplorerEstimate.tsx'
import type { FilterPanel } from './useFilterPanel.ts'
import { lazyPanels, useLazyPanels } from './useLazyPanels.tsx'

interface ExplorerFilterProps extends Pick<
  ComponentProps<typeof FilterBuilder>,
  'contracts' | 'knownEvents' | 'onDirtyChange'
> {
  id: string
  session: ExplorerSession
  panel: FilterPanel
  confirmAbove: number
}

/** The filter panel: next to the table, or over it on small screens. */
export function ExplorerFilter(props: ExplorerFilterProps) {
  const { id, session, panel, confirmAbove, ...form } = props
  const { panelRef, isOpen, isOver, leave, close } = panel
  const { head, resetQuery, scan } = session
  const chainId = session.network.id
  const config = useLogsConfig()
  const client = config.getClient(chainId)
  const { saved, recent } = session.kept
  const run = (query: LogSearch) => {
    leave()
    session.run(query, undefined, session.settings.pane)
  }
  const { panels } = useLazyPanels()
  return (
    // Escape anywhere in the panel closes it while it overlays the table.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={panelRef}
      id={id}
      part="filter"
      className="topic0-log-explorer-filter"
      hidden={!isOpen}
      onFocus={({ target, currentTarget: panel }) => {
        // Scrolls the estimate into view when the submit button is focused by keyboard.
        if (target.matches('[type="submit"]:focus-visible')) panel.scrollTop = panel.scrollHeight
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && isOver) close()
      }}
    >
      <FilterBuilder
        {...{ ...form, chainId, saved, recent, head }}
        value={session.formQuery}
        opened={session.link.key}
        resetValue={resetQuery && { ...resetQuery, limit: undefined }}
        issues={session.invalid?.issues}
        busy={scan.isFetching}
        paused={scan.isScanPaused}
        onCancel={scan.cancel}
        onSubmit={run}
        renderEstimate={(query) => <ExplorerEstimate {...{ query, chainId, confirmAbove }} />}
        {...savedQueryCommands(session, panels?.watchStore)}
        renderSaved={
          panels && ((one) => <panels.WatchControl saved={one} {...{ chainId, head }} onRun={run} />)
        }
        findBlock={async (time, options) =>
          (await lazyChainReads.load()).findBlockByTime(client, time, options)
        }
        findDeployment={(address, options) => findFirstBlock(config, chainId, address, options)}
      />
    </div>
  )
}

/** Saves, renames and deletes queries, and keeps the watched ones in step. */
function savedQueryCommands({ kept, network, head }: ExplorerSession, watchStore: WatchStore | undefined) {
  const { saved, store } = kept
  return {
    onSave(one: SavedQuery) {
      const former = saved.find(({ name }) => name === one.name)
      const watched = watchStore?.read(network.id).queries.map(({ name }) => name)
      const dropped = store.save(one, watched)
      if (dropped) changeWatches((watches) => watches.stop(network.id, dropped.name))
      if (former && !isSameQuery(former.query, one.query))
        changeWatches((watches) => watches.restart(network.id, one.name, head))
    },
    onRename(one: SavedQuery, name: string) {
      store.rename(one, name)
      changeWatches((watches) => watches.rename(network.id, one.name, name))
    },
    onForget(one: SavedQuery) {
      store.forget(one)
      changeWatches((watches) => watches.stop(network.id, one.name))
    },
  }
}

/** Changes the watched queries, once the panels are loaded. */
function changeWatches(change: (watches: WatchStore) => void): void {
  // Without the panels, nothing is watched on this page.
  lazyPanels.load().then(
    ({ watchStore }) => change(watchStore),
    () => {},
  )
}
