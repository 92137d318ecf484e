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
  onCopy: (format: 'text' | 'json' | 'csv') => void
}

/** The number of marked logs, with actions, instead of the facts in the toolbar. */
export function SelectionBar({ selection, view, copied, onCopy }: SelectionBarProps) {
  const strings = useStrings(tableToolsStrings)
  const leftOut = shownOwn(view).flatMap(({ arg, text, header }) => (text || arg !== undefined ? [] : header))
  const items: readonly MenuItem[] = [
    { kind: 'action', label: strings.copyAsText, onChoose: () => onCopy('text') },
    { kind: 'action', label: strings.copyAsJson, onChoose: () => onCopy('json') },
    { kind: 'action', label: strings.copyAsCsv, onChoose: () => onCopy('csv') },
    ...(leftOut.length > 0
      ? [{ kind: 'heading', key: 'left-out', label: strings.copyWithout(leftOut.join(', ')) } as const]
      : []),
  ]
  return (
    <>
      <strong>{strings.selectedCount(formatNumber(selection.size, strings.locale))}</strong>
      <MenuButton className="topic0-button" data-size="small" label={strings.copyRows} items={items}>
        {copied === strings.copied ? icons.check : copyIcon}
        {copied ?? strings.copyRows}
      </MenuButton>
      <Button kind="quiet" onClick={selection.clear}>
        {strings.clearSelection}
      </Button>
      {selection.full && (
        <span className="topic0-muted">
          {strings.selectionFull(formatNumber(maxSelected, strings.locale))}
        </span>
      )}
    </>
  )
}
