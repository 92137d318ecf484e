import type { MouseEvent } from 'react'
import type { MenuAnchor } from '../../ui/MenuItem.ts'
import { hasSelectedText, readCell, type CellPlace } from '../cells/readCell.ts'

interface ContextMenuOptions {
  /** Whether text was selected before the press. @default true */
  hadSelection: boolean | undefined
  hasMenu: (place: CellPlace | undefined) => place is CellPlace
  onMenu: (place: CellPlace, anchor: MenuAnchor) => void
  onCloseMenu: () => void
}

/** Opens the menu of a cell where the pointer is. Links and selected text keep the browser's own. */
export function openContextMenu(event: MouseEvent<HTMLElement>, options: ContextMenuOptions): void {
  const { hadSelection = true, hasMenu, onMenu, onCloseMenu } = options
  const target = event.target as HTMLElement
  // On macOS, the press itself selects the word under it.
  if (target.closest('a[href]') || (hadSelection && hasSelectedText(target))) return
  const place = readCell(target)
  if (!hasMenu(place)) return
  event.preventDefault()
  // Releasing the button would close an open menu in a later task, perhaps after the next one has opened.
  onCloseMenu()
  const point = new DOMRect(event.clientX, event.clientY)
  const open = () => onMenu(place, { getBoundingClientRect: () => point })
  // Linux and macOS send the event on the press: the release would close a menu that is open by then.
  if (event.buttons === 0) open()
  else afterRelease(open)
}

/** Runs a function in a task after the press has ended. */
function afterRelease(run: () => void): void {
  const stop = new AbortController()
  const released = () => {
    stop.abort()
    setTimeout(run)
  }
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(type, released, { capture: true, signal: stop.signal })
}
