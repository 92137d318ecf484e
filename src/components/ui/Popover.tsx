'use client'
import { useLayoutEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { classNames } from './classNames.ts'
import type { MenuAnchor } from './MenuItem.ts'
import { returnFocus } from './returnFocus.ts'
import { useAnchorPosition } from './useAnchorPosition.ts'
import { useOnClose } from './useOnClose.ts'

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
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return
    const from = (element.getRootNode() as Document | ShadowRoot).activeElement
    if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover()
    element.querySelector<HTMLElement>('input:checked, button')?.focus({ preventScroll: true })
    // Without a related target the window lost focus, and will regain it.
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !element.contains(relatedTarget as Node)) element.hidePopover?.()
    }
    element.addEventListener('focusout', onFocusOut)
    return () => {
      element.removeEventListener('focusout', onFocusOut)
      returnFocus(element, from)
    }
  }, [])
  useAnchorPosition(panel, anchor)
  useOnClose(panel, onClose)
  return (
    <div
      {...rest}
      ref={panel}
      role="dialog"
      popover="auto"
      className={classNames('topic0-popover', className)}
    />
  )
}
