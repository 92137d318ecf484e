'use client'
import { useState, type ComponentProps } from 'react'
import type { LogRow } from '../../../logs/Log.ts'
import { logId } from '../../../logs/order.ts'
import type { LinksOfLog } from '../../values/LinkBuilders.ts'
import type { Lookups } from '../../values/useLookups.ts'
import type { CopyHex } from '../cells/CopyHex.tsx'
import { readRow } from '../cells/readCell.ts'
import type { CoverageGap } from '../model/CoverageGap.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import { itemKey, type TableItems } from '../model/TableItems.ts'
import { isRemoved } from '../model/withResult.ts'
import type { Find } from '../order/useTableFind.ts'
import { maxPrintedRows } from '../scroll/rowSizes.ts'
import { rowWindow, type RowRange } from '../scroll/rowWindow.ts'
import { useScroll, type ScrollStore } from '../scroll/ScrollStore.ts'
import { useRowsOffset } from '../scroll/useRowsOffset.ts'
import { rowsInReach, useWholeRows } from '../scroll/WholeRows.ts'
import { GapRow } from './GapRow.tsx'
import { LogTableRow } from './LogTableRow.tsx'
import type { RemovedRows } from './RemovedRows.tsx'
import { useAddressesInSight, type SightTools } from './useAddressesInSight.ts'
import { usePrinting } from './usePrinting.ts'
import type { RowSelection } from './useRowSelection.ts'
import { useTimesNeeded, type TimeTools } from './useTimesNeeded.ts'

interface RowTools extends SightTools, TimeTools {
  readonly RemovedRows: typeof RemovedRows
  readonly CopyHex: typeof CopyHex
}

interface LogTableRowsProps {
  props: Pick<LogTableProps, 'selected' | 'removed' | 'timestamps' | 'onTimesNeeded'>
  store: ScrollStore
  items: TableItems
  rowHeight: number
  /** What all rows share. */
  shared: Omit<ComponentProps<typeof RemovedRows>['shared'], 'fullAddresses'>
  lookups: Lookups
  tools: RowTools | undefined
  linksOf: LinksOfLog
  selection: RowSelection
  focus: { row: number; column: number; entered: boolean }
  onRetry: ((gap: CoverageGap) => void) | undefined
  find: Pick<Find, 'matches' | 'reveal'>
  isStale: (log: LogRow) => boolean
}

// Assumed until the element is measured, and on a server.
const assumedHeight = 640
// In rem: from this table width on, two full addresses fit among event arguments.
const roomyFrom = 140

/** The visible rows: the only part that rerenders on scroll. */
export function LogTableRows(table: LogTableRowsProps) {
  const { store, items, rowHeight, linksOf, selection, focus, find, tools } = table
  const { selected, removed, timestamps } = table.props
  const foundId = find.reveal && logId(find.reveal.log)
  const height = useScroll(store, () => store.height || assumedHeight, assumedHeight)
  // Rounded to two rows, so that most scroll events cause no render.
  const step = rowHeight * 2
  const offset = useScroll(store, () => Math.floor(store.offset / step) * step, 0)
  const view = rowWindow({ count: items.length, rowHeight, offset, height: height + step })
  const box = useRowsOffset(store, view.base)
  // New rows render as outlines first and in full within a few frames, so that no frame is dropped.
  const whole = useWholeRows(view, items, store)
  const printing = usePrinting()
  const drawn = printing
    ? { first: 0, last: Math.min(items.length, maxPrintedRows) - 1 }
    : rowsInReach(view, whole)
  useAddressesInSight(items, view.seen, table.lookups, tools)
  useTimesNeeded({ ...table.props, items, range: view.seen, tools })
  const [pointed, setPointed] = useState(-1)
  const selectedId = selected && logId(selected)
  const fullAddresses = useScroll(store, () => store.width >= roomyFrom * store.rem, false)
  const shared = { ...table.shared, fullAddresses }
  const secondsOf = (log: LogRow) => log.blockTimestamp ?? timestamps?.get(log.blockHash)
  return (
    <div
      role="rowgroup"
      className="topic0-log-table-body"
      style={{ height: view.size }}
      onPointerOver={(event) => setPointed(readRow(event.target) ?? -1)}
      onPointerLeave={({ pointerType }) => {
        // Touch pointers leave when lifted: the touched row stays highlighted.
        if (pointerType !== 'touch') setPointed(-1)
      }}
    >
      {tools && (
        <tools.RemovedRows
          {...{ items, rowHeight, store, removed, shared, linksOf, secondsOf }}
          range={view.seen}
        />
      )}
      <div
        role="presentation"
        ref={box}
        className="topic0-log-table-window"
        style={{ transform: `translateY(${view.base}px)` }}
      >
        {rowsToDraw(drawn, focus.row).map((index) => {
          const item = items.at(index)
          if (!item) return null
          const place = { index, y: view.y(index), height: rowHeight }
          if (item.gap)
            return (
              <GapRow
                key={itemKey(item)}
                {...place}
                gap={item.gap}
                columns={shared.columns.length}
                active={index === focus.row}
                onRetry={table.onRetry}
              />
            )
          const { log } = item
          const isPointed = index === pointed || (focus.entered && index === focus.row)
          const above = items.logAt(index - 1)
          return (
            <LogTableRow
              key={itemKey(item)}
              {...{ ...place, ...shared, log }}
              links={linksOf(log)}
              seconds={secondsOf(log)}
              removed={isRemoved(log, removed)}
              stale={table.isStale(log)}
              found={!find.matches?.(log) ? undefined : logId(log) === foundId ? 'current' : 'other'}
              repeats={above && repeatsOf(log, above)}
              open={selectedId !== undefined && logId(log) === selectedId}
              marked={selection.has(log)}
              pointed={isPointed}
              CopyHex={isPointed ? tools?.CopyHex : undefined}
              outline={!printing && (index < whole.first || index > whole.last) && index !== focus.row}
              activeColumn={index === focus.row ? focus.column : undefined}
            />
          )
        })}
      </div>
    </div>
  )
}

/** What a log has in common with the one above: rows of one transaction read as one band. */
function repeatsOf(log: LogRow, above: LogRow): string | undefined {
  // Not by number, which blocks of several networks may share.
  if (log.blockHash !== above.blockHash) return undefined
  if (log.transactionHash !== above.transactionHash) return 'block'
  return log.address === above.address ? 'block transaction contract' : 'block transaction'
}

/** The visible rows, and the focused one wherever it is, so that scrolling does not lose focus. */
function rowsToDraw({ first, last }: RowRange, active: number): readonly number[] {
  const indices = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  if (active >= 0 && active < first) indices.unshift(active)
  if (active > last) indices.push(active)
  return indices
}
