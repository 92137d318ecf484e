import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ModuleLoadError } from '../../src/errors/ModuleLoadError.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useNetworkStatus } from '../../src/hooks/useNetworkStatus.ts'
import { lazyEngine } from '../../src/query/lazyEngine.ts'
import { configOver, fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

describe('useNetworkStatus', () => {
  test('an endpoint that stops answering is unreachable once a read of the head timed out', async () => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => ({
      status: useNetworkStatus(),
      logs: useLogs({ live: true, pollingInterval: 1_000, fromBlock: 290n }),
    }))
    await waitFor(() => expect(result.current.logs.live?.status).toBe('live'))
    expect(result.current.status).toMatchObject({ connectivity: 'reachable', endpoints: [{ state: 'ok' }] })

    node.faults.down = 'hang'
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(result.current.status).toMatchObject({
      connectivity: 'unreachable',
      endpoints: [{ state: 'unreachable', error: { kind: 'timeout' } }],
    })
    expect(result.current.logs.live?.status).toBe('stale')

    node.faults.down = undefined
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await waitFor(() => expect(result.current.logs.live?.status).toBe('live'))
    expect(result.current.status).toMatchObject({ connectivity: 'reachable', endpoints: [{ state: 'ok' }] })
  })

  test('the budget of an idle page begins anew at midnight UTC', async () => {
    vi.setSystemTime('2026-11-21T23:59:30Z')
    const { config } = fakeConfig()
    const { result } = renderHookIn(config, () => ({
      status: useNetworkStatus(),
      logs: useLogs({ fromBlock: 290n }),
    }))
    await waitFor(() => expect(result.current.logs.isComplete).toBe(true))
    const { budget } = result.current.status
    expect(budget.used).toBeGreaterThan(0)
    await act(() => vi.advanceTimersByTimeAsync(budget.resetsAt - Date.now()))
    expect(result.current.status.budget).toMatchObject({
      day: '2026-11-22',
      used: 0,
      resetsAt: Date.parse('2026-11-23'),
    })
  })

  test('lifting the budget before its code could be loaded does nothing', async () => {
    const { config } = fakeConfig()
    // Mocked, because a test runner has no chunks that could be missing.
    vi.spyOn(lazyEngine, 'loaded').mockReturnValue(undefined)
    const load = vi
      .spyOn(lazyEngine, 'load')
      .mockRejectedValue(new ModuleLoadError(new TypeError('Failed to fetch')))
    const { result } = renderHookIn(config, () => useNetworkStatus())
    // An unhandled rejection would fail the run.
    act(() => result.current.ignoreBudget())
    await Promise.allSettled(load.mock.results.map(({ value }) => value as Promise<unknown>))
    expect(load).toHaveBeenCalled()
    expect(result.current.budget.ignored).toBe(false)
  })

  test('an unusable archive has its error, once a query needs it', async () => {
    const { node } = fakeConfig()
    const config = configOver(node, undefined, undefined, 'http://127.0.0.1:1/manifest.json')
    const { result } = renderHookIn(config, () => ({
      status: useNetworkStatus(),
      logs: useLogs({ fromBlock: 290n }),
    }))
    expect(result.current.status.archive).toBeUndefined()
    await waitFor(() => expect(result.current.status.archive?.state).toBe('faulty'))
    expect(result.current.status.archive?.error?.message).toMatch(/127\.0\.0\.1:1 could not be reached/)
    await waitFor(() => expect(result.current.logs.isSuccess).toBe(true))
  })
})
