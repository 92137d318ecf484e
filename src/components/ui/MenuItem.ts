import type { ReactNode } from 'react'

/** One line of a menu. */
export type MenuItem =
  | {
      readonly kind: 'heading'
      readonly label: ReactNode
      readonly key: string
      /** Below it, in full. */
      readonly detail?: string | undefined
    }
  | {
      readonly kind: 'action'
      readonly label: string
      readonly onChoose: () => void
      /** Goes to further choices: the menu stays. */
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

/** What something opens beside: below it from its left on, or from its right back where the text runs so. An element, or a point. */
export interface MenuAnchor {
  readonly getBoundingClientRect: () => Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
  readonly isConnected?: boolean | undefined
}
