'use client'
import type { ComponentProps, JSX } from 'react'
import { classNames } from './classNames.ts'
import { withRef } from './withRef.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  icon: JSX.Element
  /** The accessible name, also shown as a tooltip. */
  name: string
}

/** An icon button. */
export const IconButton = /* @__PURE__ */ withRef(function IconButton({
  icon,
  name,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      {...rest}
      className={classNames('topic0-icon-button', className)}
    >
      {icon}
    </button>
  )
})
