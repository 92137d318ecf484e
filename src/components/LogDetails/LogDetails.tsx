'use client'
import { useId, useState } from 'react'
import type { ComponentProps, KeyboardEvent } from 'react'
import type { Address } from 'viem'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { DecodedEvent, LogRow } from '../../logs/Log.ts'
import type { LogFilterAction } from '../LogTable/model/LogFilterAction.ts'
import type { LogNeighbours } from '../LogTable/model/LogNeighbours.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { withRef } from '../ui/withRef.ts'
import type { AddressLabels } from '../values/AddressLabels.ts'
import type { AddressResolver } from '../values/AddressStore.ts'
import { ChainText } from '../values/ChainText.tsx'
import type { LinkBuilders } from '../values/LinkBuilders.ts'
import { ArgumentsSection } from './ArgumentsSection.tsx'
import { LocationSection } from './LocationSection.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { logToJson } from './logToJson.ts'
import { LookupSection } from './LookupSection.tsx'
import { MisfitNotice } from './MisfitNotice.tsx'
import { NeighbourButtons } from './NeighbourButtons.tsx'
import { RawLogSection } from './RawLogSection.tsx'
import { ReadingChoice } from './ReadingChoice.tsx'
import { distinctReadings, sourceText } from './readings.ts'
import type {
  EventSearchState,
  ProxySearchState,
  TokenSearchState,
  TransactionLogs,
  TransactionState,
} from './searchStates.ts'
import { TransactionSection } from './TransactionSection.tsx'
import { useDetailsLookups } from './useDetailsLookups.ts'

export interface LogDetailsProps extends Omit<ComponentProps<'article'>, 'children' | 'onSelect'> {
  /** The log to show. */
  log: LogRow
  /** Labels of contracts and accounts. */
  labels?: AddressLabels | undefined
  /** Base of a block explorer's URLs: `https://xonescan.com`. */
  explorerUrl?: string | undefined
  /** Links that differ from the explorer's usual paths. */
  links?: LinkBuilders | undefined
  /** All readings that fit, from a decoder's `candidates`, for the user to choose from. @default the log's own */
  candidates?: readonly DecodedEvent[] | undefined
  /** The unit of the contract's amounts, if it is a token. @default that of `tokens`, `tokensByChain` or `resolveToken` */
  token?: TokenUnit | undefined
  /** Offers to read the unit of the contract's amounts, while `token` is unknown. */
  tokenSearch?: TokenSearchState | undefined
  /** The address of the contract's implementation, if it is a proxy. */
  implementation?: Address | undefined
  /** Offers to check whether the contract is a proxy, while `implementation` is unknown. */
  proxySearch?: ProxySearchState | undefined
  /** The block's timestamp in seconds since the epoch, if the log has none. */
  timestamp?: bigint | undefined
  /** Token units by address (case-insensitive), for the amounts of the log and of its transaction's logs. */
  tokens?: Readonly<Record<string, TokenUnit>> | undefined
  /** Token units that differ between the networks of a result of `useMultichainLogs`, by chain id and address. */
  tokensByChain?: Readonly<Record<number, Readonly<Record<string, TokenUnit>>>> | undefined
  /** Looks up the label of each address shown that has none in `labels`, as in `LogTable`. */
  resolveLabel?: AddressResolver<string> | undefined
  /** Looks up the unit of each token with an amount shown that has none in `tokens` or `tokensByChain`, as in `LogTable`. */
  resolveToken?: AddressResolver<TokenUnit> | undefined
  /** Called to filter by a value, from the buttons next to values. */
  onFilter?: ((action: LogFilterAction) => void) | undefined
  /** Offers the other logs of the transaction. */
  transactionLogs?: TransactionLogs | undefined
  /** The transaction of the log, shown above its logs once `transactionLogs` are read. */
  transaction?: TransactionState | undefined
  /** The logs above and below it in a list, reached by buttons or Alt with arrow keys. */
  neighbours?: LogNeighbours | undefined
  /** Called when another log is chosen: one of the transaction, or a neighbour. */
  onSelect?: ((log: LogRow) => void) | undefined
  /** Called to name an address, or to give the contract's ABI, from the buttons next to them. */
  onEditAddress?: ((address: Address, field: 'name' | 'abi') => void) | undefined
  /** Offers to look up the event if no known one fits. */
  lookup?: EventSearchState | undefined
  /** Shows a button that closes the details. */
  onClose?: (() => void) | undefined
}

const none: readonly DecodedEvent[] = []

// Longer text can be copied, but is not rendered.
const maxJson = 20_000

/**
 * All details of a log: decoded arguments, location, raw topics and data, JSON. `data-state` is `decoded`, `raw` or `removed`.
 *
 * @example
 * <LogDetails log={log} explorerUrl="https://xonescan.com" onClose={() => setLog(undefined)} />
 */
