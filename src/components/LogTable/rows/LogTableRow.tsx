'use client'
import { memo } from 'react'
import type { HTMLAttributes, ReactNode } from 'react'
import type { Address } from 'viem'
import { chainValue } from '../../../logs/decode/chainValues.ts'
import { checksumAddress } from '../../../logs/decode/checksumAddress.ts'
import type { TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import * as icons from '../../ui/icons.tsx'
import { HexText } from '../../values/HexText.tsx'
import type { LinkBuilders } from '../../values/LinkBuilders.ts'
import { shortHex } from '../../values/shortHex.ts'
import { Timestamp } from '../../values/Timestamp.tsx'
import type { TimestampProps } from '../../values/Timestamp.tsx'
import { visibleText } from '../../values/visibleText.ts'
import type { CopyHex as CopyHexButton } from '../cells/CopyHex.tsx'
import { EventCell } from '../cells/EventCell.tsx'
import { EventSignature } from '../cells/EventSignature.tsx'
import { formatArg } from '../cells/formatArg.ts'
import { isolateText } from '../cells/isolateText.tsx'
import { OutlineCells } from '../cells/OutlineCells.tsx'
import { addressOf, RenderedCell, renderedAddress, renderedArg } from '../cells/renderedCells.tsx'
import { findArg, isBuiltIn } from '../columns/ColumnSet.ts'
import type { ColumnSet, OwnColumn } from '../columns/ColumnSet.ts'
import type { CellRenderers } from '../model/LogTableProps.ts'
import type { LogTableStrings } from '../model/logTableStrings.ts'
import { logTableStrings } from '../model/logTableStrings.ts'
import type { LogColumnId } from '../model/LogTableView.ts'

interface LogTableRowProps {
  log: LogRow
  index: number
  y: number
  height: number
  columns: readonly LogColumnId[]
  /** The columns that are not built-in. */
  own: ColumnSet['own']
  renderers: CellRenderers | undefined
  /** Whether rows are cards. */
  stacked: boolean
  /** Whether full addresses fit among the arguments. */
  fullAddresses: boolean
  /** The parts that the row above has too; they are drawn lighter. */
  repeats?: string | undefined
  /** Whether it has the text that is searched for. */
  found?: 'current' | 'other' | undefined
  /** Renders an outline only. */
  outline?: boolean
  /** The offset of each pinned column from the start. */
  pins: readonly (string | undefined)[]
  labels: ReadonlyMap<string, string>
  tokens: ReadonlyMap<string, TokenUnit>
  links: Required<LinkBuilders>
  seconds: bigint | undefined
  /** Why timestamps are missing. */
  timesMissing: string | undefined
  timeFormat: TimestampProps['format']
  now: number | undefined
  removed: boolean
  /** Whether it may belong to a replaced chain. */
  stale?: boolean
  /** Whether it is shown elsewhere. */
  open?: boolean
  marked?: boolean
  /** Whether to show buttons: only on hover or focus, because buttons in every row slow down fast scrolling. */
  pointed?: boolean
  /** The copy button of the pointed row, once it is loaded. */
  CopyHex?: typeof CopyHexButton | undefined
  /** The column in the tab order, if it is in this row. */
  activeColumn?: number | undefined
}

type RowAttributes = HTMLAttributes<HTMLDivElement> & {
  'data-index': number
  'data-state': string
  'data-repeats': string | undefined
  'data-found': string | undefined
}

/** A row of the table. Memoized, because scrolling passes hundreds of them. */
export const LogTableRow = /* @__PURE__ */ memo(function LogTableRow(props: LogTableRowProps) {
  const { log, index, y, height, columns, stacked, outline, removed, stale, open, marked = false } = props
  const row: RowAttributes = {
    role: 'row',
    className: 'topic0-log-table-row',
    'aria-rowindex': index + 2,
    'aria-selected': marked,
    'aria-current': open || undefined,
    'data-index': index,
    'data-state': removed ? 'removed' : stale ? 'stale' : open ? 'selected' : 'default',
    'data-repeats': props.repeats,
    'data-found': props.found,
    style: { height, transform: `translateY(${y}px)` },
    children: outline ? <OutlineCells {...{ log, columns, stacked }} /> : <Cells {...props} />,
  }
  const rendered = props.renderers?.renderRow?.({ props: row, log })
  return rendered === undefined ? <div {...row} /> : rendered
})

function Cells(props: LogTableRowProps) {
  const { columns, own, stacked, pins, pointed, activeColumn } = props
  const strings = useStrings(logTableStrings)
  return (
    <>
      <span className="topic0-log-table-mark" data-act="mark" aria-hidden="true" />
      {columns.map((column, at) => (
        <div
          key={column}
          role="gridcell"
          className="topic0-log-table-cell"
          aria-colindex={at + 1}
          data-column={column}
          data-own={own.has(column) || undefined}
          data-align={own.get(column)?.align}
          data-label={stacked && !isBuiltIn(column) ? own.get(column)?.header : undefined}
          data-pinned={pins[at] === undefined ? undefined : true}
          style={pins[at] === undefined ? undefined : { insetInlineStart: pins[at] }}
          tabIndex={activeColumn === at ? 0 : -1}
        >
          {cellContent(props, column, strings)}
          {pointed && (
            <button
              type="button"
              className="topic0-icon-button topic0-cell-menu"
              data-act="menu"
              tabIndex={-1}
              aria-label={strings.cellActions}
              aria-haspopup="menu"
            >
              {icons.more}
            </button>
          )}
        </div>
      ))}
    </>
  )
}

/** The content of a cell. A function rather than a component, because flinging renders thousands of cells. */
function cellContent(props: LogTableRowProps, column: LogColumnId, strings: LogTableStrings): ReactNode {
  const {
    log,
    labels,
    tokens,
    links,
    seconds,
    timesMissing,
    timeFormat,
    now,
    removed,
    CopyHex,
    fullAddresses,
    renderers,
  } = props
  const own = props.own.get(column)
  if (own) return own.render ? <RenderedCell>{own.render(log)}</RenderedCell> : argCell(props, own, strings)
  switch (column) {
    case 'block': {
      const block = formatNumber(log.blockNumber, strings.locale)
      const url = links.block(log.blockNumber)
      if (url === undefined) return <span className="topic0-digits">{block}</span>
      return (
        <a
          className="topic0-link topic0-digits"
          href={url}
          aria-label={`${block} (${strings.opensElsewhere})`}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
        >
          {block}
        </a>
      )
    }
    case 'time':
      return seconds === undefined ? (
        timesMissing && <MissingTime why={timesMissing} />
      ) : (
        <Timestamp seconds={seconds} format={timeFormat} now={now} />
      )
    case 'contract':
      return addressCell(props, log.address, strings)
    case 'event':
      return (
        <>
          {removed && (
            <span className="topic0-badge" data-kind="danger" title={strings.removedHelp}>
              {strings.removed}
            </span>
          )}
          <EventCell
            {...{ log, labels, fullAddresses }}
            context={renderers && { labels, links, renderers }}
            token={chainValue(tokens, log)}
          />
        </>
      )
    case 'transaction':
      return (
        <>
          <HexText
            short
            hex={log.transactionHash}
            href={links.transaction(log.transactionHash)}
            tabbable={false}
          />
          {CopyHex && <CopyHex hex={log.transactionHash} what={strings.hash} />}
        </>
      )
    case 'logIndex':
      return <span className="topic0-digits">{log.logIndex}</span>
    case 'signature':
      return <EventSignature log={log} />
    case 'topics':
      return (
        <span className="topic0-topics">
          {log.topics
            .map((topic, position) => `${position}:${topic}`)
            .map((text) => (
              <HexText short key={text} hex={text.slice(2)} />
            ))}
        </span>
      )
    case 'data':
      return <RawData data={log.data} />
  }
}

function addressCell(props: LogTableRowProps, hex: Address, strings: LogTableStrings): ReactNode {
  const { log, labels, links, renderers, CopyHex, fullAddresses } = props
  const rendered = renderers && renderedAddress(log, hex, { labels, links, renderers })
  if (rendered !== undefined) return rendered
  const address = checksumAddress(hex)
  const label = chainValue(labels, log, hex)
  return (
    <>
      <HexText
        short={!fullAddresses}
        hex={address}
        href={links.address(hex)}
        label={label && visibleText(label)}
        tabbable={false}
      />
      {CopyHex && <CopyHex hex={address} what={strings.address} />}
    </>
  )
}

/** One argument in a column of its own; nothing for events without it. */
function argCell(props: LogTableRowProps, { arg: name }: OwnColumn, strings: LogTableStrings): ReactNode {
  const { log, labels, links, renderers, tokens } = props
  const found = name === undefined ? undefined : findArg(log, name)
  if (!found) return null
  const { arg, position } = found
  const token = chainValue(tokens, log)
  const text = formatArg(log, position, { labels, token, room: argRoom, locale: strings.locale })
  const rendered = renderers && renderedArg(log, arg, { position, text }, { labels, links, renderers })
  if (rendered !== undefined) return rendered
  const address = addressOf(arg)
  if (address) return addressCell(props, address, strings)
  return (
    <span className="topic0-arg-value">
      {isolateText(arg.hashed ? `# ${text}` : text === '' ? '“”' : text)}
    </span>
  )
}

// Maximum characters of an argument in a column of its own.
const argRoom = 80

function MissingTime({ why }: { why: string }) {
  return (
    <span title={why}>
      <span aria-hidden="true">–</span>
      <span className="topic0-visually-hidden">{why}</span>
    </span>
  )
}

// Maximum characters of data on one line, because data may be megabytes long.
const dataRoom = 66

function RawData({ data }: { data: string }) {
  const strings = useStrings(logTableStrings)
  const bytes = (data.length - 2) / 2
  if (bytes === 0) return <span className="topic0-muted">{strings.bytes('0')}</span>
  return (
    <span className="topic0-data" title={strings.bytes(formatNumber(bytes, strings.locale))}>
      {/* Screen readers need not read every digit. */}
      <span className="topic0-visually-hidden">{shortHex(data)}</span>
      <span aria-hidden="true">{data.length > dataRoom ? `${data.slice(0, dataRoom)}…` : data}</span>
    </span>
  )
}
