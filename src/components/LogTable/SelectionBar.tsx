'use client'
import type { MouseEvent } from 'react'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import * as icons from '../ui/icons.tsx'
import { tableToolsStrings } from './model/tableToolsStrings.ts'
import { maxSelected } from './rows/useRowSelection.ts'
import type { RowSelection } from './rows/useRowSelection.ts'

interface SelectionBarProps {
  selection: RowSelection
  /** The result of copying. */
  copied: string | undefined
  /** Whether the menu of formats is open. */
  isOpen: boolean
  onCopy: (event: MouseEvent<HTMLElement>) => void
}

/** The number of marked logs, with actions, instead of the facts in the toolbar. */
export function SelectionBar({ selection, copied, isOpen, onCopy }: SelectionBarProps) {
  const strings = useStrings(tableToolsStrings)
  return (
    <>
      <strong>{strings.selectedCount(formatNumber(selection.size, strings.locale))}</strong>
      <Button aria-haspopup="menu" aria-expanded={isOpen} onClick={onCopy}>
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
    </>
  )
}
