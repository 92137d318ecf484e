'use client'
import type { LogRow } from '../../logs/Log.ts'
import type { LogNeighbours } from '../LogTable/model/LogNeighbours.ts'
import { useStrings } from '../strings/useStrings.ts'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'

interface NeighbourButtonsProps {
  neighbours: LogNeighbours
  onSelect: ((log: LogRow) => void) | undefined
}

/** Buttons for the previous and next log. Not disabled at the ends, to keep focus. */
export function NeighbourButtons({ neighbours, onSelect }: NeighbourButtonsProps) {
  const strings = useStrings(logDetailsStrings)
  return (['previous', 'next'] as const).map((which) => {
    const log = neighbours[which]
    const name = which === 'previous' ? strings.previousLog : strings.nextLog
    return (
      <IconButton
        key={which}
        icon={which === 'previous' ? icons.up : icons.down}
        name={name}
        title={`${name} (Alt+${which === 'previous' ? '↑' : '↓'})`}
        aria-keyshortcuts={which === 'previous' ? 'Alt+ArrowUp' : 'Alt+ArrowDown'}
        aria-disabled={log === undefined}
        onClick={() => log && onSelect?.(log)}
      />
    )
  })
}
