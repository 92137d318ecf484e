/** A place to open at: below `top` to `bottom`, from `left` on, or from `right` back where the text runs so. */
export type MenuAnchor = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
