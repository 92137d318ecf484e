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
export function SavedQueryRow(props: SavedQueryRowProps) {
  const { saved, description, taken, onChoose, onRename, onForget, children } = props
  const strings = useStrings(filterStrings)
  const renaming = useRef<HTMLButtonElement>(null)
  const [isRenaming, setRenaming] = useState(false)

  function stop() {
    flushSync(() => setRenaming(false))
    renaming.current?.focus()
  }
  function rename(name: string) {
    if (name === saved.name) return stop()
    setRenaming(false)
    onRename?.(name)
  }

  if (isRenaming) return <RenameRow name={saved.name} taken={taken} onRename={rename} onCancel={stop} />
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
          onClick={() => setRenaming(true)}
        />
      )}
      {onForget && (
        <IconButton icon={icons.cross} name={strings.deleteQuery(saved.name)} onClick={onForget} />
      )}
      {children}
    </li>
  )
}

interface RenameRowProps extends Pick<SavedQueryRowProps, 'taken'> {
  /** The current name. */
  name: string
  onRename: (name: string) => void
  onCancel: () => void
}

/** A field for another name, in place of the query. */
function RenameRow({ name, taken, onRename, onCancel }: RenameRowProps) {
  const strings = useStrings(filterStrings)
  const problemId = useId()
  const [text, setText] = useState(name)
  const trimmed = text.trim()
  const isTaken = taken.includes(trimmed)

  function rename() {
    if (trimmed !== '' && !isTaken) onRename(trimmed)
  }
  function onKeyDown(event: KeyboardEvent) {
    // Its text is not part of the query: it has no undo here and does not submit the form.
    event.stopPropagation()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') rename()
    else onCancel()
  }

  return (
    <li className="topic0-saved-row">
      <input
        {...queryNameProps}
        aria-label={strings.newName(name)}
        aria-invalid={isTaken || undefined}
        aria-describedby={isTaken ? problemId : undefined}
        // Replaces the pressed button.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button aria-disabled={trimmed === '' || isTaken} onClick={rename}>
        {strings.saveQuery}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        {strings.cancel}
      </Button>
      <span id={problemId} role="alert" className="topic0-field-issue">
        {isTaken && strings.nameTaken}
      </span>
    </li>
  )
}
