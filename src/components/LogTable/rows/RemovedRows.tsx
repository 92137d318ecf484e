'use client'
import { version, type ComponentProps } from 'react'
import type { LogRow } from '../../../logs/Log.ts'
import { logId } from '../../../logs/order.ts'
import { useFadingRows, type FadingRowsOptions } from '../scroll/FadingRows.ts'
import { headerHeight } from '../scroll/rowSizes.ts'
import { LogTableRow } from './LogTableRow.tsx'

// React 18 does not know `inert` and passes only strings; React 19 treats an empty string as false.
const inert = (Number.parseInt(version, 10) >= 19 ? true : '') as true
// The index of a row that no longer exists.
const nowhere = -2

type RowProps = ComponentProps<typeof LogTableRow>

interface RemovedRowsProps extends FadingRowsOptions {
  /** What all rows share. */
  shared: Omit<RowProps, 'log' | 'index' | 'y' | 'height' | 'links' | 'seconds' | 'removed'>
  linksOf: (log: LogRow) => RowProps['links']
  secondsOf: (log: LogRow) => bigint | undefined
}

/** Visible rows that a reorganization removed, while they fade. */
export function RemovedRows({ shared, linksOf, secondsOf, ...options }: RemovedRowsProps) {
  const fading = useFadingRows(options)
  if (fading.length === 0) return null
  return (
    <div
      className="topic0-log-table-fading"
      aria-hidden="true"
      inert={inert}
      style={{ insetBlockStart: headerHeight }}
    >
      {fading.map(({ log, top }) => (
        <LogTableRow
          key={logId(log)}
          {...{ ...shared, log }}
          links={linksOf(log)}
          index={nowhere}
          y={top}
          height={options.rowHeight}
          seconds={secondsOf(log)}
          removed
        />
      ))}
    </div>
  )
}
