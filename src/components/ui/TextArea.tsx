'use client'
import type { ComponentProps } from 'react'
import type { FieldControl } from './Field.tsx'

interface TextAreaProps extends Pick<ComponentProps<'textarea'>, 'placeholder' | 'disabled' | 'onPaste'> {
  control: FieldControl
  value: string
  onEdit: (text: string) => void
  onLeave?: (() => void) | undefined
  /** Called by Enter; Shift+Enter breaks the line. @default submits the form */
  onEnter?: (() => void) | undefined
}

/** A field for hex, lists and links, which grows with its text. */
export function TextArea({ control, onEdit, onLeave, onEnter, ...rest }: TextAreaProps) {
  return (
    <textarea
      {...control}
      {...rest}
      className="topic0-input"
      data-mono
      rows={1}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      onChange={(event) => onEdit(event.target.value)}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return
        event.preventDefault()
        if (onEnter) onEnter()
        else event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}
