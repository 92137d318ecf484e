'use client'
import type { FieldControl } from '../../ui/Field.tsx'
import type { FilterForm } from './FilterForm.ts'

interface TextInputProps {
  form: FilterForm
  control: FieldControl
  field: 'fromBlock' | 'toBlock' | 'blockHash' | 'last'
  placeholder: string
  list?: string
  onLeave?: () => void
}

/** A number as it is understood. Not announced with every digit: the field's description includes it. */
export function ReadAs({ text }: { text: string }) {
  return <span aria-live="off">{`= ${text}`}</span>
}

/** A text field of the range. */
export function TextInput({ form, control, field, placeholder, list, onLeave }: TextInputProps) {
  return (
    <input
      {...control}
      className="topic0-input"
      data-mono
      list={list}
      spellCheck={false}
      autoComplete="off"
      placeholder={placeholder}
      value={form.draft[field]}
      onChange={(event) => form.edit(field, { [field]: event.target.value })}
      onBlur={() => {
        form.leave(field)
        onLeave?.()
      }}
    />
  )
}
