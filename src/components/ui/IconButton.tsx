'use client'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  icon: ComponentProps<typeof Icon>['name']
  /** The accessible name, also shown as a tooltip. */
  name: string
}

/** An icon button. */
export function IconButton({ icon, name, ...rest }: IconButtonProps) {
  return (
    <button type="button" className="topic0-icon-button" aria-label={name} title={name} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
