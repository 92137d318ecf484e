'use client'
import { readField } from '../../logs/analyze/matchesLocal.ts'
import type { LogRow } from '../../logs/Log.ts'
import { isQueryable, type CellTarget } from '../LogTable/cells/cellTargets.ts'
import type { LogFilterAction } from '../LogTable/model/LogFilterAction.ts'
import { useStrings } from '../strings/useStrings.ts'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'

interface FilterButtonProps {
  log: LogRow
  target: CellTarget | undefined
  onFilter: ((action: LogFilterAction) => void) | undefined
}

/** A button that filters by a value. */
export function FilterButton({ log, target, onFilter }: FilterButtonProps) {
  const strings = useStrings(logDetailsStrings)
  const field = target?.field
  const value = field && readField(log, field)
  if (!onFilter || !target || !field || value === undefined) return null
  return (
    <IconButton
      icon={icons.search}
      name={`${isQueryable(field) ? strings.onlyThis : strings.onlyLoaded}: ${target.name}`}
      onClick={() => onFilter({ mode: 'only', target: field, values: [value], log })}
    />
  )
}
