import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { isParsed, type ParsedLogQuery } from '../../../src/logs/filter/ParsedLogQuery.ts'
import { infiniteLogsQueryOptions, resolvePages } from '../../../src/query/infiniteLogs.ts'
import { logsQueryOptions } from '../../../src/query/logs.ts'
import type { LogsConfig } from '../../../src/query/LogsConfig.ts'
import { resolveParameters } from '../../../src/query/resolveParameters.ts'
import { fakeEvents } from '../SeededChain.ts'
import { show } from './show.ts'
import type { World } from './world.ts'

/** The parameters of a hook that reads logs, drawn. */
export interface DrawnQuery {
  readonly chainId: number
  /** Minimum milliseconds between two polls. */
  readonly pollingInterval: number
  /** A description for failure messages. */
  readonly words: string
  readonly filter: Filter
  readonly order: 'asc' | 'desc'
  /** The most rows; no limit for a query that is read in pages. */
  readonly limit: number
  readonly isPaged: boolean
  /** Whether the range has no end, so that it can be live. */
  readonly isOpen: boolean
  readonly query: ParsedLogQuery
  options(config: LogsConfig): ReturnType<typeof logsQueryOptions>
}

/** Draws the parameters of `useLogs` or `useInfiniteLogs`. */
export function drawHookQuery(world: World, config: LogsConfig): DrawnQuery {
  const { random, node, network } = world
  const head = Number(node.chain.head)
  const isPaged = random() < 0.3
  const isOpen = random() < 0.8
  const order: 'asc' | 'desc' = isPaged || random() < 0.5 ? 'desc' : 'asc'
  const limit = isPaged || random() < 0.6 ? undefined : random.pick([1, 5, 30, 100])
  const fromBlock =
    isOpen && random() < 0.2
      ? (`latest-${random.pick([5, 40, 90])}` as const)
      : BigInt(random() < 0.1 ? head + 1 + random.below(20) : random.below(head))
  const parameters = {
    chainId: network.id,
    address: random() < 0.5 ? undefined : random.pick(node.chain.contracts),
    topics: random.pick([[], [], [fakeEvents[0]], [[fakeEvents[2], fakeEvents[1]]]]),
    fromBlock,
    ...(!isOpen && {
      toBlock: BigInt(typeof fromBlock === 'bigint' ? fromBlock : 0) + BigInt(random.below(60)),
    }),
    ...(isPaged ? { pageSize: random.pick([3, 20, 60]) } : { order, limit }),
  }
  if (parameters.address === undefined) delete parameters.address
  const resolve = isPaged ? resolvePages : resolveParameters
  const { query } = resolve(config, parameters)
  if (!isParsed(query)) throw query
  return {
    chainId: network.id,
    pollingInterval: random.pick([1_000, 4_000, 15_000]),
    words: `${isPaged ? 'pages' : 'logs'} of ${show(parameters)}`,
    filter: query.filter,
    order,
    limit: limit ?? Number.POSITIVE_INFINITY,
    isPaged,
    isOpen,
    query,
    options: (given) =>
      (isPaged ? infiniteLogsQueryOptions : logsQueryOptions)(given, parameters as never) as never,
  }
}
