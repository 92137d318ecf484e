'use client'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { ChainText } from '../values/ChainText.tsx'
import { filterStrings } from './draft/filterStrings.ts'
import { queryNameProps, type SavedQuery } from './SavedQuery.ts'

interface SavedQueryRowProps {
  saved: SavedQuery
  /** The query in one line. */
  description: string
  /** Names of other queries. */
  taken: readonly string[]
  onChoose: () => void
  onRename: ((name: string) => void) | undefined
  onForget: (() => void) | undefined
  /** Further controls. */
  children?: ReactNode
}

/** A saved query, with buttons to run, rename and delete it. */
export function SavedQueryRow({
  saved,
  description,
  taken,
  onChoose,
  onRename,
  onForget,
  children,
}: SavedQueryRowProps) {
  const strings = useStrings(filterStrings)
  const problemId = useId()
  const renaming = useRef<HTMLButtonElement>(null)
  const [name, setName] = useState<string>()
  const trimmed = name?.trim() ?? ''
  const isTaken = taken.includes(trimmed)

  function stop() {
    flushSync(() => setName(undefined))
    renaming.current?.focus()
  }
  function rename() {
    if (trimmed === '' || isTaken) return
    if (trimmed === saved.name) return stop()
    setName(undefined)
    onRename?.(trimmed)
  }
  function onKeyDown(event: KeyboardEvent) {
    // Its text is not part of the query: it has no undo here and does not submit the form.
    event.stopPropagation()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') rename()
    else stop()
  }

  if (name !== undefined)
    return (
      <li className="topic0-saved-row">
        <input
          {...queryNameProps}
          aria-label={strings.newName(saved.name)}
          aria-invalid={isTaken || undefined}
          aria-describedby={isTaken ? problemId : undefined}
          // Replaces the pressed button.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button aria-disabled={trimmed === '' || isTaken} onClick={rename}>
          {strings.saveQuery}
        </Button>
        <Button kind="quiet" onClick={stop}>
          {strings.cancel}
        </Button>
        <span id={problemId} role="alert" className="topic0-field-issue">
          {isTaken && strings.nameTaken}
        </span>
      </li>
    )
  return (
    <li className="topic0-saved-row">
      <button type="button" className="topic0-saved-query" onClick={onChoose}>
        <ChainText text={saved.name} />
        <span className="topic0-muted">
          <ChainText text={description} />
        </span>
      </button>
      {onRename && (
        <IconButton
          ref={renaming}
          icon={icons.rename}
          name={strings.renameQuery(saved.name)}
          onClick={() => setName(saved.name)}
        />
      )}
      {onForget && (
        <IconButton icon={icons.cross} name={strings.deleteQuery(saved.name)} onClick={onForget} />
      )}
      {children}
    </li>
  )
}
