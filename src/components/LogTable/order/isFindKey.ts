import type { KeyboardEvent } from 'react'

/** Control or Command with F. In the field of the search, it reaches the browser. */
export function isFindKey({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  const isKey = key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !shiftKey && !altKey
  return isKey && !(target as Element).closest('.topic0-log-table-find')
}
