import { QueryClient } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useLogs, type UseLogsParameters } from '../../src/hooks/useLogs.ts'
import { useMultichainLogs } from '../../src/hooks/useMultichainLogs.ts'
import type { RawLog } from '../../src/logs/Log.ts'
import { logId } from '../../src/logs/order.ts'
import type { LogsConfig } from '../../src/query/LogsConfig.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'
import { soon } from '../support/soon.ts'

const live = { live: true, fromBlock: 250n } as const

describe('while a query is live', () => {
  test('a new polling interval applies', async () => {
    const { config } = fakeConfig()
    const statuses: unknown[] = []
    const { result, rerender } = renderHookIn(
      config,
      (pollingInterval: number) => {
        const logs = useLogs({ ...live, pollingInterval })
        statuses.push(logs.live?.status)
        return logs
      },
      { initialProps: 60_000 },
    )
    await waitFor(() =>
      expect(result.current.live).toMatchObject({ status: 'live', pollingInterval: 60_000 }),
    )
    statuses.length = 0
    rerender(5_000)
    await waitFor(() => expect(result.current.live).toMatchObject({ status: 'live', pollingInterval: 5_000 }))
    // The logs are up to date all the time.
    expect(new Set(statuses)).toEqual(new Set(['live']))
  })

  test('the shortest polling interval of its components applies', async () => {
    const { config } = fakeConfig()
    const { result, rerender } = renderHookIn(
      config,
      (isBoth: boolean) => {
        useLogs({ ...live, live: isBoth, pollingInterval: 5_000 })
        return useLogs({ ...live, pollingInterval: 60_000 })
      },
      { initialProps: false },
    )
    await waitFor(() =>
      expect(result.current.live).toMatchObject({ status: 'live', pollingInterval: 60_000 }),
    )
    rerender(true)
    await waitFor(() => expect(result.current.live).toMatchObject({ status: 'live', pollingInterval: 5_000 }))
    rerender(false)
    await waitFor(() =>
      expect(result.current.live).toMatchObject({ status: 'live', pollingInterval: 60_000 }),
    )
  })

  test('a component that leaves changes nothing for the others', async () => {
    const { node, config } = fakeConfig()
    const { result, rerender } = renderHookIn(
      config,
      (isBoth: boolean) => {
        useLogs({ ...live, live: isBoth, pollingInterval: 10_000 })
        return useLogs({ ...live, pollingInterval: 10_000 })
      },
      { initialProps: true },
    )
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    node.clearCalls()
    rerender(false)
    await act(async () => {})
    expect(result.current.live?.status).toBe('live')
    expect(node.calls).toEqual([])
  })

  test('another config with the same network is followed from then on', async () => {
    const [before, after] = [fakeConfig(), fakeConfig()]
    const { result, rerender } = renderHookIn(
      before.config,
      (config: typeof before.config) => useLogs({ ...live, pollingInterval: 10, config }),
      { initialProps: before.config },
    )
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    rerender(after.config)
    act(() => void after.node.chain.mine(3))
    const { chain } = after.node
    await waitFor(() =>
      expect(result.current.data!.map(logId)).toEqual(chain.logs({}, 250n, chain.head).map(logId)),
    )
    before.node.clearCalls()
    act(() => void chain.mine(1))
    await waitFor(() => expect(result.current.head).toBe(chain.head))
    expect(before.node.calls).toEqual([])
  })
})

const off: { query?: UseLogsParameters['query'] } = { query: { enabled: () => false } }
const hooks = {
  useLogs: (given: typeof off) => useLogs({ ...live, pollingInterval: 10, ...given }).live,
  useMultichainLogs: (given: typeof off) =>
    useMultichainLogs({ ...live, pollingInterval: 10, ...given }).chains[0]!.live,
}

