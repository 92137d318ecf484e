'use client'
import { useStrings } from '../strings/useStrings.ts'
import { filterStrings } from './draft/filterStrings.ts'

interface FormFooterProps {
  /** The error message of the form as a whole. */
  issue: string
  busy: boolean
  onCancel: (() => void) | undefined
  onReset: () => void
}

/** The form's error message and its submit, reset and cancel buttons. */
export function FormFooter({ issue, busy, onCancel, onReset }: FormFooterProps) {
  const strings = useStrings(filterStrings)
  return (
    <div className="topic0-filter-footer">
      <div role="alert" className="topic0-field-issue">
        {issue}
      </div>
      {busy && onCancel ? (
        <button type="button" className="topic0-button" onClick={onCancel}>
          {strings.cancel}
        </button>
      ) : (
        <button type="button" className="topic0-button" data-kind="quiet" onClick={onReset}>
          {strings.reset}
        </button>
      )}
      <button type="submit" className="topic0-button" data-kind="primary" aria-disabled={busy}>
        {busy ? strings.submitting : strings.submit}
      </button>
    </div>
  )
}
