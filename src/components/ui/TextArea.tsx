'use client'
import type { FieldControl } from '../../ui/Field.tsx'
import type { FilterForm } from './FilterForm.ts'

interface TextAreaProps {
  form: FilterForm
  control: FieldControl
  /** The field it belongs to, validated when it is left. */
  field: string
  value: string
  placeholder: string
  disabled?: boolean | undefined
  onEdit: (text: string) => void
}

/** A field for hex and lists, which grows with its text. */
export function TextArea({ form, control, field, value, placeholder, disabled, onEdit }: TextAreaProps) {
  return (
    <textarea
      {...control}
      className="topic0-input"
      data-mono
      rows={1}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      placeholder={placeholder}
      disabled={disabled}
      value={value}
      onChange={(event) => onEdit(event.target.value)}
      onBlur={() => form.dispatch({ type: 'leave', field })}
    />
  )
}