export const LogDetails = /* @__PURE__ */ withRef(function LogDetails(props: LogDetailsProps) {
  const {
    log,
    labels: _labels,
    explorerUrl,
    links,
    candidates = none,
    token: givenToken,
    tokenSearch,
    tokens: _tokens,
    tokensByChain: _tokensByChain,
    resolveLabel: _resolveLabel,
    resolveToken: _resolveToken,
    onFilter,
    implementation,
    proxySearch,
    timestamp = log.blockTimestamp,
    transactionLogs,
    transaction,
    neighbours,
    onSelect,
    lookup,
    onEditAddress,
    onClose,
    className,
    ...rest
  } = props
  const strings = useStrings(logDetailsStrings)
  const titleId = useId()
  const { misfit } = log
  const fitting = distinctReadings(log.decoded, candidates)
  const readings = misfit ? distinctReadings(undefined, [...fitting, ...misfit.splits]) : fitting
  // Reset for each log. A guessed reading is shown only if chosen.
  const [choice, setChoice] = useState<{ log: LogRow; reading: number }>()
  const chosen =
    choice?.log === log ? Math.min(choice.reading, readings.length - 1) : fitting.length > 0 ? 0 : -1
  const decoded = readings[chosen]
  const { labels, tokens } = useDetailsLookups(props, decoded)
  const token = givenToken ?? tokens[log.address.toLowerCase()]
  const json = logToJson({
    ...log,
    ...(timestamp !== undefined && { blockTimestamp: timestamp }),
    decoded,
  })
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    rest.onKeyDown?.(event)
    const log =
      event.key === 'ArrowUp'
        ? neighbours?.previous
        : event.key === 'ArrowDown'
          ? neighbours?.next
          : undefined
    // Ignored in selects, which use the same keys.
    if (!log || !event.altKey || event.defaultPrevented || (event.target as Element).matches('select')) return
    event.preventDefault()
    onSelect?.(log)
  }
  return (
    // Its keys do what its buttons do.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      aria-labelledby={log.removed ? `${titleId} ${titleId}removed` : titleId}
      {...rest}
      onKeyDown={onKeyDown}
      className={classNames('topic0', 'topic0-log-details', className)}
      data-state={log.removed ? 'removed' : decoded ? 'decoded' : 'raw'}
    >
      <DetailsHeader {...{ log, decoded, titleId, json, neighbours, onSelect, onClose }} />
      {misfit && <MisfitNotice log={log} misfit={misfit} />}
      {readings.length > (fitting.length === 0 ? 0 : 1) && (
        <ReadingChoice
          readings={readings}
          legend={
            fitting.length === 0 ? strings.misfitSplits(readings.length) : strings.readings(readings.length)
          }
          value={chosen}
          onChange={(reading) => setChoice({ log, reading })}
        />
      )}
      <ArgumentsSection
        {...{ log, decoded, readings, token, tokenSearch }}
        {...{ labels, explorerUrl, links, onFilter, onEditAddress }}
      >
        {onEditAddress && !decoded && (
          <Button onClick={() => onEditAddress(log.address, 'abi')}>{strings.pasteAbi}</Button>
        )}
        {lookup && !decoded && <LookupSection lookup={lookup} />}
      </ArgumentsSection>
      <LocationSection
        {...{ log, timestamp, implementation, proxySearch, labels, explorerUrl, links, onFilter }}
        onEditAddress={onEditAddress}
      />
      <RawLogSection log={log} decoded={decoded} />
      {transactionLogs && (
        <TransactionSection
          {...{ log, transactionLogs, transaction, labels, explorerUrl, links, token, tokens, onSelect }}
        />
      )}
      <section>
        <details>
          <summary>{strings.json}</summary>
          {/* Focusable, so that it can be scrolled by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0} aria-label={strings.json} role="region">
            <VisibleLines text={json.length > maxJson ? `${json.slice(0, maxJson)}…` : json} />
          </pre>
        </details>
      </section>
    </article>
  )
})

interface DetailsHeaderProps extends Pick<LogDetailsProps, 'log' | 'neighbours' | 'onSelect' | 'onClose'> {
  decoded: DecodedEvent | undefined
  titleId: string
  json: string
}

/** The name, state and signature of the event, with buttons for the log as a whole. */
function DetailsHeader(props: DetailsHeaderProps) {
  const { log, decoded, titleId, json, neighbours, onSelect, onClose } = props
  const strings = useStrings(logDetailsStrings)
  const name = decoded?.name ?? log.misfit?.name
  return (
    <header>
      <div className="topic0-log-details-title">
        <h2 id={titleId}>
          {name !== undefined ? (
            <ChainText text={name} />
          ) : log.topics.length === 0 ? (
            strings.anonymousEvent
          ) : (
            strings.unknownEvent
          )}
        </h2>
        {log.removed && (
          <span
            id={`${titleId}removed`}
            className="topic0-badge"
            data-kind="danger"
            title={strings.removedHelp}
          >
            {strings.removed}
          </span>
        )}
        {decoded && <span className="topic0-badge">{sourceText(decoded, strings)}</span>}
        {decoded?.unusual && (
          <span className="topic0-badge" title={strings.unusualHelp}>
            {strings.unusual}
          </span>
        )}
      </div>
      <div className="topic0-log-details-actions">
        {neighbours && <NeighbourButtons {...{ neighbours, onSelect }} />}
        <CopyButton value={json} what={strings.json} showLabel />
        {onClose && <IconButton icon={icons.cross} name={strings.close} onClick={onClose} />}
      </div>
      {decoded && (
        <code className="topic0-signature">
          <ChainText text={decoded.signature} />
        </code>
      )}
    </header>
  )
}

/** Keeps the line breaks of JSON, and escapes other invisible characters. */
function VisibleLines({ text }: { text: string }) {
  const lines = text.split('\n').map((line, position) => ({ line, position }))
  return lines.map(({ line, position }) => (
    <span key={position}>
      <ChainText text={line} />
      {'\n'}
    </span>
  ))
}
