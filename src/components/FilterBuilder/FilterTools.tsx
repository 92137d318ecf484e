'use client'
import { useId, useRef, useState } from 'react'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import type { DraftAction } from './draft/draftReducer.ts'
import { filterStrings } from './draft/filterStrings.ts'
import { SavedQueries, type SavedQueriesProps } from './SavedQueries.tsx'

interface FilterToolsProps extends SavedQueriesProps {
  dispatch: (action: DraftAction) => void
  canUndo: boolean
  canRedo: boolean
}

/** The tools above the form: saved and recent queries, undo and redo. */
export function FilterTools({ dispatch, canUndo, canRedo, ...queries }: FilterToolsProps) {
  const { saved = [], recent = [], onSave, onChoose } = queries
  const strings = useStrings(filterStrings)
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const keeps = onSave !== undefined || saved.length + recent.length > 0
  return (
    <>
      <div className="topic0-filter-tools">
        {keeps && (
          <Button ref={opener} aria-expanded={open} aria-controls={panelId} onClick={() => setOpen(!open)}>
            {strings.savedQueries}
            {open ? icons.collapse : icons.expand}
          </Button>
        )}
        <span className="topic0-filter-history">
          {(['undo', 'redo'] as const).map((type) => (
            <IconButton
              key={type}
              icon={type === 'undo' ? icons.undo : icons.redo}
              name={strings[type]}
              aria-disabled={type === 'undo' ? !canUndo : !canRedo}
              onClick={() => dispatch({ type })}
            />
          ))}
        </span>
      </div>
      <div id={panelId} hidden={!keeps || !open}>
        {keeps && open && (
          <SavedQueries
            {...queries}
            onChoose={(query) => {
              setOpen(false)
              opener.current?.focus()
              onChoose(query)
            }}
          />
        )}
      </div>
    </>
  )
}
