'use client'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** What a control needs to be joined to its label, hint and message. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface FieldProps {
  label: ReactNode
  /** Stands beside the label: a shortcut to fill the field. */
  aside?: ReactNode
  hint?: ReactNode
  /** What is wrong. */
  issue?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** A label, a control, and what is to be said about it: a hint, or the mistake instead of it. */
export function Field({ label, aside, hint, issue, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}note`
  const hasNote = issue !== undefined || Boolean(hint)
  return (
    <div className="topic0-field" data-state={issue === undefined ? 'valid' : 'invalid'}>
      <div className="topic0-field-head">
        <label htmlFor={id} className="topic0-label">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': issue === undefined ? undefined : true,
      })}
      {/* Always there, so that what appears in it is spoken. */}
      <div id={noteId} className="topic0-field-note" aria-live="polite">
        {issue === undefined ? (
          hint
        ) : (
          <span className="topic0-field-issue">
            <Icon name="warning" />
            {issue}
          </span>
        )}
      </div>
    </div>
  )
}
