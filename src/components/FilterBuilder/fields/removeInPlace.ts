import { flushSync } from 'react-dom'

/**
 * Does what takes the pressed button away. Focus goes to the one that stands in its place then, else to the last, else to the
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
