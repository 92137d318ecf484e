import type { AbiEvent, Hash, Hex } from 'viem'
import type { LogQuery } from '../LogQuery.ts'
import type { LogSearch } from '../LogSearch.ts'
import type { RangeEnd } from '../ParsedLogQuery.ts'
import { blocksBeforeLatest } from '../relativeBlock.ts'
import { formatEvent } from './formatEvent.ts'
import { indexedValues } from './indexedValues.ts'
import { parseOneFilter, writtenArgs } from './parseLogSearch.ts'

export interface CastCommandOptions {
  /** The endpoint, written into the command in plain text. @default none: cast uses `ETH_RPC_URL` */
  readonly rpcUrl?: string | undefined
}

// Users would not paste more lines.
const maxLines = 16

/**
 * A query as commands for Foundry's `cast logs`. cast takes one value per topic, so each combination of alternatives
 * becomes a line; `undefined` for more than 16 lines. cast has no order, limit or minimum number of topics.
 *
 * @throws {@link InvalidQueryError} if the query is invalid.
 *
 * @example
 * toCastCommand({ address: token, events: [transfer], fromBlock: 1_000_000n })
 * // cast logs --from-block 1000000 --to-block latest --address 0x… 'Transfer(address indexed from, …)'
 */
export function toCastCommand(query: LogSearch, { rpcUrl }: CastCommandOptions = {}): string | undefined {
  const parsed = parseOneFilter(query)
  const { filter, range, events } = parsed
  const { args, topics } = writtenArgs(query, parsed)
  const [from, to] =
    'blockHash' in range ? [range.blockHash, range.blockHash] : [range.fromBlock, range.toBlock]
  const node = rpcUrl === undefined ? [] : ['--rpc-url', shellWord(rpcUrl)]
  const block = (end: RangeEnd | Hash) => {
    const before = blocksBeforeLatest(end)
    // cast has no relative blocks: the shell counts back when the line runs, to block 0 at most.
    return before === undefined
      ? `${end}`
      : `"$(n=$(${['cast', 'block-number', ...node].join(' ')}); echo $((n > ${before} ? n - ${before} : 0)))"`
  }
  const options = [
    ...node,
    ...['--from-block', block(from), '--to-block', block(to)],
    ...(filter.address ?? []).flatMap((address) => ['--address', address]),
  ]
  const [event] = events
  const alternatives =
    (event && events.length === 1 && !topics && bySignature(event, args)) || byTopics(filter.topics)
  const count = alternatives.reduce((product, anyOf) => product * anyOf.length, 1)
  if (count > maxLines) return undefined
  const lines = combine(alternatives).map((words) => {
    // A word that begins with a dash would be read as an option.
    const positional = words.some((word) => word.startsWith('-')) ? ['--', ...words] : words
    return ['cast', 'logs', ...options, ...positional.map(shellWord)].join(' ')
  })
  return lines.join('\n')
}

/** The event's signature and values, if cast reads them the same way. */
function bySignature(event: AbiEvent, args: LogQuery['args']): readonly (readonly string[])[] | undefined {
  const text = formatEvent(event)
  if (event.anonymous || text.startsWith('{')) return undefined
  const values = indexedValues(event, args)
  const types = event.inputs.filter((input) => input.indexed).map(({ type }) => type)
  const plain = types.every(
    (type, at) => values[at]!.length === 0 || /^(address|bool|u?int\d*|bytes\d+)$/.test(type),
  )
  if (!plain) return undefined
  const last = values.findLastIndex((anyOf) => anyOf.length > 0)
  return [
    [text.replace(/^event /, '')],
    ...values.slice(0, last + 1).map((anyOf) => (anyOf.length === 0 ? [''] : anyOf.map(String))),
  ]
}

function byTopics(topics: readonly (readonly Hex[] | null)[]): readonly (readonly string[])[] {
  const last = topics.findLastIndex((topic) => topic !== null)
  return topics.slice(0, last + 1).map((topic) => topic ?? [''])
}

function combine(alternatives: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return alternatives.reduce<readonly (readonly string[])[]>(
    (lines, anyOf) => lines.flatMap((line) => anyOf.map((word) => [...line, word])),
    [[]],
  )
}

function shellWord(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
