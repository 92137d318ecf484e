'use client'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { tableToolsStrings } from '../model/tableToolsStrings.ts'
import { maxPrintedRows } from '../scroll/rowSizes.ts'

/** The description of the grid's keys, and how many rows are printed. */
export function GridNotes({ helpId, rows }: { helpId: string; rows: number }) {
  const strings = useStrings(tableToolsStrings)
  const number = (count: number) => formatNumber(count, strings.locale)
  return (
    <>
      {rows > maxPrintedRows && (
        <p className="topic0-print-note" aria-hidden="true">
          {strings.printedRows(number(maxPrintedRows), number(rows))}
        </p>
      )}
      {/* Hidden, because the grid's description includes it. */}
      <p id={helpId} hidden>
        {strings.gridHelp}
      </p>
    </>
  )
}
