'use client'
import type { ComponentProps } from 'react'
import { classNames } from './classNames.ts'
import type { MenuAnchor } from './MenuItem.ts'
import { useTopLayer } from './useTopLayer.ts'

interface PopoverProps extends Omit<ComponentProps<'div'>, 'popover' | 'role' | 'onToggle'> {
  /** The element it opens next to. */
  anchor: MenuAnchor
  onClose: () => void
}

/**
 * A dialog in the top layer, next to what opened it. Escape closes it and returns focus; a click outside, or focus moving outside,
 * closes it and leaves focus there.
 */
export function Popover({ anchor, onClose, className, ...rest }: PopoverProps) {
  const panel = useTopLayer({ anchor, focus: 'input:checked, button', onClose })
  return (
    // The handler only tracks focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      {...rest}
      ref={panel}
      role="dialog"
      popover="auto"
      className={classNames('topic0-popover', className)}
      // Without a related target the window lost focus, and will regain it.
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover?.()
      }}
    />
  )
}
