'use client'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { copyIcon } from '../ui/CopyButton.tsx'
import * as icons from '../ui/icons.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import type { MenuItem } from '../ui/MenuItem.ts'
import { shownOwn, type TableView } from './columns/useTableView.ts'
import { tableToolsStrings } from './model/tableToolsStrings.ts'
import { maxSelected } from './rows/markRows.ts'
import type { RowSelection } from './rows/useRowSelection.ts'

interface SelectionBarProps {
  selection: RowSelection
  view: TableView
  /** The result of copying. */
  copied: string | undefined
  copySelected: (format: 'text' | 'json' | 'csv') => void
}

/** The number of marked logs, with actions, instead of the facts in the toolbar. */
export function SelectionBar({ selection, view, copied, copySelected }: SelectionBarProps) {
  const strings = useStrings(tableToolsStrings)
  const isCopied = copied === strings.copied
  const leftOut = shownOwn(view).flatMap(({ arg, text, header }) => (text || arg !== undefined ? [] : header))
  const items: MenuItem[] = []
  const act = (label: string, format: 'text' | 'json' | 'csv') =>
    items.push({ kind: 'action', label, onChoose: () => copySelected(format) })
  act(strings.copyAsText, 'text')
  act(strings.copyAsJson, 'json')
  act(strings.copyAsCsv, 'csv')
  if (leftOut.length > 0)
    items.push({ kind: 'heading', key: 'own', label: strings.copyWithout(leftOut.join(', ')) })
  return (
    <>
      <strong>{strings.selectedCount(formatNumber(selection.size, strings.locale))}</strong>
      <MenuButton className="topic0-button" data-size="small" label={strings.copyRows} items={items}>
        {isCopied ? icons.check : copyIcon}
        <span className={copied && !isCopied ? undefined : 'topic0-log-table-word'}>
          {copied ?? strings.copyRows}
        </span>
      </MenuButton>
      <Button kind="quiet" onClick={selection.markAll}>
        {strings.selectAll}
      </Button>
      {selection.size > 1 && (
        <Button kind="quiet" onClick={selection.markBetween}>
          {strings.selectBetween}
        </Button>
      )}
      <Button kind="quiet" onClick={selection.clear}>
        {icons.cross}
        <span className="topic0-log-table-word">{strings.clearSelection}</span>
      </Button>
      {selection.full && (
        <span className="topic0-muted">
          {strings.selectionFull(formatNumber(maxSelected, strings.locale))}
        </span>
      )}
    </>
  )
}