test.each(Object.entries(hooks))('%s does not follow while `enabled` returns false', async (_, useHook) => {
  const { config } = fakeConfig()
  const { result, rerender } = renderHookIn(config, useHook, { initialProps: {} })
  await waitFor(() => expect(result.current?.status).toBe('live'))
  rerender(off)
  await waitFor(() => expect(result.current).toBeUndefined())
  rerender({ query: { enabled: () => true } })
  await waitFor(() => expect(result.current?.status).toBe('live'))
})

describe('a first read that failed', () => {
  test.each([
    ['useLogs', (config: LogsConfig) => useLogs({ fromBlock: 250n, config }).data],
    ['useLogs, live', (config: LogsConfig) => useLogs({ ...live, config }).data],
    ['useMultichainLogs', (config: LogsConfig) => useMultichainLogs({ fromBlock: 250n, config }).data],
  ])('is tried again with another config: %s', async (_, useHook) => {
    const [wrong, right] = [fakeConfig(), fakeConfig()]
    wrong.node.faults.chainId = 1
    const { result, rerender, queryClient } = renderHookIn(wrong.config, useHook, {
      initialProps: wrong.config,
    })
    await waitFor(() => expect(queryClient.getQueryCache().getAll()[0]!.state.status).toBe('error'))
    const sent = wrong.node.calls.length
    rerender(right.config)
    // A list of several chains has the chain id in its ids.
    const idOf = ({ blockHash, logIndex }: RawLog) => `${blockHash}:${logIndex}`
    const { head } = right.node.chain
    await waitFor(() =>
      expect(result.current?.map(idOf)).toEqual(right.node.chain.logs({}, 250n, head).map(idOf)),
    )
    expect(wrong.node.calls).toHaveLength(sent)
  })

  test('for want of an endpoint of the network, is retried until there is one', async () => {
    const { node, config } = fakeConfig()
    node.faults.chainId = 1
    const { result } = renderHookIn(config, () => useLogs(live))
    await waitFor(() => expect(result.current.live?.error).toMatchObject({ kind: 'wrong-network' }))
    node.faults.chainId = undefined
    await waitFor(() => expect(result.current.live?.status).toBe('live'), soon)
    expect(result.current).toMatchObject({ isComplete: true, error: null })
  })

  test('is the live status of a component that follows later', async () => {
    const { node, config } = fakeConfig()
    // No endpoint can be used.
    node.faults.chainId = 1
    const { result, rerender } = renderHookIn(
      config,
      (isLive: boolean) => useLogs({ ...live, live: isLive }),
      { initialProps: false },
    )
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(result.current.live).toBeUndefined()
    rerender(true)
    await waitFor(() => expect(result.current.live?.error).toBe(result.current.error))
  })

  test('is not said to be retried once it was cancelled', async () => {
    const { node, config } = fakeConfig()
    node.faults.down = 'cors'
    const { result } = renderHookIn(config, () => useLogs(live))
    await waitFor(() => expect(result.current.live?.error).toBeDefined())
    await waitFor(() => expect(result.current.fetchStatus).toBe('idle'))
    act(() => result.current.cancel())
    expect(result.current.live).toBeUndefined()
    act(() => result.current.retry())
    node.faults.down = undefined
    await waitFor(() => expect(result.current.live?.status).toBe('live'), { timeout: 20_000 })
  })
})

test('an app that hashes query keys in its own way sees logs as they arrive', async () => {
  const { node, config } = fakeConfig()
  const queryKeyHashFn = (key: unknown) => `own ${JSON.stringify(key)}`
  const queryClient = new QueryClient({ defaultOptions: { queries: { queryKeyHashFn } } })
  const { result } = renderHookIn(config, () => useLogs({ ...live, pollingInterval: 10 }), { queryClient })
  await waitFor(() => expect(result.current.live?.status).toBe('live'))
  act(() => void node.chain.mine(2))
  const { chain } = node
  await waitFor(() =>
    expect(result.current.data?.map(logId)).toEqual(chain.logs({}, 250n, chain.head).map(logId)),
  )
})
