'use client'
import { useLayoutEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { classNames } from './classNames.ts'
import type { MenuAnchor } from './MenuAnchor.ts'
import { usePlaceBeside } from './usePlaceBeside.ts'

interface PopoverProps extends Omit<ComponentProps<'div'>, 'popover' | 'role' | 'onToggle'> {
  /** What it opens beside. */
  anchor: MenuAnchor
  onClose: () => void
}

/** A dialog above everything else, beside what opened it. Escape and a click elsewhere close it, and focus goes back. */
export function Popover({ anchor, onClose, className, ...rest }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return
    const from = (element.getRootNode() as Document | ShadowRoot).activeElement
    if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover()
    element.querySelector<HTMLElement>('input:checked, button')?.focus({ preventScroll: true })
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true })
    }
  }, [])
  usePlaceBeside(panel, anchor)
  return (
    <div
      {...rest}
      ref={panel}
      role="dialog"
      popover="auto"
      className={classNames('topic0-popover', className)}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
    />
  )
}
