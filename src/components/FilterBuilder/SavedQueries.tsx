'use client'
import { useState } from 'react'
import type { LogSearch } from '../../logs/LogSearch.ts'
import { ChainText } from '../ChainText.tsx'
import { Icon } from '../Icon.tsx'
import { useStrings } from '../useStrings.ts'
import { describeQuery } from './describeQuery.ts'
import type { KnownContract } from './KnownContract.ts'

/** A query that was given a name. */
export interface SavedQuery {
  readonly name: string
  readonly query: LogSearch
}

interface SavedQueriesProps {
  contracts: readonly KnownContract[]
  saved: readonly SavedQuery[]
  recent: readonly LogSearch[]
  /** What the form holds, when it is right. */
  current: LogSearch | undefined
  onChoose: (query: LogSearch) => void
  onSave: ((saved: SavedQuery) => void) | undefined
  onForget: ((saved: SavedQuery) => void) | undefined
}

/** Queries to go back to: those with a name, those that were sent lately, and a field to name the one at hand. */
export function SavedQueries(props: SavedQueriesProps) {
  const { contracts, saved, recent, current, onChoose, onSave, onForget } = props
  const strings = useStrings()
  const [name, setName] = useState('')
  const trimmed = name.trim()
  const replaces = saved.some((one) => one.name === trimmed)
  function save() {
    if (!onSave || !current || trimmed === '') return
    onSave({ name: trimmed, query: current })
    setName('')
  }
  return (
    <div className="topic0-saved">
      {saved.length + recent.length === 0 && <p className="topic0-muted">{strings.nothingSaved}</p>}
      {saved.length > 0 && (
        <ul aria-label={strings.savedQueries}>
          {saved.map((one) => (
            <li key={one.name}>
              <button type="button" className="topic0-saved-query" onClick={() => onChoose(one.query)}>
                <ChainText text={one.name} />
                <span className="topic0-muted">
                  <ChainText text={describeQuery(one.query, strings, contracts)} />
                </span>
              </button>
              {onForget && (
                <button
                  type="button"
                  className="topic0-icon-button"
                  aria-label={strings.forgetQuery(one.name)}
                  title={strings.forgetQuery(one.name)}
                  onClick={() => onForget(one)}
                >
                  <Icon name="cross" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {recent.length > 0 && (
        <>
          <p className="topic0-muted">{strings.recentQueries}</p>
          <ul aria-label={strings.recentQueries}>
            {recent
              .map((query) => ({ query, text: describeQuery(query, strings, contracts) }))
              .map(({ query, text }, index, all) => (
                <li key={`${text} ${all.slice(0, index).filter((one) => one.text === text).length}`}>
                  <button type="button" className="topic0-saved-query" onClick={() => onChoose(query)}>
                    <ChainText text={text} />
                  </button>
                </li>
              ))}
          </ul>
        </>
      )}
      {onSave && (
        <div className="topic0-save">
          <input
            className="topic0-input"
            aria-label={strings.queryName}
            placeholder={strings.queryName}
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              // Its letters are no part of the query: the form neither takes them back nor is sent from here.
              event.stopPropagation()
              if (event.key !== 'Enter') return
              event.preventDefault()
              save()
            }}
          />
          <button
            type="button"
            className="topic0-button"
            data-size="small"
            aria-disabled={!current || trimmed === ''}
            onClick={save}
          >
            {replaces ? strings.replaceQuery : strings.saveQuery}
          </button>
        </div>
      )}
    </div>
  )
}
