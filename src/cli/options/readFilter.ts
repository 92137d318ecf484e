import type { AbiEvent, Address, Hex } from 'viem'
import { filterStrings } from '../../components/FilterBuilder/draft/filterStrings.ts'
import { parseArgText } from '../../components/FilterBuilder/draft/parseArgText.ts'
import { parseEventText } from '../../components/FilterBuilder/draft/parseEventText.ts'
import { wellKnownEvents } from '../../logs/decode/wellKnownEvents.ts'
import { eventTopic } from '../../logs/filter/eventTopic.ts'
import { distinctEvents, type LogFilterInput, type LogQuery } from '../../logs/filter/LogQuery.ts'
import { parseAddress } from '../../logs/filter/parseAddress.ts'
import type { LogsOptions } from './parseLogsOptions.ts'
import { UsageError } from './UsageError.ts'

const strings = {
  locale: 'en',
  ...filterStrings,
  issues: {
    ...filterStrings.issues,
    eventUnknown: (name: string) =>
      `No known event is named ${name}. Write its signature, 'Name(address indexed from, …)', or pass the contract's ABI with --abi.`,
    eventMissing: 'Write a name, a signature or a topic.',
    addressAsEvent: 'This is an address: pass it with --address.',
  },
}

/** What `--abi` names. */
export interface AbiEvents {
  readonly events: readonly AbiEvent[]
  /** The contracts, if each ABI is that of one contract. */
  readonly contracts: readonly Address[]
}

/**
 * The filter of a command line.
 *
 * @throws {@link UsageError}
 */
export function readFilter(
  { address: given, event: texts, arg }: Pick<LogsOptions, 'address' | 'event' | 'arg'>,
  { events: abiEvents, contracts }: AbiEvents,
): LogQuery {
  for (const text of given) {
    const parsed = parseAddress(text)
    if ('problem' in parsed) throw new UsageError(`--address ${text}: ${parsed.problem.message}`)
  }
  const addresses = given.length > 0 ? (given as readonly Address[]) : contracts
  const address = addresses.length > 0 ? { address: addresses } : {}
  const { events, topics } =
    texts.length === 0 ? { events: abiEvents, topics: [] } : readEvents(texts, abiEvents)
  if (topics.length > 0) {
    if (arg.length > 0)
      throw new UsageError(
        '--arg needs to know which arguments are indexed: write --event with “indexed”, or pass --abi.',
      )
    // The events still decode the logs. Anonymous ones have no topic.
    const named = distinctEvents(events.filter(({ anonymous }) => !anonymous))
    const all = [...topics, ...named.map(eventTopic)]
    const byTopic = { ...address, topics: [all], ...(named.length > 0 && { events: named }) }
    const anonymous = distinctEvents(events.filter(({ anonymous }) => anonymous))
    if (anonymous.length === 0) return byTopic
    return { filters: [byTopic, ...anonymous.map((event) => ({ ...address, event }))] }
  }
  if (arg.length === 0) return { ...address, ...(events.length > 0 && { events }) }
  if (events.length === 0)
    throw new UsageError('--arg is a value of an event’s argument: name the event with --event.')
  const filters = distinctEvents(events).map((event): LogFilterInput => ({
    ...address,
    event,
    args: readArgs(event, arg),
  }))
  const [only] = filters
  return filters.length === 1 && only ? only : { filters }
}

interface EventTexts {
  readonly events: readonly AbiEvent[]
  /** Topics of events that cannot be decoded. */
  readonly topics: readonly Hex[]
}

function readEvents(texts: readonly string[], abiEvents: readonly AbiEvent[]): EventTexts {
  const read = texts.map((text) => {
    const own = parseEventText(text, abiEvents, strings.issues)
    // The contract's own ABI takes precedence over well-known events.
    if (!('problem' in own) && own.topics.length === 0) return own
    const known = parseEventText(text, [...abiEvents, ...wellKnownEvents()], strings.issues)
    if ('problem' in known) throw new UsageError(`--event ${text}: ${known.problem}`)
    return known
  })
  return { events: read.flatMap(({ events }) => events), topics: read.flatMap(({ topics }) => topics) }
}

function readArgs(event: AbiEvent, given: LogsOptions['arg']): Readonly<Record<string, unknown>> {
  const args = new Map<string, unknown[]>()
  for (const [name, text] of given) {
    const input = event.inputs.find((one) => one.name === name)
    // Parsing the query reports an unknown name, together with the known ones.
    const parsed = input ? parseArgText(input, text, { strings, contracts: [] }) : { values: [text] }
    if ('problem' in parsed) throw new UsageError(`--arg ${name}: ${parsed.problem}`)
    args.set(name, [...(args.get(name) ?? []), ...parsed.values])
  }
  return Object.fromEntries(args)
}
