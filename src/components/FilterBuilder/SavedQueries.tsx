'use client'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { ChainText } from '../values/ChainText.tsx'
import { describeQuery } from './draft/describeQuery.ts'
import { filterStrings } from './draft/filterStrings.ts'
import type { KnownContract } from './draft/KnownContract.ts'
import type { FilterBuilderProps } from './FilterBuilderProps.ts'
import { queryNameProps, type SavedQuery } from './SavedQuery.ts'
import { SavedQueryRow } from './SavedQueryRow.tsx'

export interface SavedQueriesProps extends Pick<
  FilterBuilderProps,
  'saved' | 'recent' | 'onSave' | 'onRename' | 'onForget' | 'renderSaved'
> {
  contracts: readonly KnownContract[]
  /** The query in the form, if valid. */
  current: LogSearch | undefined
  onChoose: (query: LogSearch) => void
}

/** Saved and recent queries, and a field to save the current one. */
export function SavedQueries(props: SavedQueriesProps) {
  const { contracts, saved = [], recent = [], current } = props
  const { onChoose, onSave, onRename, onForget, renderSaved } = props
  const strings = useStrings(filterStrings)
  const panel = useRef<HTMLDivElement>(null)
  function rename(one: SavedQuery, to: string, at: number) {
    flushSync(() => onRename?.(one, to))
    panel.current?.querySelectorAll('.topic0-saved-row')[at]?.querySelector('button')?.focus()
  }
  function forget(one: SavedQuery, at: number) {
    flushSync(() => onForget?.(one))
    // The pressed button is unmounted: focus moves to its neighbor.
    const rows = panel.current?.querySelectorAll('.topic0-saved-row') ?? []
    const next = rows[Math.min(at, rows.length - 1)] ?? panel.current
    next?.querySelector<HTMLElement>('button, input')?.focus()
  }
  return (
    <div ref={panel} className="topic0-saved">
      {saved.length + recent.length === 0 && <p className="topic0-muted">{strings.nothingSaved}</p>}
      {saved.length > 0 && (
        <ul className="topic0-scroll" aria-label={strings.savedQueries}>
          {saved.map((one, at) => (
            <SavedQueryRow
              key={one.name}
              saved={one}
              description={describeQuery(one.query, strings, contracts)}
              taken={saved.flatMap((other) => (other.name === one.name ? [] : other.name))}
              onChoose={() => onChoose(one.query)}
              onRename={onRename && ((to) => rename(one, to, at))}
              onForget={onForget && (() => forget(one, at))}
            >
              {renderSaved?.(one)}
            </SavedQueryRow>
          ))}
        </ul>
      )}
      {recent.length > 0 && <RecentQueries {...{ recent, contracts, onChoose }} />}
      {onSave && <SaveField {...{ saved, current, onSave }} />}
    </div>
  )
}

/** The queries run last, each described by its content. */
function RecentQueries({
  recent,
  contracts,
  onChoose,
}: Pick<SavedQueriesProps, 'contracts' | 'onChoose'> & { recent: readonly LogSearch[] }) {
  const strings = useStrings(filterStrings)
  const described = recent.map((query) => ({ query, text: describeQuery(query, strings, contracts) }))
  return (
    <>
      <p className="topic0-muted">{strings.recentQueries}</p>
      <ul className="topic0-scroll" aria-label={strings.recentQueries}>
        {described.map(({ query, text }, index) => (
          // Different queries may have the same description.
          <li key={`${text} ${described.slice(0, index).filter((one) => one.text === text).length}`}>
            <button type="button" className="topic0-saved-query" onClick={() => onChoose(query)}>
              <ChainText text={text} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

interface SaveFieldProps extends Pick<SavedQueriesProps, 'current'> {
  saved: readonly SavedQuery[]
  onSave: (query: SavedQuery) => void
}

/** A field for a name, with a button that saves the current query under it. */
function SaveField({ saved, current, onSave }: SaveFieldProps) {
  const strings = useStrings(filterStrings)
  const [text, setText] = useState('')
  const name = text.trim()
  const replaces = saved.some((one) => one.name === name)
  function save() {
    if (!current || name === '') return
    onSave({ name, query: current })
    setText('')
  }
  return (
    <div className="topic0-save">
      <input
        {...queryNameProps}
        aria-label={strings.queryName}
        placeholder={strings.queryName}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Its text is not part of the query: it has no undo here and does not submit the form.
          event.stopPropagation()
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          save()
        }}
      />
      <Button aria-disabled={!current || name === ''} onClick={save}>
        {replaces ? strings.replaceQuery : strings.saveQuery}
      </Button>
    </div>
  )
}
