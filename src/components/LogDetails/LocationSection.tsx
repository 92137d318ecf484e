'use client'
import type { Address as AddressHex } from 'viem'
import type { LogRow } from '../../logs/Log.ts'
import { cellTargets } from '../LogTable/cells/cellTargets.ts'
import type { LogFilterAction } from '../LogTable/model/LogFilterAction.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { Address } from '../values/Address.tsx'
import type { AddressLabels } from '../values/AddressLabels.ts'
import { labelMap } from '../values/AddressLabels.ts'
import { Hash } from '../values/Hash.tsx'
import { explorerLinks } from '../values/LinkBuilders.ts'
import type { LinkBuilders } from '../values/LinkBuilders.ts'
import { Timestamp } from '../values/Timestamp.tsx'
import { FilterButton } from './FilterButton.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { RequestPrompt } from './RequestPrompt.tsx'
import type { ProxySearchState } from './searchStates.ts'

interface LocationSectionProps {
  log: LogRow
  timestamp: bigint | undefined
  implementation: string | undefined
  proxySearch: ProxySearchState | undefined
  labels: AddressLabels | undefined
  explorerUrl: string | undefined
  links: LinkBuilders | undefined
  onFilter: ((action: LogFilterAction) => void) | undefined
  onEditAddress: ((address: AddressHex, field: 'name' | 'abi') => void) | undefined
}

/** A log's contract, block and transaction. */
export function LocationSection(props: LocationSectionProps) {
  const { log, timestamp, implementation, proxySearch, labels, explorerUrl, links, onFilter, onEditAddress } =
    props
  const strings = useStrings(logDetailsStrings)
  const urls = explorerLinks(explorerUrl, links)
  const blockUrl = urls.block(log.blockNumber)
  const block = formatNumber(log.blockNumber, strings.locale)
  const [contract] = cellTargets(log, 'contract', strings, labelMap(labels))
  const label = (address: string) => labelMap(labels).get(address.toLowerCase())
  return (
    <section>
      <h3>{strings.location}</h3>
      <dl className="topic0-facts">
        <div>
          <dt>{strings.contract}</dt>
          <dd>
            <Address address={log.address} label={label(log.address)} href={urls.address(log.address)} />
            <FilterButton log={log} target={contract} onFilter={onFilter} />
            {onEditAddress && (
              <IconButton
                icon={icons.rename}
                name={strings.editContract}
                onClick={() => onEditAddress(log.address, 'name')}
              />
            )}
          </dd>
          {proxySearch && implementation === undefined && (
            <dd>
              <RequestPrompt
                status={proxySearch.status}
                error={proxySearch.error}
                nothing={strings.noProxy}
                title={strings.checkProxyHelp}
                loading={strings.checkingProxy}
                onRequest={proxySearch.onCheck}
              >
                {strings.checkProxy}
              </RequestPrompt>
            </dd>
          )}
        </div>
        {implementation !== undefined && (
          <div>
            <dt title={strings.proxyHelp}>{strings.proxyOf}</dt>
            <dd>
              <Address
                address={implementation}
                label={label(implementation)}
                href={urls.address(implementation as typeof log.address)}
              />
            </dd>
          </div>
        )}
        <div>
          <dt>{strings.block}</dt>
          <dd className="topic0-number">
            {blockUrl === undefined ? (
              block
            ) : (
              <a className="topic0-link" href={blockUrl} target="_blank" rel="noopener noreferrer">
                {block} <span className="topic0-visually-hidden">({strings.opensElsewhere})</span>
              </a>
            )}
          </dd>
        </div>
        {timestamp !== undefined && (
          <div>
            <dt>{strings.time}</dt>
            <dd>
              <Timestamp seconds={timestamp} />
            </dd>
          </div>
        )}
        <div>
          <dt>{strings.transaction}</dt>
          <dd>
            <Hash short hash={log.transactionHash} href={urls.transaction(log.transactionHash)} />
          </dd>
        </div>
        <div>
          <dt>{strings.blockHash}</dt>
          <dd>
            <Hash short hash={log.blockHash} />
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
  )
}
