'use client'
import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import type { DraftAction } from './draft/draftReducer.ts'
import { filterStrings } from './draft/filterStrings.ts'
import type { KnownContract } from './draft/KnownContract.ts'
import { SavedQueries } from './SavedQueries.tsx'
import type { SavedQuery } from './SavedQuery.ts'

interface FilterToolsProps {
  contracts: readonly KnownContract[]
  dispatch: (action: DraftAction) => void
  canUndo: boolean
  canRedo: boolean
  saved: readonly SavedQuery[] | undefined
  recent: readonly LogSearch[] | undefined
  current: LogSearch | undefined
  onSave: ((saved: SavedQuery) => void) | undefined
  onRename: ((saved: SavedQuery, name: string) => void) | undefined
  onForget: ((saved: SavedQuery) => void) | undefined
  renderSaved: ((saved: SavedQuery) => ReactNode) | undefined
  onChoose: (query: LogSearch) => void
}

/** The tools above the form: saved and recent queries, undo and redo. */
export function FilterTools(props: FilterToolsProps) {
  const { contracts, dispatch, canUndo, canRedo, saved = [], recent = [], current } = props
  const { onSave, onRename, onForget, renderSaved, onChoose } = props
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
            {...{ contracts, saved, recent, current, onSave, onRename, onForget, renderSaved }}
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
