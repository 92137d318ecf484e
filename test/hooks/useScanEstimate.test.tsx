import { QueryClient, dehydrate, hydrate, onlineManager } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { InvalidQueryError } from '../../src/errors/InvalidQueryError.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useNetworkStatus } from '../../src/hooks/useNetworkStatus.ts'
import { useScanEstimate } from '../../src/hooks/useScanEstimate.ts'
import { scanEstimateQueryOptions } from '../../src/query/scanEstimate.ts'
import { scanEstimateQueryKey } from '../../src/query/scanPlan.ts'
import { getPool } from '../../src/rpc/pool/getPool.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

afterEach(() => onlineManager.setOnline(true))

describe('useScanEstimate', () => {
  test('estimates the reads of useLogs without reading', async () => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => useScanEstimate({ fromBlock: 10n, toBlock: 209n }))
    await waitFor(() => expect(result.current.data).toBeDefined())
    expect(result.current.data).toMatchObject({ blocks: 200n, missingBlocks: 200n, density: 'unknown' })
    expect(node.calls).toEqual([])
  })

  test('changes as endpoints teach and the budget is used', async () => {
    const { node, config } = fakeConfig({ blocks: 4_000, logsPerBlock: 0 })
    node.faults.maxBlockRange = 20
    const { result, rerender } = renderHookIn(
      config,
      ({ reads }: { reads: boolean }) => {
        useLogs({ fromBlock: 0n, toBlock: 99n, query: { enabled: reads } })
        return useScanEstimate({ fromBlock: 0n, toBlock: 3_999n })
      },
      { initialProps: { reads: false } },
    )
    await waitFor(() => expect(result.current.data).toBeDefined())
    const before = result.current.data!
    expect(before.basis.blockRange).toBeUndefined()
    rerender({ reads: true })
    await waitFor(() => expect(result.current.data?.basis.blockRange).toBe(20))
    expect(result.current.data!.requests.low).toBeGreaterThan(before.requests.high)

    const { budget } = getPool(config.getClient())
    expect(result.current.data!.exceedsBudget).toBe(false)
    act(() => budget.spend(999_900))
    await waitFor(() => expect(result.current.data?.exceedsBudget).toBe(true))
  })

  test('refuses invalid input before anything is sent', async () => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => useScanEstimate({ address: '0x12' }))
    await waitFor(() => expect(result.current.error).toBeInstanceOf(InvalidQueryError))
    expect(node.calls).toEqual([])
  })

  test('reports invalid input offline, too', async () => {
    onlineManager.setOnline(false)
    const { config } = fakeConfig()
    const { result } = renderHookIn(config, () => useScanEstimate({ address: '0x12' }))
    await waitFor(() => expect(result.current.error).toBeInstanceOf(InvalidQueryError))
  })

  test('a server can compute it, and the page hydrates it from JSON', async () => {
    const { config, node } = fakeConfig()
    const parameters = { fromBlock: 10n } as const
    const options = scanEstimateQueryOptions(config, parameters)
    expect(options.queryKey).toEqual(scanEstimateQueryKey({ ...parameters, chainId: 3721 }))
    const server = new QueryClient()
    await server.prefetchQuery(options)
    const json = JSON.stringify(dehydrate(server))
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
    hydrate(queryClient, JSON.parse(json))
    node.clearCalls()
    const { result } = renderHookIn(config, () => useScanEstimate(parameters), { queryClient })
    expect(result.current.data?.blocks).toBe(node.chain.head - 9n)
    expect(node.calls).toEqual([])
  })
})

describe('useNetworkStatus', () => {
  test('reports limits with how they were learned, and the budget', async () => {
    const { node, config } = fakeConfig({ blocks: 4_000, logsPerBlock: 0 })
    node.faults.maxBlockRange = 20
    const { result } = renderHookIn(config, () => {
      useLogs({ fromBlock: 0n, toBlock: 99n })
      return useNetworkStatus()
    })
    expect(result.current.budget).toMatchObject({ used: 0, quota: 1_000_000, remaining: 1_000_000 })
    await waitFor(() => expect(result.current.endpoints[0]!.limits.blockRange).toBe(20))
    expect(result.current.endpoints[0]!.learnedLimits).toMatchObject([
      { limit: 'blockRange', value: 20, details: 'query exceeds max block range 20' },
    ])
    await waitFor(() => expect(result.current.budget.used).toBe(node.calls.length))
    act(() => result.current.ignoreBudget())
    expect(result.current.budget.ignored).toBe(true)
  })
})
