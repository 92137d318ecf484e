const margin = 8

/** Puts what floats below its anchor, or above it where there is no room, and within the window. */
export function placeBeside(
  element: HTMLElement,
  { left, right, top, bottom }: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
): void {
  const { width, height } = element.getBoundingClientRect()
  const rtl = getComputedStyle(element).direction === 'rtl'
  const below = bottom + height + margin <= innerHeight
  const x = Math.max(margin, Math.min(rtl ? right - width : left, innerWidth - width - margin))
  const y = Math.max(margin, below ? bottom : top - height)
  element.style.setProperty('left', `${x}px`)
  element.style.setProperty('top', `${y}px`)
}
