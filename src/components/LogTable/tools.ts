// The code that a table needs once it is used, in one chunk. Load it with `lazyTools`, so that it stays one chunk.
export { AddressStores } from '../values/AddressStores.ts'
export { addressesInRows } from './rows/addressesInRows.ts'
export { blocksWithoutTime } from './rows/blocksWithoutTime.ts'
export { GridNotes } from './rows/GridNotes.tsx'
export { neighborsOf } from './rows/neighborsOf.ts'
export {
  extendMarks,
  focusRow,
  markAllRows,
  markBetween,
  markedLogs,
  pruneMarked,
  toggleRow,
} from './rows/markRows.ts'
export { NewLogs } from './rows/NewLogs.tsx'
export { RemovedRows } from './rows/RemovedRows.tsx'
export { chainGaps, isReadToHeads } from './model/chainGaps.ts'
export { dragColumn } from './columns/dragColumn.ts'
export { sortName } from './columns/sortName.ts'
export { headerCommands } from './columns/headerCommands.ts'
export { CopyHex } from './cells/CopyHex.tsx'
export { formatLogs } from './cells/formatLogs.ts'
export { textToCopy } from './rows/textToCopy.ts'
export { CodeCheckPrompt } from './CodeCheckPrompt.tsx'
export { FilterChips } from './FilterChips.tsx'
export { FindBar } from './FindBar.tsx'
export { ListNotes } from './ListNotes.tsx'
export { StaleStatus } from './StaleStatus.tsx'
export { SelectionBar } from './SelectionBar.tsx'
export { openContextMenu } from './menus/openContextMenu.ts'
export { CellMenu } from './menus/CellMenu.tsx'
export { ColumnMenu } from './menus/ColumnMenu.tsx'
export { ViewMenu } from './menus/ViewMenu.tsx'
export { linkScroll } from './scroll/linkScroll.ts'
export { rowOfBlock } from './scroll/rowOfBlock.ts'
export { countNewer } from './order/countNewer.ts'
export { findRows, logFinder } from './order/findRows.ts'
export { foundPlace, stepFound } from './order/foundPlace.ts'
export { orderRows } from './order/orderRows.ts'
export { rowsInOrder } from './order/rowsInOrder.ts'
