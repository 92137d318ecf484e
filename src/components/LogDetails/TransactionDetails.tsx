'use client'
import { useId, type ComponentProps } from 'react'
import type { LogTransaction } from '../../logs/lookup/LogTransaction.ts'
import { useStrings } from '../strings/useStrings.ts'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { withRef } from '../ui/withRef.ts'
import { ChainText } from '../values/ChainText.tsx'
import { explorerLinks } from '../values/LinkBuilders.ts'
import { CopyTransaction } from './CopyTransaction.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { PositionFacts } from './PositionFacts.tsx'
import { TraceLink } from './TraceLink.tsx'
import { TransactionFacts } from './TransactionFacts.tsx'

export interface TransactionDetailsProps
  extends Omit<ComponentProps<'article'>, 'children'>, ComponentProps<typeof TransactionFacts> {
  transaction: LogTransaction
  /** The network's name, if it is not the one shown. */
  networkName: string | undefined
  /** The block's timestamp in seconds since the epoch. */
  timestamp: bigint | undefined
  onClose: () => void
}

/** A transaction without logs, such as a reverted one. `data-state` is its status. */
export const TransactionDetails = /* @__PURE__ */ withRef(function TransactionDetails(
  props: TransactionDetailsProps,
) {
  const { transaction, call, revert, token, currency, labels, explorerUrl, links, ...others } = props
  const { networkName, timestamp, onClose, ...rest } = others
  const { hash, status, blockNumber, blockHash, transactionIndex } = transaction
  const strings = useStrings(logDetailsStrings)
  const id = useId()
  return (
    <article
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      {...rest}
      className="topic0 topic0-log-details"
      data-state={status}
    >
      <header>
        <div className="topic0-log-details-title">
          <h2 id={`${id}title`}>{strings.transaction}</h2>
          {networkName !== undefined && (
            <span className="topic0-badge">
              <ChainText text={networkName} />
            </span>
          )}
          <TraceLink {...{ hash, explorerUrl, links }} />
        </div>
        <div className="topic0-log-details-actions">
          <CopyTransaction hash={hash} />
          <IconButton icon={icons.cross} name={strings.close} onClick={onClose} />
        </div>
        <p id={`${id}text`} className="topic0-muted">
          {status === 'reverted' ? strings.transactionReverted : strings.transactionWithoutLogs}
        </p>
      </header>
      <section>
        <TransactionFacts {...{ transaction, call, revert, token, currency, labels, explorerUrl, links }} />
      </section>
      <section>
        <h3>{strings.location}</h3>
        <dl className="topic0-facts">
          <PositionFacts
            {...{ blockNumber, blockHash, transactionIndex, timestamp }}
            transactionHash={hash}
            urls={explorerLinks(explorerUrl, links)}
          />
        </dl>
      </section>
    </article>
  )
})
