'use client'
import { memo } from 'react'
import type { ReactNode } from 'react'
import type { LogRow } from '../../logs/Log.ts'
import { Address } from '../Address.tsx'
import { formatNumber } from '../formatNumber.ts'
import { Hash } from '../Hash.tsx'
import type { LinkBuilders } from '../LinkBuilders.ts'
import { Timestamp } from '../Timestamp.tsx'
import { useStrings } from '../useStrings.ts'
import type { Column } from './columns.ts'
import { EventCell } from './EventCell.tsx'

interface LogTableRowProps {
  log: LogRow
  index: number
  y: number
  height: number
  columns: readonly Column[]
  labels: ReadonlyMap<string, string>
  links: Required<LinkBuilders>
  selected: boolean
  /** Shows copy buttons: only where one points or has focus, for every row of a fling pays for its buttons. */
  copyable: boolean
  /** The column that Tab comes to, when it is in this row. */
  activeColumn: number | undefined
}

/** One log in the table. Drawn anew only when something of its own changed: scrolling passes hundreds of them. */
export const LogTableRow = /* @__PURE__ */ memo(function LogTableRow(props: LogTableRowProps) {
  const { log, index, y, height, columns, labels, links, selected, copyable, activeColumn } = props
  const cells = useCells(log, labels, links, copyable)
  return (
    <div
      role="row"
      className="topic0-log-table-row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
      data-state={log.removed ? 'removed' : selected ? 'selected' : 'default'}
      style={{ height, transform: `translateY(${y}px)` }}
    >
      {columns.map((column, at) => (
        <div
          key={column}
          role="gridcell"
          className="topic0-log-table-cell"
          aria-colindex={at + 1}
          data-column={column}
          tabIndex={activeColumn === at ? 0 : -1}
        >
          {cells[column]}
        </div>
      ))}
    </div>
  )
})

function useCells(
  log: LogRow,
  labels: ReadonlyMap<string, string>,
  links: Required<LinkBuilders>,
  copyable: boolean,
): Record<Column, ReactNode> {
  const strings = useStrings()
  const block = formatNumber(log.blockNumber, strings.locale)
  const blockUrl = links.block(log.blockNumber)
  return {
    block: (
      <>
        {blockUrl === undefined ? (
          <span className="topic0-number">{block}</span>
        ) : (
          <a
            className="topic0-number topic0-link"
            href={blockUrl}
            target="_blank"
            rel="noopener noreferrer"
            tabIndex={-1}
          >
            {block}
          </a>
        )}
      </>
    ),
    time: log.blockTimestamp === undefined ? null : <Timestamp seconds={log.blockTimestamp} />,
    contract: (
      <Address
        address={log.address}
        label={labels.get(log.address.toLowerCase())}
        href={links.address(log.address)}
        copyable={copyable}
        tabbable={false}
      />
    ),
    event: (
      <>
        {log.removed && (
          <span className="topic0-badge" data-kind="danger" title={strings.removedHelp}>
            {strings.removed}
          </span>
        )}
        <EventCell log={log} labels={labels} />
      </>
    ),
    transaction: (
      <Hash
        hash={log.transactionHash}
        href={links.transaction(log.transactionHash)}
        copyable={copyable}
        tabbable={false}
      />
    ),
    logIndex: <span className="topic0-number">{log.logIndex}</span>,
  }
}
