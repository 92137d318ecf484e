/** Gives focus back to where it was before something opened, unless it has gone elsewhere by itself: to what was clicked, say. */
export function returnFocus(opened: HTMLElement, from: Element | null): void {
  const root = opened.getRootNode() as Document | ShadowRoot
  const now = root.activeElement ?? document.activeElement
  const isElsewhere = now !== null && now !== document.body && !opened.contains(now)
  if (!isElsewhere && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true })
}
