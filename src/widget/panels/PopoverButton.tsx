'use client'
import { useId, useState, type ReactNode, type JSX } from 'react'
import { Button } from '../../components/ui/Button.tsx'
import type { MenuAnchor } from '../../components/ui/MenuItem.ts'
import { LazyPopover } from './LazyPanels.tsx'
import type { Panels } from './useLazyPanels.tsx'

interface PopoverButtonProps {
  icon: JSX.Element
  label: string
  title: string
  disabled: boolean
  children: (panels: Panels, close: () => void) => ReactNode
}

/** A button of the toolbar that opens a panel. */
export function PopoverButton({ icon, label, title, disabled, children }: PopoverButtonProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<MenuAnchor>()
  const close = () => setAnchor(undefined)
  return (
    <>
      <Button
        id={id}
        title={title}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-disabled={disabled}
        onClick={(event) => {
          if (!disabled) setAnchor(anchor ? undefined : event.currentTarget)
        }}
      >
        {icon}
        <span className="topic0-button-word">{label}</span>
      </Button>
      {anchor && !disabled && (
        <LazyPopover aria-labelledby={id} anchor={anchor} onClose={close}>
          {(panels) => children(panels, close)}
        </LazyPopover>
      )}
    </>
  )
}
