import {
  addToTotal,
  type LogGroup,
  type LogGroups,
  type LogGroupBy,
  type GroupLogsOptions,
} from '../../logs/analyze/LogGroup.ts'
import { chainKey } from '../../logs/decode/addressMap.ts'
import { isAmount } from '../../logs/decode/TokenUnit.ts'
import { eventTopicOf } from '../../logs/filter/eventTopic.ts'
import type { DecodedArg } from '../../logs/Log.ts'
import type { LogFilterAction } from '../LogTable/model/LogFilterAction.ts'
import type { AddressCollector } from '../values/AddressCollector.ts'
import { isIdentifier } from '../values/amounts.ts'
import { argName } from '../values/ArgName.tsx'
import { visibleText } from '../values/visibleText.ts'
import type { LogGroupsStrings } from './logGroupsStrings.ts'

/** A field to group logs by. */
export interface GroupChoice {
  readonly id: string
  /** Safe to show: invisible characters are escaped. */
  readonly name: string
  readonly by: LogGroupBy
  /** The index and name, if it is an argument. */
  readonly position?: number
  readonly argument?: string
}

/** A number to sum. */
export interface SumChoice {
  readonly id: string
  /** Safe to show: invisible characters are escaped. */
  readonly name: string
  readonly sum: NonNullable<GroupLogsOptions['sum']>
  /** Whether it is probably an amount of the emitting token. */
  readonly isAmount: boolean
}

export interface GroupChoices {
  readonly by: readonly GroupChoice[]
  readonly sums: readonly SumChoice[]
}

// Value types: lists and structs are not offered.
const single = /^(u?int\d*|address|bool|bytes\d*|string)$/

/** The fields that logs of these events can be grouped by, and the numbers that can be summed. */
export function groupChoices(events: readonly LogGroup[], strings: LogGroupsStrings): GroupChoices {
  const by: GroupChoice[] = [
    { id: 'contract', name: strings.contract, by: { field: 'address' } },
    { id: 'event', name: strings.event, by: { field: 'event' } },
  ]
  const sums: SumChoice[] = []
  const topicsOffered = new Set<string>()
  for (const { key, sample } of events) {
    const topic0 = eventTopicOf(sample)
    if (topic0 === undefined) continue
    const topicCount = sample.topics.length
    let topics = 0
    for (const [position, arg] of (sample.decoded?.args ?? []).entries()) {
      if (arg.indexed) topics++
      if (!single.test(arg.type) && !arg.hashed) continue
      const name = `${visibleText(sample.decoded?.name ?? '')}: ${argName(arg.name, position, strings)}`
      const id = `${key}:${position}`
      const argument = { topic0, position, topicCount }
      if (isNumber(arg)) sums.push({ id, name, sum: argument, isAmount: isAmount(sample.decoded!, position) })
      const isTopic = arg.indexed && topics < topicCount
      // Events that differ only in the number of indexed arguments share a first topic.
      const topic = `${topic0} ${topics} ${arg.name}`
      if (isTopic && topicsOffered.has(topic)) continue
      if (isTopic) topicsOffered.add(topic)
      by.push({
        id,
        name,
        by: isTopic ? { field: 'topic', position: topics, topic0 } : { field: 'arg', ...argument },
        position,
        argument: arg.name,
      })
    }
  }
  return { by, sums }
}

/** Whether a sum makes sense: not for ids. */
function isNumber({ name, type, hashed }: DecodedArg): boolean {
  return !hashed && /^u?int\d*$/.test(type) && !isIdentifier({ name })
}

/** The first groups, with the others counted together. */
export function cutGroups(groups: LogGroups, count: number): LogGroups {
  const rest = groups.groups.slice(count)
  if (rest.length === 0) return groups
  const others = { ...groups.others }
  for (const group of rest) addToTotal(others, group)
  return { ...groups, groups: groups.groups.slice(0, count), others }
}

/** The chain id of a group of one network; `undefined` if it may have logs of several, or its logs have none. */
export function groupChainId({ sample }: LogGroup, { by }: GroupChoice): number | undefined {
  return by.field === 'address' && 'chainId' in sample ? Number(sample.chainId) : undefined
}

/** The address that the group shares, if it shares one. */
export function groupAddress(group: LogGroup, choice: GroupChoice): string | undefined {
  if (choice.by.field === 'address') return group.sample.address
  const arg = groupArgument(group, choice)
  return arg?.type === 'address' && typeof arg.value === 'string' ? arg.value : undefined
}

/** Adds the addresses of groups, and the tokens whose amounts are summed. */
export function addGroupAddresses(
  addresses: AddressCollector,
  { groups, others }: LogGroups,
  choice: GroupChoice,
  sum: SumChoice | undefined,
): void {
  for (const group of groups) {
    const address = groupAddress(group, choice)
    if (address) addresses.addAddress(chainKey(group.sample, address))
  }
  if (!sum?.isAmount) return
  for (const { sumOf } of [...groups, others]) if (sumOf) addresses.addToken(sumOf)
}

/** The value that the group shares, as filters compare it. */
export function groupText({ key, sample }: LogGroup, { by }: GroupChoice): string {
  return by.field === 'address' ? sample.address.toLowerCase() : key
}

/** The argument that the group shares; `undefined` for contracts and events. */
export function groupArgument({ sample }: LogGroup, { position }: GroupChoice): DecodedArg | undefined {
  return position === undefined ? undefined : sample.decoded?.args[position]
}

/** Whether filters can select the group. Logs of anonymous events have no event topic to filter by. */
export function isFilterable({ sample }: LogGroup, { by }: GroupChoice): boolean {
  return by.field !== 'event' || eventTopicOf(sample) !== undefined
}

/** The field that a filter by a group's value compares. */
export function groupTarget({ by, argument = '' }: GroupChoice): LogFilterAction['target'] {
  if (by.field === 'address') return { field: 'address' }
  if (by.field === 'arg') return { field: 'arg', topic0: by.topic0, position: by.position, name: argument }
  const position = by.field === 'event' ? 0 : by.position
  return { field: 'topic', position, ...(argument && { name: argument }) }
}
