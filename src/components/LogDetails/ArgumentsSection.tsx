'use client'
import { useMemo, type ReactNode } from 'react'
import type { Abi, Address } from 'viem'
import { identicalReadings } from '../../logs/decode/identicalReadings.ts'
import { isAmount, type TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { DecodedEvent, LogRow } from '../../logs/Log.ts'
import { cellTargets } from '../LogTable/cells/cellTargets.ts'
import type { LogFilterAction } from '../LogTable/model/LogFilterAction.ts'
import { Notice } from '../status/Notice.tsx'
import { useStrings } from '../strings/useStrings.ts'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import type { AddressContext } from '../values/AddressLabels.ts'
import { ArgName } from '../values/ArgName.tsx'
import { ChainText } from '../values/ChainText.tsx'
import { FilterButton } from './FilterButton.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { readingText } from './readings.ts'
import { RequestPrompt } from './RequestPrompt.tsx'
import type { TokenSearchState } from './searchStates.ts'
import { UnitValue } from './UnitValue.tsx'

interface ArgumentsSectionProps extends AddressContext {
  log: LogRow
  decoded: LogRow['decoded']
  /** The readings to choose from. */
  readings: readonly DecodedEvent[]
  /** The ABI known for the contract. */
  abi: Abi | undefined
  token: TokenUnit | undefined
  tokenSearch: TokenSearchState | undefined
  onFilter: ((action: LogFilterAction) => void) | undefined
  onEditAddress: ((address: Address, field: 'name' | 'abi') => void) | undefined
  /** Shown if no event fits. */
  children?: ReactNode
}

const noLabels: ReadonlyMap<string, string> = new Map()

/** The decoded arguments of an event, or why there are none. */
export function ArgumentsSection(props: ArgumentsSectionProps) {
  const { log, decoded, readings, abi, tokenSearch, onFilter, onEditAddress, children, ...context } = props
  const strings = useStrings(logDetailsStrings)
  if (!decoded) return <NotDecoded {...{ log, abi, children }} />
  const args = decoded.args.map((arg, position) => ({ arg, position }))
  const read = { ...log, decoded }
  const targets = cellTargets(read, 'event', strings, noLabels)
  return (
    <section>
      <h3>{strings.arguments}</h3>
      {decoded.source === 'looked-up' && <p className="topic0-muted">{strings.lookedUpHelp}</p>}
      {args.length === 0 ? (
        <p className="topic0-muted">{strings.noArguments}</p>
      ) : (
        <table className="topic0-arguments" aria-label={strings.arguments}>
          <thead>
            <tr>
              <th scope="col">{strings.name}</th>
              <th scope="col">{strings.type}</th>
              <th scope="col">{strings.value}</th>
            </tr>
          </thead>
          <tbody>
            {args.map(({ arg, position }) => (
              <tr key={`${decoded.signature}:${position}`}>
                <th scope="row">
                  <ArgName name={arg.name} position={position} />
                </th>
                <td>
                  <code>
                    <ChainText text={arg.type} />
                  </code>
                  {arg.indexed && <span className="topic0-badge">{strings.indexed}</span>}
                </td>
                <td>
                  <UnitValue arg={arg} position={position} amount={isAmount(decoded, position)} {...context}>
                    <FilterButton log={read} target={targets[position + 1]} onFilter={onFilter} />
                    {onEditAddress && arg.type === 'address' && typeof arg.value === 'string' && (
                      <IconButton
                        icon={icons.rename}
                        name={strings.nameAddress}
                        onClick={() => onEditAddress(arg.value as Address, 'name')}
                      />
                    )}
                  </UnitValue>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {tokenSearch && !context.token && args.some(({ position }) => isAmount(decoded, position)) && (
        <RequestPrompt
          status={tokenSearch.status}
          error={tokenSearch.error}
          nothing={strings.noToken}
          title={strings.readTokenHelp}
          loading={strings.readingToken}
          onRequest={tokenSearch.onRead}
        >
          {strings.readToken}
        </RequestPrompt>
      )}
      {decoded.unusual && <p className="topic0-muted">{strings.unusualHelp}</p>}
      <IdenticalReadings decoded={decoded} readings={readings} />
    </section>
  )
}

/** Why there are no arguments. */
function NotDecoded({ log, abi, children }: Pick<ArgumentsSectionProps, 'log' | 'abi' | 'children'>) {
  const strings = useStrings(logDetailsStrings)
  return (
    <section>
      <h3>{strings.arguments}</h3>
      <Notice state="info" icon={null}>
        <p>
          <strong>{strings.notDecodedTitle}</strong>
        </p>
        {!log.misfit && (
          <p>
            {abi
              ? strings.abiWithoutEvent(abi.filter(({ type }) => type === 'event').length)
              : strings.notDecodedHelp}
          </p>
        )}
        {children}
      </Notice>
    </section>
  )
}

interface IdenticalReadingsProps {
  decoded: DecodedEvent
  /** The readings to choose from. */
  readings: readonly DecodedEvent[]
}

const maxShown = 3

/** Lists other readings that encode to the same log. */
function IdenticalReadings({ decoded, readings }: IdenticalReadingsProps) {
  const strings = useStrings(logDetailsStrings)
  const others = useMemo(() => {
    const choices = new Set(readings.map(readingText))
    return identicalReadings(decoded)
      .map(readingText)
      .filter((text) => !choices.has(text))
  }, [decoded, readings])
  if (others.length === 0) return null
  return (
    <div className="topic0-identical topic0-muted">
      <p>{strings.identicalReadings}</p>
      <ul>
        {others.slice(0, maxShown).map((text) => (
          <li key={text}>
            <code>
              <ChainText text={text} />
            </code>
          </li>
        ))}
      </ul>
      {others.length > maxShown && <p>{strings.moreReadings(others.length - maxShown)}</p>}
    </div>
  )
}
