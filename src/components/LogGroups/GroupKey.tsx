'use client'
import type { Hex } from 'viem'
import type { LogGroup } from '../../logs/analyze/LogGroup.ts'
import { chainValue } from '../../logs/decode/addressMap.ts'
import { EventSignature } from '../LogTable/cells/EventSignature.tsx'
import { argText } from '../LogTable/cells/formatCellArg.ts'
import { Address } from '../values/Address.tsx'
import { ChainText } from '../values/ChainText.tsx'
import { HexText } from '../values/HexText.tsx'
import { explorerLinks } from '../values/LinkBuilders.ts'
import { valueToText } from '../values/valueToText.ts'
import { groupAddress, groupArgument, type GroupChoice } from './groupChoices.ts'

interface GroupKeyProps {
  group: LogGroup
  choice: GroupChoice
  labels: ReadonlyMap<string, string>
  explorerUrl: string | undefined
}

// Maximum characters of a value on one line.
const maxCharacters = 80

/** The value that the logs of a group share. */
export function GroupKey({ group, choice, labels, explorerUrl }: GroupKeyProps) {
  const { key, sample } = group
  if (choice.id === 'event') return <EventSignature log={sample} />
  const address = groupAddress(group, choice)
  if (address !== undefined)
    return (
      <Address
        address={address}
        label={chainValue(labels, sample, address)}
        href={explorerLinks(explorerUrl, undefined).address(address as Hex)}
      />
    )
  const arg = groupArgument(group, choice)
  if (!arg) return <HexText short hex={key} />
  const text = valueToText(arg.value, maxCharacters)
  const shown = <ChainText text={argText(arg, text)} />
  return arg.type === 'string' ? shown : <span className="topic0-digits">{shown}</span>
}
