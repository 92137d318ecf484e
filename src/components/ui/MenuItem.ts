import type { ReactNode } from 'react'

/** A menu item. */
export type MenuItem =
  | {
      readonly kind: 'heading'
      readonly label: ReactNode
      readonly key: string
      /** A second line with the full value. */
      readonly detail?: string | undefined
    }
  | {
      readonly kind: 'action'
      readonly label: string
      readonly onChoose: () => void
      /** Opens a submenu: the menu stays open. */
      readonly further?: boolean | undefined
    }
  | { readonly kind: 'link'; readonly label: string; readonly href: string }
  | {
      readonly kind: 'choice' | 'check'
      readonly label: string
      /** Tells apart choices of the same name. */
      readonly group: string
      readonly checked: boolean
      readonly onChoose: () => void
    }

/** What a menu opens below, aligned to its start edge: an element, or anything with a rectangle. */
export interface MenuAnchor {
  readonly getBoundingClientRect: () => Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
  readonly isConnected?: boolean | undefined
}
