'use client'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { tableToolsStrings } from '../model/tableToolsStrings.ts'
import { maxPrintedRows } from '../scroll/rowSizes.ts'

interface GridNotesProps {
  helpId: string
  rows: number
  /** Number of marked rows. */
  marked: number
}

/** The description of the grid's keys, how many rows are printed, and, for screen readers, how many are marked. */
export function GridNotes({ helpId, rows, marked }: GridNotesProps) {
  const strings = useStrings(tableToolsStrings)
  const number = (count: number) => formatNumber(count, strings.locale)
  return (
    <>
      {rows > maxPrintedRows && (
        <p className="topic0-print-note" aria-hidden="true">
          {strings.printedRows(number(maxPrintedRows), number(rows))}
        </p>
      )}
      {/* Mounted before a row is marked: else the first mark would not be announced. */}
      <output className="topic0-visually-hidden">
        {marked > 0 && strings.selectedCount(number(marked))}
      </output>
      {/* Hidden, because the grid's description includes it. */}
      <p id={helpId} hidden>
        {strings.gridHelp}
      </p>
    </>
  )
}
