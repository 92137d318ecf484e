'use client'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { chainValue } from '../../../logs/decode/addressMap.ts'
import { checksumAddress } from '../../../logs/decode/checksumAddress.ts'
import type { TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { HexText } from '../../values/HexText.tsx'
import type { ExplorerLinks } from '../../values/LinkBuilders.ts'
import { shortHex } from '../../values/shortHex.ts'
import { Timestamp, type TimestampProps } from '../../values/Timestamp.tsx'
import { visibleText } from '../../values/visibleText.ts'
import { findArg, type ColumnSet, type OwnColumn } from '../columns/ColumnSet.ts'
import type { CellRenderers } from '../model/LogTableProps.ts'
import { logTableStrings, type LogTableStrings } from '../model/logTableStrings.ts'
import type { LogColumnId } from '../model/LogTableView.ts'
import type { CopyHex as CopyHexButton } from './CopyHex.tsx'
import { EventCell } from './EventCell.tsx'
import { EventSignature } from './EventSignature.tsx'
import { argText, formatCellArg } from './formatCellArg.ts'
import { isolateText } from './isolateText.tsx'
import { addressOf, RenderedCell, renderedAddress, renderedArg } from './renderedCells.tsx'

/** A log, and how its cells show it. */
export interface CellContentProps {
  log: LogRow
  /** The columns that are not built-in. */
  own: ColumnSet['own']
  renderers: CellRenderers
  /** The shown columns. */
  columns: readonly LogColumnId[]
  /** Whether full addresses fit among the arguments; then, hashes are as long as their column is wide. */
  fullAddresses: boolean
  labels: ReadonlyMap<string, string>
  tokens: ReadonlyMap<string, TokenUnit>
  links: ExplorerLinks
  seconds: bigint | undefined
  /** Why timestamps are missing. */
  timesMissing: string | undefined
  timeFormat: TimestampProps['format']
  now: number | undefined
  removed: boolean
  /** The copy button of the pointed row, once it is loaded. */
  CopyHex?: typeof CopyHexButton | undefined
}

/** The content of a cell. A function rather than a component, because flinging renders thousands of cells. */
export function cellContent(
  props: CellContentProps,
  column: LogColumnId,
  strings: LogTableStrings,
): ReactNode {
  const { log, seconds, timesMissing, timeFormat, now } = props
  const own = props.own.get(column)
  if (own) return own.render ? <RenderedCell>{own.render(log)}</RenderedCell> : argCell(props, own, strings)
  switch (column) {
    case 'block':
      return blockCell(props, strings)
    case 'time':
      if (seconds !== undefined) return <Timestamp seconds={seconds} format={timeFormat} now={now} />
      return timesMissing && <MissingTime why={timesMissing} />
    case 'contract':
      return addressCell(props, log.address, strings)
    case 'event':
      return (
        <EventCell
          {...props}
          context={props}
          token={chainValue(props.tokens, log)}
          apart={props.columns.flatMap((id) => props.own.get(id)?.arg ?? [])}
        />
      )
    case 'transaction':
      return transactionCell(props, strings)
    case 'logIndex':
      return <span className="topic0-digits">{log.logIndex}</span>
    case 'signature':
      return <EventSignature log={log} />
    case 'topics':
      return topicsCell(log)
    case 'data':
      return <RawData data={log.data} />
  }
}

function blockCell({ log, links }: CellContentProps, strings: LogTableStrings): ReactNode {
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

function transactionCell(props: CellContentProps, strings: LogTableStrings): ReactNode {
  const { log, links, CopyHex, fullAddresses } = props
  const hash = log.transactionHash
  return (
    <>
      <HexText short={!fullAddresses} hex={hash} href={links.transaction(hash)} tabbable={false} />
      {CopyHex && <CopyHex hex={hash} what={strings.hash} />}
    </>
  )
}

function topicsCell({ topics }: LogRow): ReactNode {
  return (
    <span className="topic0-topics">
      {topics
        .map((topic, position) => ({ topic, key: `${position}:${topic}` }))
        .map(({ topic, key }) => (
          <HexText short key={key} hex={topic} />
        ))}
    </span>
  )
}

function addressCell(props: CellContentProps, hex: Address, strings: LogTableStrings): ReactNode {
  const { log, labels, links, CopyHex, fullAddresses } = props
  const rendered = renderedAddress(log, hex, props)
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
function argCell(props: CellContentProps, { arg: name }: OwnColumn, strings: LogTableStrings): ReactNode {
  const { log, labels, tokens } = props
  const found = name === undefined ? undefined : findArg(log, name)
  if (!found) return null
  const { arg, position } = found
  const token = chainValue(tokens, log)
  const text = formatCellArg(log, position, {
    labels,
    token,
    maxCharacters: maxArgCharacters,
    locale: strings.locale,
    whole: true,
  })
  const rendered = renderedArg(log, arg, { position, text }, props)
  if (rendered !== undefined) return rendered
  const address = addressOf(arg)
  if (address) return addressCell(props, address, strings)
  return <span className="topic0-arg-value">{isolateText(argText(arg, text))}</span>
}

// Maximum characters of an argument in a column of its own.
const maxArgCharacters = 80

function MissingTime({ why }: { why: string }) {
  return (
    <span title={why}>
      <span aria-hidden="true">–</span>
      <span className="topic0-visually-hidden">{why}</span>
    </span>
  )
}

// Maximum characters of data on one line, because data may be megabytes long.
const maxDataCharacters = 66

function RawData({ data }: { data: string }) {
  const strings = useStrings(logTableStrings)
  const bytes = (data.length - 2) / 2
  if (bytes === 0) return <span className="topic0-muted">{strings.bytes('0')}</span>
  return (
    <span className="topic0-data" title={strings.bytes(formatNumber(bytes, strings.locale))}>
      {/* Screen readers need not read every digit. */}
      <span className="topic0-visually-hidden">{shortHex(data)}</span>
      <span aria-hidden="true">
        {data.length > maxDataCharacters ? `${data.slice(0, maxDataCharacters)}…` : data}
      </span>
    </span>
  )
}
