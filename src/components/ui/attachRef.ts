/** A ref callback that cleans up after itself: React 18 ignores a cleanup that a ref callback returns. */
export function attachRef<element>(
  attach: (element: element) => (() => void) | undefined,
): (element: element | null) => void {
  let detach: (() => void) | undefined
  return (element) => {
    detach?.()
    detach = element === null ? undefined : attach(element)
  }
}
