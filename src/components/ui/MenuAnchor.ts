/** What something opens beside: below it from its left on, or from its right back where the text runs so. An element, or a point. */
export interface MenuAnchor {
  readonly getBoundingClientRect: () => Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
  readonly isConnected?: boolean | undefined
}
