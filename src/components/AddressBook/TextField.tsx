'use client'
import type { ComponentProps } from 'react'
import { Field } from '../ui/Field.tsx'

type FieldProps = Omit<ComponentProps<typeof Field>, 'children'>

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps | 'onChange'> {
  value: string
  onEdit: (text: string) => void
}

/** A field with one line of text. */
export function TextField({ label, aside, hint, issue, onEdit, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, aside, hint, issue }}>
      {(control) => (
        <input
          {...control}
          {...input}
          className="topic0-input"
          autoComplete="off"
          onChange={(event) => onEdit(event.target.value)}
        />
      )}
    </Field>
  )
}
