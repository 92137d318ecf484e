'use client'
import * as icons from '../../ui/icons.tsx'

/** The button that opens the menu of a cell or header. A function rather than a component, for fast scrolling. */
export function cellMenuButton(name: string) {
  return (
    <button
      type="button"
      className="topic0-icon-button topic0-cell-menu"
      data-act="menu"
      tabIndex={-1}
      aria-label={name}
      aria-haspopup="menu"
    >
      {icons.more}
    </button>
  )
}
