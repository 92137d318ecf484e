'use client'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  icon: ComponentProps<typeof Icon>['name']
  /** What it does, for who hears it, and for who points at it. */
  name: string
}

/** A button with a drawing in place of a word. */
export function IconButton({ icon, name, ...rest }: IconButtonProps) {
  return (
    <button type="button" className="topic0-icon-button" aria-label={name} title={name} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
