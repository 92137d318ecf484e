'use client'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import { withRef } from './withRef.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  icon: ComponentProps<typeof Icon>['name']
  /** The accessible name, also shown as a tooltip. */
  name: string
}

/** An icon button. */
export const IconButton = /* @__PURE__ */ withRef(function IconButton({
  icon,
  name,
  ...rest
}: IconButtonProps) {
  return (
    <button type="button" className="topic0-icon-button" aria-label={name} title={name} {...rest}>
      <Icon name={icon} />
    </button>
  )
})
