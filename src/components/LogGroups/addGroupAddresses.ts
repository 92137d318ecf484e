import type { LogGroups } from '../../logs/analyse/LogGroup.ts'
import { chainKey } from '../../logs/decode/addressMap.ts'
import type { AddressCollector } from '../values/AddressCollector.ts'
import { groupAddress } from './groupChoices.ts'
import type { GroupChoice, SumChoice } from './groupChoices.ts'

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
