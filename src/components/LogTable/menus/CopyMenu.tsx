'use client'
import { useStrings } from '../../strings/useStrings.ts'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuAnchor, MenuItem } from '../../ui/MenuItem.ts'
import { tableToolsStrings } from '../model/tableToolsStrings.ts'

interface CopyMenuProps {
  /** Headers of the columns that have no text. */
  leftOut: readonly string[]
  anchor: MenuAnchor
  onCopy: (format: 'text' | 'json' | 'csv') => void
  onClose: () => void
}

/** The menu of formats in which the selected logs can be copied. */
export function CopyMenu({ leftOut, anchor, onCopy, onClose }: CopyMenuProps) {
  const strings = useStrings(tableToolsStrings)
  const items: readonly MenuItem[] = [
    { kind: 'action', label: strings.copyAsText, onChoose: () => onCopy('text') },
    { kind: 'action', label: strings.copyAsJson, onChoose: () => onCopy('json') },
    { kind: 'action', label: strings.copyAsCsv, onChoose: () => onCopy('csv') },
    ...(leftOut.length > 0
      ? [{ kind: 'heading', key: 'left-out', label: strings.copyWithout(leftOut.join(', ')) } as const]
      : []),
  ]
  return <Menu label={strings.copyRows} {...{ anchor, items, onClose }} />
}
