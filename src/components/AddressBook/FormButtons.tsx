'use client'
import { commonStrings } from '../strings/commonStrings.ts'
import { useStrings } from '../strings/useStrings.ts'

interface FormButtonsProps {
  submitLabel: string
  onCancel: () => void
}

/** Submits or closes the form around it. */
export function FormButtons({ submitLabel, onCancel }: FormButtonsProps) {
  const { cancel } = useStrings(commonStrings)
  return (
    <div className="topic0-address-buttons">
      <button type="submit" className="topic0-button" data-kind="primary" data-size="small">
        {submitLabel}
      </button>
      <button type="button" className="topic0-button" data-size="small" data-kind="quiet" onClick={onCancel}>
        {cancel}
      </button>
    </div>
  )
}
