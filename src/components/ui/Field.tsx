'use client'
import { useId, type ReactNode } from 'react'
import * as icons from './icons.tsx'

/** Attributes that connect a control to its label, hint and error. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface FieldProps {
  label: ReactNode
  /** Shown next to the label, for example a shortcut that fills the field. */
  aside?: ReactNode
  hint?: ReactNode
  /** The error message. */
  issue?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** A label, a control, and a hint or, instead, an error message. */
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
      {/* Always rendered, so that screen readers announce changes. */}
      <div id={noteId} className="topic0-field-note" aria-live="polite">
        {issue === undefined ? (
          hint
        ) : (
          <span className="topic0-field-issue">
            {icons.warning}
            {issue}
          </span>
        )}
      </div>
    </div>
  )
}
