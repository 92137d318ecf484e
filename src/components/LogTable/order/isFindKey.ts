import type { KeyboardEvent } from 'react'

/** Whether Control or Command with F was pressed outside the search field, where it is the browser's. */
export function isFindKey({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  const isKey = key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !shiftKey && !altKey
  return isKey && !(target as Element).closest('.topic0-log-table-find')
}
