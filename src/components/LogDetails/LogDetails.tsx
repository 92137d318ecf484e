'use client'
import { useId } from 'react'
import type { ComponentProps } from 'react'
import type { LogRow } from '../../logs/Log.ts'
import { Address } from '../Address.tsx'
import type { AddressLabels } from '../AddressLabels.ts'
import { classNames } from '../classNames.ts'
import { CopyButton } from '../CopyButton.tsx'
import { explorerLinks } from '../explorerLinks.ts'
import { formatNumber } from '../formatNumber.ts'
import { Hash } from '../Hash.tsx'
import { Icon } from '../Icon.tsx'
import { labelMap } from '../labelMap.ts'
import type { LinkBuilders } from '../LinkBuilders.ts'
import { Timestamp } from '../Timestamp.tsx'
import { useStrings } from '../useStrings.ts'
import { ChainText } from '../ChainText.tsx'
import { ArgumentsSection } from './ArgumentsSection.tsx'
import { logToJson } from './logToJson.ts'
import { RawLogSection } from './RawLogSection.tsx'

export interface LogDetailsProps extends Omit<ComponentProps<'article'>, 'children'> {
  log: LogRow
  labels?: AddressLabels | undefined
  /** Base of a block explorer's URLs: `https://xonescan.com`. */
  explorerUrl?: string | undefined
  /** Links that differ from the explorer's usual paths. */
  links?: LinkBuilders | undefined
  /** Shows a button that closes the details. */
  onClose?: (() => void) | undefined
}

// Text beyond this is offered to copy, not drawn.
const mostJson = 20_000

/**
 * One log in full: decoded arguments, where it is, raw topics and data, JSON. `data-state` is `decoded`, `raw` or `removed`.
 *
 * @example
 * <LogDetails log={log} explorerUrl="https://xonescan.com" onClose={() => setLog(undefined)} />
 */
export function LogDetails(props: LogDetailsProps) {
  const { log, labels, explorerUrl, links, onClose, className, ...rest } = props
  const strings = useStrings()
  const titleId = useId()
  const { decoded } = log
  const urls = explorerLinks(explorerUrl, links)
  const blockUrl = urls.block(log.blockNumber)
  const block = formatNumber(log.blockNumber, strings.locale)
  const json = logToJson(log)
  return (
    <article
      aria-labelledby={titleId}
      {...rest}
      className={classNames('topic0', 'topic0-log-details', className)}
      data-state={log.removed ? 'removed' : decoded ? 'decoded' : 'raw'}
    >
      <header>
        <div>
          <h2 id={titleId}>
            {decoded ? (
              <ChainText text={decoded.name} />
            ) : log.topics.length === 0 ? (
              strings.anonymousEvent
            ) : (
              strings.unknownEvent
            )}
            {log.removed && (
              <span className="topic0-badge" data-kind="danger" title={strings.removedHelp}>
                {strings.removed}
              </span>
            )}
            {decoded && (
              <span className="topic0-badge">
                {decoded.source === 'given' ? strings.sourceGiven : strings.sourceKnown}
              </span>
            )}
          </h2>
          {decoded && (
            <code className="topic0-signature">
              <ChainText text={decoded.signature} />
            </code>
          )}
        </div>
        {onClose && (
          <button
            type="button"
            className="topic0-icon-button"
            aria-label={strings.close}
            title={strings.close}
            onClick={onClose}
          >
            <Icon name="cross" />
          </button>
        )}
      </header>
      <ArgumentsSection {...{ decoded, labels, explorerUrl, links }} />
      <section>
        <h3>{strings.where}</h3>
        <dl className="topic0-facts">
          <div>
            <dt>{strings.contract}</dt>
            <dd>
              <Address
                address={log.address}
                label={labelMap(labels).get(log.address.toLowerCase())}
                href={urls.address(log.address)}
              />
            </dd>
          </div>
          <div>
            <dt>{strings.block}</dt>
            <dd className="topic0-number">
              {blockUrl === undefined ? (
                block
              ) : (
                <a className="topic0-link" href={blockUrl} target="_blank" rel="noopener noreferrer">
                  {block}
                </a>
              )}
            </dd>
          </div>
          {log.blockTimestamp !== undefined && (
            <div>
              <dt>{strings.time}</dt>
              <dd>
                <Timestamp seconds={log.blockTimestamp} />
              </dd>
            </div>
          )}
          <div>
            <dt>{strings.transaction}</dt>
            <dd>
              <Hash hash={log.transactionHash} href={urls.transaction(log.transactionHash)} />
            </dd>
          </div>
          <div>
            <dt>{strings.blockHash}</dt>
            <dd>
              <Hash hash={log.blockHash} />
            </dd>
          </div>
          <div>
            <dt>{strings.transactionIndex}</dt>
            <dd className="topic0-number">{log.transactionIndex}</dd>
          </div>
          <div>
            <dt>{strings.logIndex}</dt>
            <dd className="topic0-number">{log.logIndex}</dd>
          </div>
        </dl>
      </section>
      <RawLogSection log={log} />
      <section>
        <details>
          <summary>{strings.json}</summary>
          {/* Focusable, so that it can be scrolled by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0} aria-label={strings.json} role="region">
            <VisibleLines text={json.length > mostJson ? `${json.slice(0, mostJson)}…` : json} />
          </pre>
        </details>
        <CopyButton value={json} what={strings.json} showLabel />
      </section>
    </article>
  )
}

/** JSON keeps its own line breaks; what else cannot be seen is escaped within each line. */
function VisibleLines({ text }: { text: string }) {
  const lines = text.split('\n').map((line, position) => ({ line, position }))
  return lines.map(({ line, position }) => (
    <span key={position}>
      <ChainText text={line} />
      {'\n'}
    </span>
  ))
}
