import { dehydrate, hydrate, QueryClient, type DehydratedState } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { expect, test } from 'vitest'
import { useInfiniteLogs } from '../../src/hooks/useInfiniteLogs.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { logId } from '../../src/logs/order.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const event = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

// Persisters of react-query store JSON, or the object itself in IndexedDB.
test.each<[kind: string, store: (state: DehydratedState) => DehydratedState]>([
  ['JSON', (state) => JSON.parse(JSON.stringify(state)) as DehydratedState],
  ['a structured clone', structuredClone],
  ['a clone of a clone', (state) => structuredClone(structuredClone(state))],
])('the next page shows logs that were persisted as %s, and sends nothing', async (_, store) => {
  const { node, config } = fakeConfig()
  const useBoth = () => ({
    logs: useLogs({ event, fromBlock: 20n, toBlock: 120n }),
    pages: useInfiniteLogs({ event, fromBlock: 20n, toBlock: 120n, pageSize: 5 }),
  })
  const first = new QueryClient()
  const before = renderHookIn(config, useBoth, { queryClient: first })
  await waitFor(() => {
    expect(before.result.current.logs.isComplete).toBe(true)
    expect(before.result.current.pages.isComplete).toBe(true)
  })
  const { logs, pages } = before.result.current
  const stored = store(dehydrate(first))
  before.unmount()
  node.clearCalls()

  const next = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  hydrate(next, stored)
  const { result } = renderHookIn(config, useBoth, { queryClient: next })
  expect(result.current.logs.data!.map(logId)).toEqual(logs.data!.map(logId))
  expect(typeof result.current.logs.data!.at(0)!.args.value).toBe('bigint')
  expect(result.current.logs.coverage).toEqual(logs.coverage)
  expect(result.current.pages.data!.logs.map(logId)).toEqual(pages.data!.logs.map(logId))
  // And once more: what was restored is persisted again.
  expect(JSON.stringify(store(dehydrate(next)).queries.map(({ state }) => state.data))).toContain(
    '"version":',
  )
  expect(node.calls).toEqual([])
})

const junk = [null, 5, 'x', {}, [null], ['x'], [{}], [['a', 'b']], [['0', '1', 5]], { starts: ['q'] }]

test('what a persister stored may be damaged: nothing throws, and logs are read again', async () => {
  const { config } = fakeConfig()
  const query = { event, fromBlock: 20n, toBlock: 120n } as const
  const first = new QueryClient()
  const { result } = renderHookIn(config, () => useLogs(query), { queryClient: first })
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  const expected = result.current.data!.map(logId)
  const stored = JSON.stringify(dehydrate(first))
  const dataOf = (state: DehydratedState) => state.queries[0]!.state.data as Record<string, unknown>
  for (const key of Object.keys(dataOf(JSON.parse(stored) as DehydratedState)))
    for (const value of junk) {
      const state = JSON.parse(stored) as DehydratedState
      dataOf(state)[key] = value
      const queryClient = new QueryClient()
      hydrate(queryClient, state)
      const page = renderHookIn(config, () => useLogs(query), { queryClient })
      if (key === 'logs') await waitFor(() => expect(page.result.current.data?.map(logId)).toEqual(expected))
      else await act(() => new Promise((done) => setTimeout(done)))
      page.unmount()
    }
})
