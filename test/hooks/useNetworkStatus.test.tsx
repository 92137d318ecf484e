import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useNetworkStatus } from '../../src/hooks/useNetworkStatus.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

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
})
