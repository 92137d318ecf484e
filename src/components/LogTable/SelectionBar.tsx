'use client'
import { useState } from 'react'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import * as icons from '../ui/icons.tsx'
import type { MenuAnchor } from '../ui/MenuItem.ts'
import { shownOwn } from './columns/useTableView.ts'
import type { TableView } from './columns/useTableView.ts'
import { CopyMenu } from './menus/CopyMenu.tsx'
import { tableToolsStrings } from './model/tableToolsStrings.ts'
import { maxSelected } from './rows/useRowSelection.ts'
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
  const [anchor, setAnchor] = useState<MenuAnchor>()
  const leftOut = shownOwn(view).flatMap(({ arg, text, header }) => (text || arg !== undefined ? [] : header))
  return (
    <>
      <strong>{strings.selectedCount(formatNumber(selection.size, strings.locale))}</strong>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(anchor ? undefined : currentTarget)}
      >
        {copied === strings.copied ? icons.check : icons.copy}
        {copied ?? strings.copyRows}
      </Button>
      <Button kind="quiet" onClick={selection.clear}>
        {strings.clearSelection}
      </Button>
      {selection.full && (
        <span className="topic0-muted">
          {strings.selectionFull(formatNumber(maxSelected, strings.locale))}
        </span>
      )}
      {anchor && <CopyMenu {...{ leftOut, anchor, onCopy }} onClose={() => setAnchor(undefined)} />}
    </>
  )
}
