import { QueryClient } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { logId } from '../../src/logs/order.ts'
import type { FakeNode } from '../support/fakeNode.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const live = { live: true, pollingInterval: 10 } as const
const truth = (node: FakeNode, from: bigint) => node.chain.logs({}, from, node.chain.head).map(logId)

// Time passes normally, so that queries nobody uses are collected.
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

interface Other {
  readonly fromBlock: bigint
  readonly live?: boolean
}

/** One component that stays, and another with a query of its own that comes and goes. */
function setUp(other: Other) {
  const { node, config } = fakeConfig()
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: 5 } } })
  const stays = renderHookIn(config, () => useLogs({ ...live, fromBlock: 250n }), { queryClient })
  const mount = () => renderHookIn(config, () => useLogs({ pollingInterval: 10, ...other }), { queryClient })
  const shows = async ({ result }: typeof stays, from: bigint) => {
    await waitFor(() => expect(result.current.data?.map(logId)).toEqual(truth(node, from)))
    await waitFor(() => expect(result.current).toMatchObject({ isComplete: true, isError: false }))
  }
  const collected = () =>
    waitFor(() => expect(queryClient.getQueryCache().findAll({ type: 'inactive' })).toEqual([]))
  return { node, queryClient, stays, mount, shows, collected }
}

describe.each<[string, Other]>([
  ['the same query', { fromBlock: 250n, live: true }],
  ['the same query, not live', { fromBlock: 250n }],
  ['another live query', { fromBlock: 270n, live: true }],
])('while a live query is mounted, and %s elsewhere', (_, other) => {
  test('is unmounted, collected and mounted again, both have all logs', async () => {
    const { node, queryClient, stays, mount, shows, collected } = setUp(other)
    await shows(stays, 250n)
    for (let round = 0; round < 4; round++) {
      const comes = mount()
      await shows(comes, other.fromBlock)
      comes.unmount()
      act(() => void (round % 2 ? node.chain.reorg(3, { blocks: 4 }) : node.chain.mine(2)))
      await collected()
      await shows(stays, 250n)
    }
    expect(queryClient.getQueryCache().findAll({ type: 'active' })).not.toEqual([])
    stays.unmount()
    await collected()
    const { length } = node.calls
    act(() => void node.chain.mine(2))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(node.calls.length).toBe(length)
  })

  test('is mounted after removeQueries, both have all logs', async () => {
    const { node, queryClient, stays, mount, shows } = setUp(other)
    await shows(stays, 250n)
    for (let round = 0; round < 3; round++) {
      act(() => queryClient.removeQueries())
      const comes = mount()
      await shows(comes, other.fromBlock)
      act(() => void (round % 2 ? node.chain.reorg(3, { blocks: 4 }) : node.chain.mine(2)))
      await shows(stays, 250n)
      if (other.live) await shows(comes, other.fromBlock)
      comes.unmount()
      act(() => void node.chain.mine(1))
      await shows(stays, 250n)
    }
    expect(stays.result.current.live?.status).toBe('live')
  })
})
