'use client'
import type { ComponentProps } from 'react'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { LogTableFindButton, LogTableOrderButton, LogTableViewButton } from './LogTableButtons.tsx'
import { useLogTableContext } from './LogTableContext.ts'
import { LogTableSummary, type LogTableSummaryProps } from './LogTableSummary.tsx'

/**
 * The line above the columns. Without children it has `LogTable.Summary`, `LogTable.FindButton`, `LogTable.OrderButton` and
 * `LogTable.ViewButton`. `data-state` is `marking` while logs are marked, else `default`.
 *
 * @example
 * <LogTable.Toolbar>
 *   <LogTable.Summary />
 *   <LogTable.ViewButton />
 * </LogTable.Toolbar>
 */
export const LogTableToolbar = /* @__PURE__ */ withRef(function LogTableToolbar({
  children,
  className,
  ...rest
}: ComponentProps<'div'>) {
  const { selection } = useLogTableContext('LogTable.Toolbar')
  return (
    <div
      {...rest}
      className={classNames('topic0-log-table-bar', className)}
      data-state={selection.size > 0 ? 'marking' : 'default'}
    >
      {children ?? <LogTableTools />}
    </div>
  )
})

/** The usual parts of the toolbar. */
export function LogTableTools({ note }: Pick<LogTableSummaryProps, 'note'>) {
  return (
    <>
      <LogTableSummary note={note} />
      <LogTableFindButton />
      <LogTableOrderButton />
      <LogTableViewButton />
    </>
  )
}
