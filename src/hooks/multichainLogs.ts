import type { AbiEvent } from 'viem'
import { isObject } from '../base/unknownJson.ts'
import type { EventChoice, EventNameOf, EventsOf, MaybeAbi, MaybeFilters } from '../logs/filter/EventLog.ts'
import type { LogQuery } from '../logs/filter/LogQuery.ts'
import type { LogsQueryParameters } from '../query/logs.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import type { AnyLogsParameters } from '../query/readLogParameters.ts'

/** A value for all chains, or one for each by its chain id. */
export type ByChain<value> = value | { readonly [chainId: number]: value }

export type MultichainLogsParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = EventChoice<event, events, strict, abi, eventName, filters> &
  Pick<LogsQueryParameters, 'order' | 'live' | 'pollingInterval'> & {
    /** The chains to read, by chain id. @default all networks of the config */
    chainIds?: readonly number[] | undefined
    /** Contracts whose logs are requested, for all chains or by chain id. **`undefined`: not known yet.** @default all */
    address?: ByChain<LogQuery['address']>
    /** First block, inclusive, for all chains or by chain id. **`undefined`: not known yet.** @default 'earliest' */
    fromBlock?: ByChain<LogQuery['fromBlock']>
    /** Last block, inclusive, for all chains or by chain id. **`undefined`: not known yet.** @default 'latest' */
    toBlock?: ByChain<LogQuery['toBlock']>
    /** At most this many rows of each chain, counted in `order`. @default all */
    limit?: number | undefined
  }

const byChain = ['address', 'fromBlock', 'toBlock'] as const

/** The parameters of each chain, as `useLogs` takes them, so that both share cached results. */
export function splitByChain(
  config: LogsConfig,
  { chainIds, ...rest }: MultichainLogsParameters,
): readonly (AnyLogsParameters & { readonly chainId: number })[] {
  const ids = chainIds ?? config.networks.map(({ id }) => id)
  return [...new Set(ids)].map((chainId) => {
    const parameters: Record<string, unknown> & { readonly chainId: number } = { ...rest, chainId }
    for (const key of byChain) {
      const value = parameters[key]
      // The value of a chain that is not listed is not known yet.
      if (isObject(value)) parameters[key] = value[chainId]
    }
    return parameters
  })
}
