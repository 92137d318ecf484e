'use client'
import type { ComponentProps, ReactNode } from 'react'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'title' | 'checked' | 'children' | 'onChange'> {
  title?: string | undefined
  on: boolean
  onSwitch: (on: boolean) => void
  /** The label. */
  children: ReactNode
}

/** A native checkbox that turns something on or off at once. */
export function Switch({ title, on, onSwitch, children, ...rest }: SwitchProps) {
  return (
    <label className="topic0-switch" title={title}>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        onChange={(event) => onSwitch(event.target.checked)}
      />
      {children}
    </label>
  )
}
