'use client'
import type { ComponentProps, RefObject } from 'react'
import { isSameQuery } from '../../components/FilterBuilder/draft/isSameQuery.ts'
import { FilterBuilder } from '../../components/FilterBuilder/FilterBuilder.tsx'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import { lazyChainReads } from '../../query/lazyEngine.ts'
import { findFirstBlock } from '../session/findFirstBlock.ts'
import type { useSavedQueries } from '../session/useSavedQueries.ts'
import type { WatchStore } from '../watch/WatchStore.ts'
import { lazyPanels, useLazyPanels } from './useLazyPanels.tsx'

export interface ExplorerFilterProps extends ComponentProps<typeof FilterBuilder> {
  id: string
  open: boolean
  /** Whether it overlays the table. */
  isOver: boolean
  onClose: () => void
  panelRef: RefObject<HTMLDivElement | null>
  chainId: number
  kept: ReturnType<typeof useSavedQueries>
}

/** The filter panel: next to the table, or over it on small screens. */
export function ExplorerFilter(props: ExplorerFilterProps) {
  const { id, open, isOver, onClose, panelRef, chainId, kept, ...form } = props
  const config = useLogsConfig()
  const client = config.getClient(chainId)
  const { saved, recent, store } = kept
  const { panels } = useLazyPanels()
  return (
    // Escape anywhere in the panel closes it while it overlays the table.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={panelRef}
      id={id}
      part="filter"
      className="topic0-log-explorer-filter"
      hidden={!open}
      onFocus={({ target, currentTarget: panel }) => {
        // Scrolls the estimate into view when the submit button is focused by keyboard.
        if (target.matches('[type="submit"]:focus-visible')) panel.scrollTop = panel.scrollHeight
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && isOver) onClose()
      }}
    >
      <FilterBuilder
        {...form}
        {...{ chainId, saved, recent }}
        onSave={(one) => {
          const former = saved.find(({ name }) => name === one.name)
          const watched = panels?.watchStore.read(chainId).queries.map(({ name }) => name)
          const dropped = store.save(one, watched)
          if (dropped) changeWatches((watches) => watches.stop(chainId, dropped.name))
          if (former && !isSameQuery(former.query, one.query))
            changeWatches((watches) => watches.restart(chainId, one.name, form.head))
        }}
        onRename={(one, name) => {
          store.rename(one, name)
          changeWatches((watches) => watches.rename(chainId, one.name, name))
        }}
        onForget={(one) => {
          store.forget(one)
          changeWatches((watches) => watches.stop(chainId, one.name))
        }}
        renderSaved={
          panels &&
          ((one) => (
            <panels.WatchControl
              saved={one}
              {...{ chainId, head: form.head }}
              onRun={(query) => form.onSubmit?.(query)}
            />
          ))
        }
        findBlock={async (time, options) =>
          (await lazyChainReads.load()).findBlockByTime(client, time, options)
        }
        findDeployment={(address, options) => findFirstBlock(config, chainId, address, options)}
      />
    </div>
  )
}

/** Changes the watched queries, once the panels are loaded. */
function changeWatches(change: (watches: WatchStore) => void): void {
  // Without the panels, nothing is watched on this page.
  lazyPanels.load().then(
    ({ watchStore }) => change(watchStore),
    () => {},
  )
}
