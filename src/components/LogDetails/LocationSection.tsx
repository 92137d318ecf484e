'use client'
import type { Address as AddressHex } from 'viem'
import { addressMap } from '../../logs/decode/addressMap.ts'
import type { LogRow } from '../../logs/Log.ts'
import { cellTargets } from '../LogTable/cells/cellTargets.ts'
import type { LogFilterAction } from '../LogTable/model/LogFilterAction.ts'
import { useStrings } from '../strings/useStrings.ts'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { Address } from '../values/Address.tsx'
import type { AddressContext } from '../values/AddressLabels.ts'
import { explorerLinks } from '../values/LinkBuilders.ts'
import { Fact } from './Fact.tsx'
import { FilterButton } from './FilterButton.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { PositionFacts } from './PositionFacts.tsx'
import { RequestPrompt } from './RequestPrompt.tsx'
import type { ProxySearchState } from './searchStates.ts'

interface LocationSectionProps extends AddressContext {
  log: LogRow
  timestamp: bigint | undefined
  implementation: string | undefined
  proxySearch: ProxySearchState | undefined
  onFilter: ((action: LogFilterAction) => void) | undefined
  onEditAddress: ((address: AddressHex, field: 'name' | 'abi') => void) | undefined
}

/** A log's contract, block and transaction. */
export function LocationSection(props: LocationSectionProps) {
  const { log, timestamp, implementation, proxySearch, labels, explorerUrl, links, onFilter, onEditAddress } =
    props
  const strings = useStrings(logDetailsStrings)
  const urls = explorerLinks(explorerUrl, links)
  const names = addressMap(labels)
  const [contract] = cellTargets(log, 'contract', strings, names)
  const label = (address: string) => names.get(address.toLowerCase())
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
          <Fact name={strings.proxyOf} title={strings.proxyHelp}>
            <Address
              address={implementation}
              label={label(implementation)}
              href={urls.address(implementation as typeof log.address)}
            />
          </Fact>
        )}
        <PositionFacts {...log} {...{ timestamp, urls }} />
        <Fact name={strings.logIndex} isNumber>
          {log.logIndex}
        </Fact>
      </dl>
    </section>
  )
}
