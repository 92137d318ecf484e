'use client'
import type { JSX } from 'react'
import type { LogRow } from '../../logs/Log.ts'
import { withRef } from '../ui/withRef.ts'
import { LogTableFindButton, LogTableOrderButton, LogTableViewButton } from './LogTableButtons.tsx'
import { LogTableFind } from './LogTableFind.tsx'
import { LogTableGrid } from './LogTableGrid.tsx'
import { LogTableNotices } from './LogTableNotices.tsx'
import { LogTablePlaceholder } from './LogTablePlaceholder.tsx'
import { LogTableRoot } from './LogTableRoot.tsx'
import { LogTableSummary } from './LogTableSummary.tsx'
import { LogTableToolbar, LogTableTools } from './LogTableToolbar.tsx'
import type { LogTableProps } from './model/LogTableProps.ts'

/**
 * A virtualized grid of logs, for any number of rows. Give it a height, else it uses a default. Prints the first 1,000
 * rows and the total number. `data-state` is `idle`, `loading`, `success`, `error`, or, without rows, `empty` (there
 * are none), `undecodable` (none fits its event), `awaiting` (their blocks do not exist, or are not final, yet), `offline` or
 * `incomplete` (not known).
 *
 * @example
 * <LogTable result={logs} onSelect={setLog} />
 */
export const LogTable = /* @__PURE__ */ Object.assign(
  /* @__PURE__ */ withRef(function LogTable({ note, codeCheck, ...root }: LogTableProps) {
    return (
      <LogTableRoot {...root}>
        <LogTableToolbar>
          <LogTableTools note={note} />
        </LogTableToolbar>
        <LogTableFind />
        <LogTableNotices />
        <LogTableGrid />
        <LogTablePlaceholder codeCheck={codeCheck} />
      </LogTableRoot>
    )
  }) as <row extends LogRow = LogRow>(props: LogTableProps<row>) => JSX.Element,
  {
    Root: LogTableRoot,
    Toolbar: LogTableToolbar,
    Summary: LogTableSummary,
    FindButton: LogTableFindButton,
    OrderButton: LogTableOrderButton,
    ViewButton: LogTableViewButton,
    Find: LogTableFind,
    Notices: LogTableNotices,
    Grid: LogTableGrid,
    Placeholder: LogTablePlaceholder,
  },
)
