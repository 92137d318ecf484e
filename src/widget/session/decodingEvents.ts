import type { AbiEvent } from 'viem'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { eventsIn } from '../../logs/filter/LogQuery.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'

/** The events to decode with: those of the query, then those of the contracts' ABIs. */
export function decodingEvents(
  query: LogSearch | undefined,
  contracts: readonly KnownContract[],
): readonly AbiEvent[] {
  const given = contracts.flatMap(({ abi = [] }) => abi.filter((item) => item.type === 'event'))
  return [...(query ? eventsIn(query) : []), ...given]
}
