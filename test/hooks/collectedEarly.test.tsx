import { QueryClient } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

// With `gcTime: 0`, react-query collects a new query while React still renders other components.
test('a live query that is collected before it is mounted becomes live', async () => {
  const { node, config } = fakeConfig()
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: 0 } } })
  let renders = 0
  const { result } = renderHookIn(
    config,
    () => {
      const logs = useLogs({ fromBlock: 250n, live: true, pollingInterval: 10 })
      if (renders++ < 2) queryClient.getQueryCache().clear()
      return logs
    },
    { queryClient },
  )
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  await waitFor(() => expect(result.current.live?.status).toBe('live'))
  const before = result.current.data!.length
  act(() => void node.chain.mine(2))
  await waitFor(() => expect(result.current.data!.length).toBeGreaterThan(before))
})
