import type { LogGroups } from '../../logs/analyse/LogGroup.ts'
import { chainKey, valueOf } from '../../logs/decode/chainValues.ts'
import type { AddressKeys } from '../values/AddressStores.ts'
import type { Lookups } from '../values/useLookups.ts'
import { groupAddress } from './groupChoices.ts'
import type { GroupChoice, SumChoice } from './groupChoices.ts'

/** The addresses of groups that have no given label, and the tokens of sums that have no given unit. */
export function addressesInGroups(
  groups: LogGroups | undefined,
  choice: GroupChoice,
  sum: SumChoice | undefined,
  { givenLabels, givenTokens }: Lookups,
): AddressKeys {
  const labels = new Set<string>()
  const tokens = new Set<string>()
  for (const group of groups?.groups ?? []) {
    const address = groupAddress(group, choice)
    const key = address && chainKey(group.sample, address)
    if (key && valueOf(givenLabels, key) === undefined) labels.add(key)
  }
  if (groups && sum?.isAmount)
    for (const { sumOf } of [...groups.groups, groups.others])
      if (sumOf && !valueOf(givenTokens, sumOf)) tokens.add(sumOf)
  return { labels, tokens }
}
