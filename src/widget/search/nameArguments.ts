import type { AbiEvent } from 'viem'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { eventTopic } from '../../logs/filter/eventTopic.ts'
import { formatEvent } from '../../logs/filter/formats/formatEvent.ts'
import { indexedValues } from '../../logs/filter/formats/indexedValues.ts'
import { namedArgs } from '../../logs/filter/formats/namedArgs.ts'
import type { LogQuery } from '../../logs/filter/LogQuery.ts'

interface KnownEvents {
  readonly contracts: readonly KnownContract[]
  /** Events of any contract. */
  readonly events: readonly AbiEvent[]
}

/** The query with the names of its event's arguments, if it gives none and its contracts' ABIs, or else all known events, agree on them. */
export function nameArguments(query: LogQuery, known: KnownEvents): LogQuery {
  const [event, ...more] = query.events ?? []
  if (!event || more.length > 0) return query
  const named = namedEvent(event, eventsOf(query.address, known))
  if (!named) return query
  const args = query.args && namedArgs(named, indexedValues(event, query.args))
  return { ...query, events: [named], ...(args && { args }) }
}

function eventsOf(address: LogQuery['address'], { contracts, events }: KnownEvents): readonly AbiEvent[] {
  const addresses = typeof address === 'string' ? [address] : (address ?? [])
  if (addresses.length === 0) return events
  const keys = new Set(addresses.map((one) => one.toLowerCase()))
  return contracts
    .filter((contract) => keys.has(contract.address.toLowerCase()))
    .flatMap(({ abi = [] }) => abi.filter((item) => item.type === 'event'))
}

/** The only known event with this signature and these indexed arguments, which names all of them. */
function namedEvent(event: AbiEvent, known: readonly AbiEvent[]): AbiEvent | undefined {
  if (event.inputs.length === 0 || event.inputs.some(({ name }) => name)) return undefined
  const shape = shapeOf(event)
  const found = known.filter((one) => one.inputs.every(({ name }) => name) && shapeOf(one) === shape)
  return new Set(found.map(formatEvent)).size === 1 ? found[0] : undefined
}

/** What logs show of an event: not its arguments' names. */
function shapeOf(event: AbiEvent): string {
  const indexed = event.inputs.map((input) => input.indexed === true)
  return JSON.stringify([eventTopic(event), event.anonymous === true, indexed])
}
