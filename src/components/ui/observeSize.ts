/**
 * Calls `onResize` before the first paint, and before the next one whenever the size has changed. Returns a function that stops it;
 * `undefined` where sizes cannot be observed.
 */
export function observeSize(element: Element, onResize: () => void): (() => void) | undefined {
  if (typeof ResizeObserver === 'undefined') return undefined
  let last: string | undefined
  const observer = new ResizeObserver(([entry]) => {
    const size = JSON.stringify(entry!.contentRect)
    if (size === last) return
    last = size
    // React now renders all that waits to be rendered, which may change the size again: browsers would report a loop.
    observer.disconnect()
    frame = requestAnimationFrame(observe)
    onResize()
  })
  let frame = 0
  const observe = () => observer.observe(element)
  observe()
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
}
