import type { KeyboardEvent } from 'react'

/** Whether Control or Command with F opens the table's search. In its field, the keys open the browser's. */
export function isFindKey({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  const isKey = key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !shiftKey && !altKey
  return isKey && !(target as Element).closest('.topic0-log-table-find')
}
