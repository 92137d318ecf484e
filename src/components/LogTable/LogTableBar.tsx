'use client'
import { useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { formatProgress } from '../status/formatProgress.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { MenuAnchor } from '../ui/MenuItem.ts'
import { shownOwn } from './columns/useTableView.ts'
import type { TableView } from './columns/useTableView.ts'
import { logTableStrings } from './model/logTableStrings.ts'
import type { LogSort } from './model/LogTableView.ts'
import { sortName } from './order/sortName.ts'
import type { LogSelection } from './rows/useLogSelection.ts'
import type { TableTools } from './useTableTools.ts'

interface LogTableBarProps {
  tools: TableTools | undefined
  view: TableView
  sort: LogSort
  /** Number of logs shown, and of logs loaded. */
  shown: number
  loaded: number
  loading: boolean
  /** Whether every block was read, so that no loaded logs means there are none. */
  known: boolean
  progress: number | undefined
  note: ReactNode
  onFind: () => void
  selection: LogSelection
  onCopy: (format: 'text' | 'json' | 'csv') => void
  /** The result of copying. */
  copied: string | undefined
}

/** The toolbar above the columns: number, filters and order of logs; or the number of marked logs, with actions. */
export function LogTableBar(props: LogTableBarProps) {
  const { tools, view, sort, shown, loaded, loading, known, selection, onCopy, copied } = props
  const strings = useStrings(logTableStrings)
  const [menu, setMenu] = useState<{ name: 'view' | 'copy'; anchor: MenuAnchor }>()
  const open = (name: 'view' | 'copy') => (event: MouseEvent<HTMLElement>) => {
    setMenu(menu ? undefined : { name, anchor: event.currentTarget })
  }
  const number = (count: number) => formatNumber(count, strings.locale)
  const leftOut = shownOwn(view).flatMap(({ arg, text, header }) => (text || arg !== undefined ? [] : header))
  const byBlock = sort.column === 'block'
  const oldestFirst = byBlock && sort.direction === 'asc'
  const flipped = byBlock && !oldestFirst ? 'asc' : 'desc'
  return (
    <div className="topic0-log-table-bar" data-state={selection.size > 0 ? 'marking' : 'default'}>
      <div className="topic0-log-table-facts">
        {selection.size > 0 ? (
          tools && (
            <tools.SelectionBar
              {...{ selection, copied }}
              isOpen={menu?.name === 'copy'}
              onCopy={open('copy')}
            />
          )
        ) : (
          <>
            <span className="topic0-log-table-count" aria-hidden="true">
              {copied ??
                (shown === loaded
                  ? loaded > 0 || (known && !loading)
                    ? strings.logCount(number(loaded))
                    : loading && strings.loading
                  : strings.shownOfLoaded(number(shown), number(loaded)))}
            </span>
            <Progress fraction={props.progress} />
            {props.note}
            {!byBlock && (
              <span className="topic0-log-table-note">
                {strings.sortedLoaded(sortName(sort, strings, view.set.own), sort.direction)}
              </span>
            )}
            {tools && <tools.FilterChips view={view} />}
          </>
        )}
      </div>
      {loaded > 0 && <IconButton icon="search" name={strings.find} onClick={props.onFind} />}
      <button
        type="button"
        className="topic0-button"
        data-size="small"
        data-kind="quiet"
        onClick={() => view.update({ sort: { column: 'block', direction: flipped } })}
      >
        <Icon name={oldestFirst ? 'up' : 'down'} />
        <span className="topic0-log-table-word">
          {oldestFirst ? strings.oldestFirst : strings.newestFirst}
        </span>
      </button>
      <button
        type="button"
        className="topic0-button"
        data-size="small"
        data-kind="quiet"
        aria-haspopup="menu"
        aria-expanded={menu?.name === 'view'}
        onClick={open('view')}
      >
        <Icon name="view" />
        <span className="topic0-log-table-word">{strings.view}</span>
      </button>
      {tools && menu?.name === 'view' && (
        <tools.ViewMenu view={view} anchor={menu.anchor} onClose={() => setMenu(undefined)} />
      )}
      {tools && menu?.name === 'copy' && (
        <tools.CopyMenu {...{ leftOut, onCopy }} anchor={menu.anchor} onClose={() => setMenu(undefined)} />
      )}
    </div>
  )
}

function Progress({ fraction = 1 }: { fraction: number | undefined }) {
  const strings = useStrings(logTableStrings)
  if (!(fraction < 1)) return null
  // Rounded down, so that 100% means complete.
  const percent = Math.floor(Math.max(fraction, 0) * 1_000) / 10
  const text = strings.progressSome(formatProgress(fraction, strings.locale))
  return (
    <span
      className="topic0-muted topic0-number"
      role="progressbar"
      aria-label={strings.progress}
      aria-valuenow={percent}
      aria-valuetext={text}
    >
      {text}
    </span>
  )
}
