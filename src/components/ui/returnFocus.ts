/** Returns focus to where it was, unless it has moved elsewhere, for example to what was clicked. */
export function returnFocus(opened: HTMLElement, from: Element | null): void {
  const root = opened.getRootNode() as Document | ShadowRoot
  const now = root.activeElement ?? document.activeElement
  const isElsewhere = now !== null && now !== document.body && !opened.contains(now)
  if (!isElsewhere && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true })
}
