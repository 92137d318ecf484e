import { QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { createLogList } from '../../src/core.ts'
import { infiniteLogsQueryOptions, logsQueryOptions, useInfiniteLogs, useLogs } from '../../src/index.ts'
import { createTestLogs, createTestNetwork } from '../../src/testing.ts'
import { renderHookIn } from '../support/renderHooks.tsx'

const alice = '0x00000000000000000000000000000000000A11cE'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const transfers = (...values: bigint[]) =>
  createTestLogs(
    transfer,
    values.map((value) => ({ from: alice, to: alice, value })),
    { fromBlock: 110n },
  )

function setUp() {
  const network = createTestNetwork({ logs: transfers(1n, 2n, 3n), blockNumber: 200n })
  return { network, queryClient: new QueryClient() }
}

describe('setQueryData with logs', () => {
  test.each([
    ['a plain list', transfers(7n, 8n)],
    ['a LogList', createLogList(transfers(7n, 8n))],
  ])('%s is the complete result of the query; nothing is sent', async (_, logs) => {
    const { network, queryClient } = setUp()
    const query = { event: transfer, fromBlock: 100n, toBlock: 150n, order: 'desc' } as const
    queryClient.setQueryData(logsQueryOptions(network.config, query).queryKey, logs)
    const { result } = renderHookIn(network.config, () => useLogs(query), { queryClient })
    expect(result.current.data?.map(({ args }) => args.value)).toEqual([8n, 7n])
    expect(result.current).toMatchObject({ isComplete: true, isSuccess: true, isFetching: false })
    expect(result.current.coverage?.verified).toEqual([{ from: 100n, to: 150n }])
    await act(() => new Promise((done) => setTimeout(done)))
    expect(network.requests).toEqual([])
  })

  test('an empty list is a complete result without logs, also for a range of tags', () => {
    const { network, queryClient } = setUp()
    queryClient.setQueryData(logsQueryOptions(network.config, { event: transfer }).queryKey, [])
    const { result } = renderHookIn(network.config, () => useLogs({ event: transfer }), { queryClient })
    expect(result.current).toMatchObject({ isEmpty: true, isComplete: true, isPending: false })
  })

  test('in pages, it is one page', () => {
    const { network, queryClient } = setUp()
    const query = { event: transfer, fromBlock: 100n, pageSize: 2 } as const
    const { queryKey } = infiniteLogsQueryOptions(network.config, query)
    queryClient.setQueryData(queryKey, transfers(7n, 8n, 9n))
    const { result } = renderHookIn(network.config, () => useInfiniteLogs(query), { queryClient })
    const { data, hasNextPage, isComplete } = result.current
    expect(data!.pages.map(({ logs }) => logs.map(({ args }) => args.value))).toEqual([[9n, 8n, 7n]])
    expect({ hasNextPage, isComplete }).toEqual({ hasNextPage: false, isComplete: true })
  })

  test('a limit counts seeded logs, and each query gets its own', () => {
    const { network, queryClient } = setUp()
    const logs = transfers(7n, 8n, 9n)
    const [newest, all] = [{ limit: 2, order: 'desc' }, {}] as const
    for (const query of [newest, all])
      queryClient.setQueryData(logsQueryOptions(network.config, { event: transfer, ...query }).queryKey, logs)
    const values = (query: { limit?: number; order?: 'desc' }) =>
      renderHookIn(network.config, () => useLogs({ event: transfer, ...query }), {
        queryClient,
      }).result.current.data?.map(({ args }) => args.value)
    expect(values(newest)).toEqual([9n, 8n])
    expect(values(all)).toEqual([7n, 8n, 9n])
  })

  test('live, following continues from the last seeded log', async () => {
    const { network, queryClient } = setUp()
    const query = { event: transfer, fromBlock: 100n, live: true } as const
    queryClient.setQueryData(logsQueryOptions(network.config, query).queryKey, transfers(1n))
    const { result } = renderHookIn(network.config, () => useLogs(query), { queryClient })
    const values = () => result.current.data?.map(({ args }) => args.value)
    expect(values()).toEqual([1n])
    await vi.waitFor(() => expect(values()).toEqual([1n, 2n, 3n]), { timeout: 60_000 })
  })

  test('anything else is an error that names the valid data', () => {
    const { network, queryClient } = setUp()
    const { queryKey } = logsQueryOptions(network.config, { event: transfer })
    queryClient.setQueryData(queryKey, { rows: [] } as never)
    vi.spyOn(console, 'error').mockReturnValue()
    expect(() => renderHookIn(network.config, () => useLogs({ event: transfer }), { queryClient }))
      .toThrowErrorMatchingInlineSnapshot(`
      [Topic0Error: The query cache holds something other than logs under the key of a logs query.
      Pass \`setQueryData\` a list of logs, such as \`createLogList(logs)\`.]
    `)
  })
})
