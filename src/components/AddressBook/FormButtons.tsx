'use client'
import { lateStrings } from '../strings/lateStrings.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'

interface FormButtonsProps {
  submitLabel: string
  onCancel: () => void
}

/** The submit and cancel buttons of a form. */
export function FormButtons({ submitLabel, onCancel }: FormButtonsProps) {
  const { cancel } = useStrings(lateStrings)
  return (
    <div className="topic0-address-buttons">
      <Button type="submit" kind="primary">
        {submitLabel}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  )
}
