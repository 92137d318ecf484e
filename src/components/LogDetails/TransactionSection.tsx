'use client'
import { useLayoutEffect, useRef } from 'react'
import { addressMap } from '../../logs/decode/addressMap.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { LogRow } from '../../logs/Log.ts'
import { logId } from '../../logs/order.ts'
import { EventCell } from '../LogTable/cells/EventCell.tsx'
import { Notice } from '../status/Notice.tsx'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { RequestButton } from '../ui/RequestButton.tsx'
import type { AddressContext } from '../values/AddressLabels.ts'
import { HexText } from '../values/HexText.tsx'
import { CopyTransaction } from './CopyTransaction.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { logsAround } from './logsAround.ts'
import type { TransactionLogs, TransactionState } from './searchStates.ts'
import { TraceLink } from './TraceLink.tsx'
import { TransactionFacts } from './TransactionFacts.tsx'

interface TransactionSectionProps extends AddressContext {
  log: LogRow
  transactionLogs: TransactionLogs
  transaction: TransactionState | undefined
  /** The unit of the log's own contract. */
  token: TokenUnit | undefined
  tokens: Readonly<Record<string, TokenUnit>> | undefined
  onSelect: ((log: LogRow) => void) | undefined
}

/** The transaction and its other logs, read on demand. */
export function TransactionSection(props: TransactionSectionProps) {
  const { log, transactionLogs, transaction, labels, explorerUrl, links, token, tokens, onSelect } = props
  const strings = useStrings(logDetailsStrings)
  const { status, logs = [], error, onRead } = transactionLogs
  const units = addressMap(tokens)
  const own = log.address.toLowerCase()
  const unitOf = (address = '') => (address.toLowerCase() === own ? token : units.get(address.toLowerCase()))
  const shown = logsAround(log, logs)
  const number = (count: number) => formatNumber(count, strings.locale)
  const isUnknown = status === 'success' && transaction?.data === null
  // Of an unknown transaction, no log is known.
  const isRead = status === 'success' && !isUnknown
  const sectionRef = useRef<HTMLElement>(null)
  const wasRequestedRef = useRef(false)
  // Takes focus when the button that had it is replaced by what was read, unless focus has moved on.
  useLayoutEffect(() => {
    const { body, activeElement } = sectionRef.current!.ownerDocument
    if (isRead && wasRequestedRef.current && activeElement === body)
      sectionRef.current!.focus({ preventScroll: true })
  }, [isRead])
  return (
    <section ref={sectionRef} tabIndex={-1} data-state={status}>
      {isRead && transaction?.data && (
        <>
          <h3>
            {strings.transaction}
            <TraceLink hash={transaction.data.hash} {...{ explorerUrl, links }} />
            <CopyTransaction hash={transaction.data.hash} />
          </h3>
          <TransactionFacts
            transaction={transaction.data}
            call={transaction.call}
            currency={transaction.currency}
            token={unitOf(transaction.data.to)}
            {...{ labels, explorerUrl, links }}
          />
        </>
      )}
      <h3>
        {strings.transactionLogs}
        {isRead && (
          <span className="topic0-muted">
            {shown.length < logs.length
              ? strings.firstOf(number(shown.length), number(logs.length))
              : number(logs.length)}
          </span>
        )}
      </h3>
      {status === 'error' && error && <Notice state="failed" error={error} />}
      {isUnknown && <p>{strings.transactionUnknown}</p>}
      {isRead ? (
        <SiblingLogs {...{ log, onSelect, unitOf }} logs={shown} labels={addressMap(labels)} />
      ) : (
        <RequestButton
          status={status}
          loading={strings.loading}
          onRequest={() => {
            wasRequestedRef.current = true
            onRead()
          }}
        >
          {transaction ? strings.readTransaction : strings.readTransactionLogs}
        </RequestButton>
      )}
    </section>
  )
}

interface SiblingLogsProps extends Pick<TransactionSectionProps, 'log' | 'onSelect'> {
  logs: readonly LogRow[]
  labels: ReadonlyMap<string, string>
  unitOf: (address: string) => TokenUnit | undefined
}

/** The logs of a transaction, each a button that selects it. */
function SiblingLogs({ log, logs, labels, unitOf, onSelect }: SiblingLogsProps) {
  return (
    <ol className="topic0-siblings">
      {logs.map((one) => (
        <li key={logId(one)}>
          <button
            type="button"
            aria-current={logId(one) === logId(log) ? 'true' : undefined}
            onClick={() => onSelect?.(one)}
          >
            <span className="topic0-muted topic0-number">#{one.logIndex}</span>
            <HexText short hex={one.address} label={labels.get(one.address.toLowerCase())} />
            <EventCell log={one} labels={labels} token={unitOf(one.address)} />
          </button>
        </li>
      ))}
    </ol>
  )
}
