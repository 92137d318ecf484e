import type { AbiEvent } from 'viem'
import { eventsIn } from '../../logs/filter/LogQuery.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { ContractAbi } from './explorerContracts.ts'

/** The distinct events to decode with: those of the query, then those of ABIs. */
export function decodingEvents(
  query: LogSearch | undefined,
  abis: readonly ContractAbi[],
): readonly AbiEvent[] {
  const given = abis.flatMap(({ abi = [] }) => abi.filter((item) => item.type === 'event'))
  const events = [...(query ? eventsIn(query) : []), ...given]
  // Builds repeat the events of base contracts.
  return [...new Map(events.map((event) => [JSON.stringify(event), event])).values()]
}
