import type { AbiEvent } from 'viem'
import type { FilterStrings } from './filterStrings.ts'
import { formatEvent } from '../../../logs/filter/formats/formatEvent.ts'
import type { KnownContract } from './KnownContract.ts'
import type { DraftContext } from './FilterDraft.ts'

/** The events of all ABIs and the well-known ones, without duplicates, to parse a draft. */
export function draftContext(
  contracts: readonly KnownContract[],
  knownEvents: readonly AbiEvent[],
  strings: FilterStrings,
): DraftContext {
  const given = contracts.flatMap(({ abi = [] }) =>
    abi.filter((item): item is AbiEvent => item.type === 'event'),
  )
  const events = new Map([...given, ...knownEvents].map((event) => [formatEvent(event), event]))
  return { contracts, events: [...events.values()], strings }
}
