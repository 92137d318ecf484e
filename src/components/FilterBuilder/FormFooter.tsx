'use client'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { filterStrings } from './draft/filterStrings.ts'

interface FormFooterProps {
  /** The error message of the form as a whole. */
  issue: string
  busy: boolean
  /** Cancels what is being read. */
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
      {onCancel ? (
        <Button size="normal" onClick={onCancel}>
          {strings.cancel}
        </Button>
      ) : (
        <Button size="normal" kind="quiet" onClick={onReset}>
          {strings.reset}
        </Button>
      )}
      <Button type="submit" size="normal" kind="primary" aria-disabled={busy}>
        {busy ? strings.submitting : strings.submit}
      </Button>
    </div>
  )
}
