'use client'
import type { LogColumnId } from '../model/LogTableView.ts'

/** Placeholder rows while loading. */
export function Skeleton({ columns, height }: { columns: readonly LogColumnId[]; height: number }) {
  return (
    <div className="topic0-log-table-skeleton" aria-hidden="true">
      {Array.from({ length: 24 }, (_, index) => (
        <div key={index} className="topic0-log-table-row" style={{ height }}>
          <span className="topic0-log-table-mark" />
          {columns.map((column) => (
            <div key={column} className="topic0-log-table-cell" data-column={column}>
              <span className="topic0-bone" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
