import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useNetworkStatus } from '../../src/hooks/useNetworkStatus.ts'
import { configOver, fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
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
