'use client'
import { useId, useState, type ComponentProps, type KeyboardEvent } from 'react'
import type { Abi, Address } from 'viem'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { toLogRecord } from '../../logs/export/toLogRecord.ts'
import type { DecodedEvent, LogRow } from '../../logs/Log.ts'
import { logId } from '../../logs/order.ts'
import type { LogFilterAction } from '../LogTable/model/LogFilterAction.ts'
import type { LogNeighbors } from '../LogTable/model/LogNeighbors.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import type { AddressLabels } from '../values/AddressLabels.ts'
import type { AddressResolver } from '../values/AddressStore.ts'
import type { LinkBuilders } from '../values/LinkBuilders.ts'
import { toVisibleJson } from '../values/toVisibleJson.ts'
import { ArgumentsSection } from './ArgumentsSection.tsx'
import { DetailsHeader } from './DetailsHeader.tsx'
import { JsonSection } from './JsonSection.tsx'
import { LocationSection } from './LocationSection.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { LookupSection } from './LookupSection.tsx'
import { MisfitNotice } from './MisfitNotice.tsx'
import { RawLogSection } from './RawLogSection.tsx'
import { ReadingChoice } from './ReadingChoice.tsx'
import { distinctReadings, readingText } from './readings.ts'
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
  /** Links that differ from the explorer's usual paths, or to traces (`trace`) on an explorer other than Etherscan or Blockscout. */
  links?: LinkBuilders | undefined
  /** All readings that fit, from a decoder's `candidates`, for the user to choose from. @default the log's own */
  candidates?: readonly DecodedEvent[] | undefined
  /** The ABI known for the contract: the details say so if none of its events matches the log. */
  abi?: Abi | undefined
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
  neighbors?: LogNeighbors | undefined
  /** Called when another log is chosen: one of the transaction, or a neighbor. */
  onSelect?: ((log: LogRow) => void) | undefined
  /** Called to name an address, or to give the contract's ABI, from the buttons next to them. */
  onEditAddress?: ((address: Address, field: 'name' | 'abi') => void) | undefined
  /** Offers to look up the event if no known one fits. */
  lookup?: EventSearchState | undefined
  /** Shows a button that closes the details. */
  onClose?: (() => void) | undefined
}

const none: readonly DecodedEvent[] = []

/**
 * All details of a log: decoded arguments, location, raw topics and data, JSON. `data-state` is `decoded`, `raw` or `removed`.
 *
 * @example
 * <LogDetails log={log} explorerUrl="https://xonescan.com" onClose={() => setLog(undefined)} />
 */
export const LogDetails = /* @__PURE__ */ withRef(function LogDetails(props: LogDetailsProps) {
  const {
    log,
    labels: givenLabels,
    explorerUrl,
    links,
    candidates = none,
    abi,
    token: givenToken,
    tokenSearch,
    tokens: givenTokens,
    tokensByChain,
    resolveLabel,
    resolveToken,
    onFilter,
    implementation,
    proxySearch,
    timestamp = log.blockTimestamp,
    transactionLogs,
    transaction,
    neighbors,
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
  const { fitting, readings, chosen, choose } = useReadings(log, candidates)
  const decoded = readings[chosen]
  const { labels, tokens } = useDetailsLookups({
    ...{ log, decoded, implementation, transaction, transactionLogs },
    ...{ labels: givenLabels, tokens: givenTokens, tokensByChain, resolveLabel, resolveToken },
  })
  const kind = decoded ? 'decoded' : 'raw'
  const token = givenToken ?? tokens[log.address.toLowerCase()]
  const json = toVisibleJson(
    toLogRecord({ ...log, ...(timestamp !== undefined && { blockTimestamp: timestamp }), decoded }),
  )
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    rest.onKeyDown?.(event)
    const log = neighborAt(event.key, neighbors)
    // Ignored in selects, which use the same keys.
    if (!log || !event.altKey || event.defaultPrevented || (event.target as Element).matches('select')) return
    event.preventDefault()
    onSelect?.(log)
  }
  return (
    // The handler adds shortcuts for the buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      aria-labelledby={log.removed ? `${titleId} ${titleId}removed` : titleId}
      {...rest}
      onKeyDown={onKeyDown}
      className={classNames('topic0', 'topic0-log-details', className)}
      data-state={log.removed ? 'removed' : kind}
    >
      <DetailsHeader {...{ log, decoded, titleId, json, neighbors, onSelect, onClose }} />
      {misfit && <MisfitNotice log={log} misfit={misfit} />}
      {readings.length > (fitting.length === 0 ? 0 : 1) && (
        <ReadingChoice
          readings={readings}
          legend={
            fitting.length === 0 ? strings.misfitSplits(readings.length) : strings.readings(readings.length)
          }
          value={chosen}
          onChange={choose}
        />
      )}
      <ArgumentsSection
        {...{ log, decoded, readings, abi, token, tokenSearch }}
        {...{ labels, explorerUrl, links, onFilter, onEditAddress }}
      >
        {onEditAddress && !decoded && (
          <Button onClick={() => onEditAddress(log.address, 'abi')}>
            {abi ? strings.replaceAbi : strings.pasteAbi}
          </Button>
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
      <JsonSection json={json} />
    </article>
  )
})

/** The log that a key goes to, with Alt pressed. */
function neighborAt(key: string, neighbors: LogDetailsProps['neighbors']): LogRow | undefined {
  if (key === 'ArrowUp') return neighbors?.previous
  return key === 'ArrowDown' ? neighbors?.next : undefined
}

/** The readings of a log, and which of them is shown: the first that fits, until the user chooses another one for this log. */
function useReadings(log: LogRow, candidates: readonly DecodedEvent[]) {
  const { misfit } = log
  const fitting = distinctReadings(log.decoded, candidates)
  const readings = misfit ? distinctReadings(undefined, [...fitting, ...misfit.splits]) : fitting
  const [choice, setChoice] = useState<{ log: string; reading: string }>()
  const wanted =
    choice?.log === logId(log) ? readings.findIndex((one) => readingText(one) === choice.reading) : -1
  return {
    /** Those that match the log. The others are guesses, shown only if chosen. */
    fitting,
    readings,
    /** The index of the one shown; -1 for none. */
    chosen: wanted < 0 && fitting.length > 0 ? 0 : wanted,
    choose: (at: number) => setChoice({ log: logId(log), reading: readingText(readings[at]!) }),
  }
}
