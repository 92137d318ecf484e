import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { createClient, custom, parseAbiItem, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidNetworkError } from '../../src/errors/InvalidNetworkError.ts'
import { QueryNotReadyError } from '../../src/errors/InvalidQueryError.ts'
import { useBlockTimestamps } from '../../src/hooks/useBlockTimestamps.ts'
import { useLogFilter } from '../../src/hooks/useLogFilter.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useScanEstimate } from '../../src/hooks/useScanEstimate.ts'
import { follow } from '../../src/logs/follow/follow.ts'
import { estimateScan } from '../../src/logs/scan/estimate/estimateScan.ts'
import { scan } from '../../src/logs/scan/scan.ts'
import { blockNumberQueryOptions, blockTimestampQueryOptions } from '../../src/query/blocks.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { implementationQueryOptions } from '../../src/query/implementation.ts'
import { logsQueryOptions } from '../../src/query/logs.ts'
import type { LogsConfig } from '../../src/query/LogsConfig.ts'
import { scanEstimateQueryOptions } from '../../src/query/scanEstimate.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { xoneTestnet } from '../../src/rpc/networks/xoneTestnet.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const me = `0x${'b0b'.padStart(40, '0')}` as const

describe('parameters that are not known yet', () => {
  const parameters = (account: Address | undefined) =>
    ({ event: transfer, args: { from: account }, fromBlock: 10n }) as const

  test('no hook reads until they are known', async () => {
    const { node, config } = fakeConfig()
    const { result, rerender } = renderHookIn(
      config,
      ({ account }: { account: Address | undefined }) => ({
        logs: useLogs(parameters(account)),
        price: useScanEstimate(parameters(account)),
        filter: useLogFilter(parameters(account)),
      }),
      { initialProps: { account: undefined as Address | undefined } },
    )
    const { logs, price, filter } = result.current
    for (const { data, status, fetchStatus } of [logs, price])
      expect({ data, status, fetchStatus }).toEqual({
        data: undefined,
        status: 'pending',
        fetchStatus: 'idle',
      })
    expect(logs.notReady).toEqual(['args.from'])
    expect(price.notReady).toEqual(['args.from'])
    // There is nothing to retry.
    logs.retry()
    expect(filter).toMatchObject({ status: 'idle', notReady: ['args.from'], error: undefined })
    rerender({ account: me })
    await waitFor(() => expect(result.current.logs.isSuccess).toBe(true))
    await waitFor(() => expect(result.current.price.data).toBeDefined())
    await waitFor(() => expect(result.current.filter.status).toBe('watching'))
    expect(result.current.price.notReady).toBeUndefined()
    expect(result.current.logs.notReady).toBeUndefined()
    expect(result.current.filter.notReady).toBeUndefined()
    // No endpoint got a request before it was known.
    const filters = node.calls.filter(({ method, params: [filter] }) => {
      const { fromBlock, toBlock } = (filter ?? {}) as { fromBlock?: string; toBlock?: string }
      // One block of any logs shows whether an endpoint holds old ones.
      return method === 'eth_newFilter' || (method === 'eth_getLogs' && fromBlock !== toBlock)
    })
    expect(filters.length).toBeGreaterThan(1)
    for (const { params } of filters)
      expect(params[0]).toMatchObject({ topics: [expect.anything(), `0x${me.slice(2).padStart(64, '0')}`] })
  })

  test('have a key of their own, and are not prefetched', async () => {
    const { node, config } = fakeConfig()
    const client = new QueryClient()
    for (const options of [
      logsQueryOptions(config, parameters(undefined)),
      scanEstimateQueryOptions(config, parameters(undefined)),
    ]) {
      expect(options.queryKey.at(-1)).toEqual({ chainId: 3721, notReady: ['args.from'] })
      await client.prefetchQuery(options as ReturnType<typeof logsQueryOptions>)
    }
    expect(node.calls).toEqual([])
  })

  test('make core throw', async () => {
    const { node, config } = fakeConfig()
    const client = config.getClient()
    const query = { events: [transfer], args: { from: undefined } }
    await expect(scan(client, query).next()).rejects.toBeInstanceOf(QueryNotReadyError)
    await expect(follow(client, query).next()).rejects.toBeInstanceOf(QueryNotReadyError)
    await expect(estimateScan(client, query)).rejects.toBeInstanceOf(QueryNotReadyError)
    expect(node.calls).toEqual([])
  })
})

describe('a network that is not in the config', () => {
  const other = () =>
    createLogsConfig({
      clients: [
        createClient({
          chain: xoneTestnet,
          transport: custom({ request: () => Promise.reject(new Error('asked')) }),
        }),
      ],
    })
  const chainId = xone.id
  const blockHash = `0x${'11'.repeat(32)}` as const
  const fetchers: Record<string, (client: QueryClient, config: LogsConfig) => Promise<unknown>> = {
    logs: (client, config) => client.fetchQuery(logsQueryOptions(config, { chainId, fromBlock: 290n })),
    'logs that are not known yet': (client, config) =>
      client.fetchQuery(logsQueryOptions(config, { chainId, fromBlock: undefined })),
    'the newest block': (client, config) => client.fetchQuery(blockNumberQueryOptions(config, { chainId })),
    'the time of a block': (client, config) =>
      client.fetchQuery(blockTimestampQueryOptions(config, { chainId, blockHash })),
    'an implementation': (client, config) =>
      client.fetchQuery(implementationQueryOptions(config, { chainId, address: me })),
    'an estimate': (client, config) =>
      client.fetchQuery(scanEstimateQueryOptions(config, { chainId, fromBlock: 290n })),
  }

  test.each(Object.keys(fetchers))('is an error for %s', async (name) => {
    const client = new QueryClient()
    await expect(fetchers[name]!(client, other())).rejects.toBeInstanceOf(InvalidNetworkError)
  })

  test('is an error also where the config of another provider has read it', async () => {
    const { config } = fakeConfig()
    const queryClient = new QueryClient()
    await queryClient.fetchQuery({ ...logsQueryOptions(config, { chainId, fromBlock: 290n }) })
    const { result } = renderHookIn(other(), () => useLogs({ chainId, fromBlock: 290n }), { queryClient })
    await waitFor(() => expect(result.current.error).toBeInstanceOf(InvalidNetworkError))
    expect(result.current.data).toBeUndefined()
    const { result: price } = renderHookIn(other(), () => useScanEstimate({ chainId, fromBlock: 290n }), {
      queryClient,
    })
    await waitFor(() => expect(price.current.error).toBeInstanceOf(InvalidNetworkError))
    const { result: filter } = renderHookIn(other(), () => useLogFilter({ chainId }), { queryClient })
    expect(filter.current.error).toBeInstanceOf(InvalidNetworkError)
    const { result: times } = renderHookIn(
      other(),
      () => useBlockTimestamps({ chainId, blocks: [blockHash] }),
      { queryClient },
    )
    await waitFor(() => expect(times.current.error).toBeInstanceOf(InvalidNetworkError))
  })
})
