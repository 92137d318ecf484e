'use client'
import type { JSX, ReactNode } from 'react'
import type { LogRow } from '../../logs/Log.ts'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { LogTableContext } from './LogTableContext.ts'
import type { LogTableProps } from './model/LogTableProps.ts'
import { restProps } from './model/restProps.ts'
import { withResult } from './model/withResult.ts'
import { isFindKey } from './order/isFindKey.ts'
import { useLogTableState } from './useLogTableState.ts'

export interface LogTableRootProps<row extends LogRow = LogRow> extends Omit<
  LogTableProps<row>,
  'note' | 'codeCheck'
> {
  /** The parts of the table, and anything of your own: `useLogTable` has its state. */
  children?: ReactNode
}

/**
 * Holds the state of a table, for the parts inside it. A flex column: give it a height, and the grid takes what is left.
 * It takes the props of `LogTable`, except for `note` and `codeCheck`, which belong to parts.
 *
 * @example
 * <LogTable.Root result={logs}>
 *   <LogTable.Notices />
 *   <LogTable.Grid />
 *   <LogTable.Placeholder />
 * </LogTable.Root>
 */
export const LogTableRoot = /* @__PURE__ */ withRef(function LogTableRoot({
  children,
  ...props
}: LogTableRootProps): JSX.Element {
  const table = useLogTableState(withResult(props))
  return (
    // The handlers only take over a shortcut, and track focus so that the grid takes it when a focused element is removed.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      {...restProps(props)}
      className={classNames('topic0', 'topic0-log-table', props.className)}
      data-state={table.state}
      onFocus={(event) => {
        props.onFocus?.(event)
        table.noteFocus(true)
      }}
      onBlur={(event) => {
        props.onBlur?.(event)
        table.noteFocus(false)
      }}
      onKeyDown={(event) => {
        props.onKeyDown?.(event)
        // The browser's own search stands in if the table's is left out or could not be loaded.
        if (!isFindKey(event) || event.defaultPrevented || table.toolsError || !table.hasFindPart()) return
        event.preventDefault()
        table.find.open()
      }}
    >
      <LogTableContext.Provider value={table}>{children}</LogTableContext.Provider>
    </div>
  )
}) as <row extends LogRow = LogRow>(props: LogTableRootProps<row>) => JSX.Element
