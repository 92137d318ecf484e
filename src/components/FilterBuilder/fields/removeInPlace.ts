import { flushSync } from 'react-dom'

/**
 * Runs an action that unmounts the pressed button. Focus moves to the button in its place, else to the last one, else to the
 * field above.
 */
export function removeInPlace(pressed: HTMLElement, container: HTMLElement | null, remove: () => void): void {
  const buttons = () => [...(container?.querySelectorAll<HTMLElement>('li > .topic0-icon-button') ?? [])]
  const at = buttons().indexOf(pressed)
  flushSync(remove)
  const left = buttons()
  const next = left[at] ?? left.at(-1) ?? container?.querySelector<HTMLElement>('textarea, input')
  next?.focus()
}
