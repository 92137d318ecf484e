'use client'
import { useState, type ComponentProps } from 'react'
import { Menu } from './Menu.tsx'
import type { MenuAnchor, MenuItem } from './MenuItem.ts'

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  /** The name of the menu. */
  label: string
  items: readonly MenuItem[]
}

/** A button that opens and closes a menu. */
export function MenuButton({ label, items, ...rest }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<MenuAnchor>()
  return (
    <>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
        {...rest}
      />
      {anchor && <Menu {...{ label, anchor, items }} onClose={() => setAnchor(undefined)} />}
    </>
  )
}
