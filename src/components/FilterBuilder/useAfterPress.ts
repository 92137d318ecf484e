'use client'
import { useRef, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'

/**
 * Puts off changes while the mouse is pressed. Leaving a field changes the form above the pressed button: if the
 * button moves away under the pointer, the browser drops the click.
 */
export function useAfterPress() {
  const waiting = useRef<(() => void)[]>(undefined)

  /** Makes a change now or, during a press, when it ends. */
  function afterPress(change: () => void) {
    if (waiting.current) waiting.current.push(change)
    else change()
  }

  function onMouseDownCapture({ button, currentTarget }: MouseEvent<HTMLElement>) {
    const view = currentTarget.ownerDocument.defaultView
    if (button !== 0 || !view) return
    const changes: (() => void)[] = []
    waiting.current = changes
    const listening = new AbortController()
    function end() {
      if (waiting.current === changes) waiting.current = undefined
    }
    function release() {
      listening.abort()
      end()
      // The handlers of the click that follows see the changes.
      if (changes.length > 0) flushSync(() => changes.splice(0).forEach((change) => change()))
    }
    const handlers = {
      // Not at `click`, which comes next to the same element: until then, a checkbox is already switched.
      mouseup: release,
      // A choice in a list that the press opened: rendering before it would undo it.
      input: () => {
        end()
        view.setTimeout(release)
      },
      dragstart: release,
      mousedown: release,
      keydown: release,
    }
    for (const [type, handler] of Object.entries(handlers))
      view.addEventListener(type, handler, { capture: true, signal: listening.signal })
  }

  return { afterPress, onMouseDownCapture }
}
