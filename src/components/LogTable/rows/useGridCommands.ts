'use client'
import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import type { LogRow } from '../../../logs/Log.ts'
import { useStrings } from '../../strings/useStrings.ts'
import type { MenuAnchor } from '../../ui/MenuItem.ts'
import type { CopiedText } from '../../ui/useClipboard.ts'
import { controls, hasSelectedText, headerRow, readCell, readRow, type CellPlace } from '../cells/readCell.ts'
import type { headerCommands, HeaderCommands } from '../columns/headerCommands.ts'
import type { TableView } from '../columns/useTableView.ts'
import type { openContextMenu } from '../menus/openContextMenu.ts'
import type { CoverageGap } from '../model/CoverageGap.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import { logTableStrings } from '../model/logTableStrings.ts'
import type { LogSort } from '../model/LogTableView.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { ScrollStore } from '../scroll/ScrollStore.ts'
import { pressGridKey } from './gridKeys.ts'
import type { focusRow } from './markRows.ts'
import type { textToCopy } from './textToCopy.ts'
import type { RowSelection } from './useRowSelection.ts'

interface GridTools {
  readonly headerCommands: typeof headerCommands
  readonly textToCopy: typeof textToCopy
  readonly openContextMenu: typeof openContextMenu
  readonly focusRow: typeof focusRow
}

interface GridCommandsOptions {
  /** `undefined` until they are loaded. */
  tools: GridTools | undefined
  loadTools: () => Promise<GridTools>
  /** Runs once tools are loaded. */
  withTools: (run: (tools: GridTools) => void) => void
  props: LogTableProps
  store: ScrollStore
  rowHeight: number
  view: TableView
  sort: LogSort
  items: TableItems
  selection: RowSelection
  labels: ReadonlyMap<string, string>
  focus: { row: number; column: number; moveTo: (row: number, column: number) => void }
  onCopy: (text: CopiedText) => void
  onMenu: (place: CellPlace, anchor: MenuAnchor) => void
  onCloseMenu: () => void
}

const ownClicks = `${controls}, label`

/** Handles keys and clicks in the grid. */
export function useGridCommands(options: GridCommandsOptions) {
  const { tools, props, store, rowHeight, view, sort, items, selection, focus, onMenu } = options
  const { onSelect, onRetry, onRetryRange } = props
  const { columns } = view
  const strings = useStrings(logTableStrings)

  const retry =
    onRetryRange || onRetry
      ? (gap: CoverageGap) => {
          if (gap.state !== 'failed') return
          const read = gap.onRetryRange ?? onRetryRange
          if (read) for (const part of gap.parts) read(part)
          else onRetry?.()
        }
      : undefined

  function open(row: number) {
    const item = items.at(row)
    if (item?.log) onSelect?.(item.log)
    else if (item?.gap) retry?.(item.gap)
  }

  const inHeader = (act: (commands: HeaderCommands) => void) =>
    options.withTools((loaded) => act(loaded.headerCommands({ view, sort, grid: store.element })))
  const sortBy = (at: number) => inHeader((commands) => commands.sortBy(at))

  const hasMenu = (place: CellPlace | undefined): place is CellPlace =>
    place !== undefined && (place.row === headerRow || items.logAt(place.row) !== undefined)
  function openMenu(place: CellPlace | undefined, anchor: MenuAnchor) {
    if (hasMenu(place)) onMenu(place, anchor)
  }

  function copy() {
    const text = ({ textToCopy }: GridTools) => textToCopy(options, strings)
    options.onCopy(tools ? () => text(tools) : options.loadTools().then(text))
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    pressGridKey(event, {
      moveTo: focus.moveTo,
      column: focus.column,
      lastRow: items.length - 1,
      lastColumn: columns.length - 1,
      page: Math.max(1, Math.floor(store.height / rowHeight) - 1),
      open,
      mark: selection.toggle,
      markTo: selection.extendTo,
      markAll: selection.markAll,
      unmark: selection.size > 0 ? selection.clear : undefined,
      // If text is selected, the browser copies it.
      copy: hasSelectedText(event.currentTarget) ? undefined : copy,
      menu: (cell) => openMenu(readCell(cell), cell),
      sort: sortBy,
      widen: (at, by) => inHeader((commands) => commands.widen(at, by)),
      moveColumn: (at, by) =>
        inHeader((commands) => {
          // Focus follows the column.
          if (commands.move(at, by)) focus.moveTo(headerRow, at)
        }),
    })
  }

  const logIn = (row = headerRow) => (row === headerRow ? undefined : items.logAt(row))
  const pressed = useRef<{ log: LogRow | undefined; x: number; y: number; hadSelection: boolean }>(undefined)

  function onPointerDownCapture({ target, pointerType, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
    const element = target as HTMLElement
    const log = element.closest(`${ownClicks}, [data-act]`) ? undefined : logIn(readRow(element))
    // A long touch selects text on purpose.
    const hadSelection = pointerType === 'touch' || hasSelectedText(element)
    pressed.current = { log, x, y, hadSelection }
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const act = target.closest<HTMLElement>('[data-act]')
    const row = readRow(target)
    const action = act?.dataset['act']
    const press = pressed.current
    pressed.current = undefined
    // If new logs moved the rows since the press, the log that was pressed opens.
    if (
      press?.log &&
      press.log !== logIn(row) &&
      !(event.shiftKey || event.ctrlKey || event.metaKey) &&
      Math.hypot(event.clientX - press.x, event.clientY - press.y) < 5
    )
      return onSelect?.(press.log)
    if (action === 'menu' && act) return openMenu(readCell(act), act)
    if (action === 'mark-all') return selection.toggleAll()
    if (action === 'resize' || row === undefined) return
    if (row === headerRow) return sortBy(readCell(target)?.column ?? -1)
    if (action === 'mark') tools?.focusRow(target, focus.column)
    else if (target.closest(ownClicks)) return
    if (event.shiftKey) {
      // Clears the text that Shift with a click selects.
      target.ownerDocument.getSelection()?.removeAllRanges()
      return selection.extendTo(row, row)
    }
    if (action === 'mark' || event.ctrlKey || event.metaKey) return selection.toggle(row)
    // Selecting text opens nothing, and a gap is retried by its button only.
    if (!hasSelectedText(target) && items.logAt(row)) open(row)
  }

  // The browser's own menu stands in until the table's is loaded.
  const onContextMenu = (event: MouseEvent<HTMLElement>) =>
    tools?.openContextMenu(event, { ...options, hasMenu, hadSelection: pressed.current?.hadSelection })

  return { onKeyDown, onClick, onContextMenu, onPointerDownCapture, retry }
}
