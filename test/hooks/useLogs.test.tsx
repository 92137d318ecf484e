import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { InvalidQueryError } from '../../src/errors/InvalidQueryError.ts'
import { MissingProviderError } from '../../src/errors/MissingProviderError.ts'
import { NodeError } from '../../src/errors/NodeError.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useMultichainLogs } from '../../src/hooks/useMultichainLogs.ts'
import { createLogCache } from '../../src/logs/cache/createLogCache.ts'
import { logId } from '../../src/logs/order.ts'
import { getPool } from '../../src/rpc/pool/getPool.ts'
import { memoryStorage } from '../logs/cache/cacheMemoryStorage.ts'
import { configOver, fakeConfig, renderHookIn } from '../support/renderHooks.tsx'
import { soon } from '../support/soon.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

const lower = (address: string) => address.toLowerCase()

/** Resolves when nothing is fetching, and hooks were notified: notifications keep their order. */
async function fetched(queryClient: QueryClient) {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(() => new Promise<void>((resolve) => notifyManager.schedule(resolve)))
}

test.each([
  ['unmounting', () => {}],
  ['cancel()', ({ cancel }: ReturnType<typeof useLogs>) => cancel()],
])('a read that was ended by %s is continued by the next component', async (_, end) => {
  let latency = 20
  const { node, config } = fakeConfig({ blocks: 2_000, latency: () => latency })
  node.faults.maxBlockRange = 50
  const range = { fromBlock: 0n, toBlock: 1_900n }
  const { result: first, unmount, queryClient } = renderHookIn(config, () => useLogs(range))
  await waitFor(() => expect(first.current.data?.length).toBeGreaterThan(0))
  expect(first.current.isComplete).toBe(false)
  act(() => end(first.current))
  unmount()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  latency = 0
  const { result } = renderHookIn(config, () => useLogs(range), { queryClient })
  expect(result.current.data!.length).toBeGreaterThan(0)
  await waitFor(() => expect(result.current).toMatchObject({ isComplete: true, isFetching: false }))
})

describe('useLogs', () => {
  test('returns the decoded logs of a range, with their coverage', async () => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => useLogs({ event: transfer, fromBlock: 10n, toBlock: 200n }))
    expect(result.current.data).toBeUndefined()
    expect(result.current.isPending).toBe(true)
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    const { data, coverage, progress, errors } = result.current
    const expected = node.chain
      .logs({ topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'] }, 10n, 200n)
      .filter(({ topics }) => topics.length === 3)
    expect(data!.map(logId)).toEqual(expected.map(logId))
    expect(data!.length).toBeGreaterThan(10)
    expect(data!.at(0)?.eventName).toBe('Transfer')
    expect(typeof data!.at(0)?.args.value).toBe('bigint')
    expect(coverage).toEqual({ verified: [{ from: 10n, to: 200n }], trimmed: [], pending: [], failed: [] })
    const range = { from: 10n, to: 200n }
    expect(progress).toEqual({ range, total: 191n, read: 191n, fraction: 1 })
    expect(errors).toEqual([])
  })

  test('reads logs from or to an account as one list', async () => {
    const { node, config } = fakeConfig()
    const me = node.chain.accounts[0]!
    const { result, rerender } = renderHookIn(config, () =>
      useLogs({
        filters: [
          { event: transfer, args: { from: me } },
          { event: transfer, args: { to: me } },
        ],
        toBlock: 250n,
      }),
    )
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    const { data, coverage, rejected } = result.current
    const expected = node.chain
      .logs({ topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'] }, 0n, 250n)
      .filter(({ topics }) => topics.length === 3 && topics.some((topic) => topic.endsWith(me.slice(2))))
    expect(expected.length).toBeGreaterThan(10)
    expect(data!.map(logId)).toEqual(expected.map(logId))
    expect(data!.toArray().every(({ args: { from, to } }) => [from, to].map(lower).includes(me))).toBe(true)
    expect(coverage!.verified).toEqual([{ from: 0n, to: 250n }])
    expect(rejected).toBe(0)
    rerender()
    expect(result.current.data).toBe(data)
  })

  test('keeps rows and list identity between renders, also when the event is passed inline', async () => {
    const { config } = fakeConfig()
    const { result, rerender } = renderHookIn(config, () =>
      useLogs({
        event: parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)'),
        fromBlock: 0n,
        toBlock: 50n,
      }),
    )
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    const { data } = result.current
    rerender()
    expect(result.current.data).toBe(data)
    expect(result.current.data!.at(3)).toBe(data!.at(3))
  })

  test('two ways to write one query share one result', async () => {
    const { node, config } = fakeConfig()
    const [a] = node.chain.contracts
    const range = { fromBlock: 0n, toBlock: 99n } as const
    const { result, queryClient } = renderHookIn(config, () => [
      useLogs({ address: a, ...range }),
      useLogs({ address: [a!, a!], ...range, event: undefined }),
    ])
    await waitFor(() =>
      expect(result.current.every(({ isSuccess, isFetching }) => isSuccess && !isFetching)).toBe(true),
    )
    const [first, second] = result.current.map(({ data }) => data!.map(logId))
    expect(first!.length).toBeGreaterThan(0)
    expect(second).toEqual(first)
    // One entry of the cache, and each call sent once.
    expect(queryClient.getQueryCache().findAll({ queryKey: ['topic0', 'logs'] })).toHaveLength(1)
    const asked = node.callsOf('eth_getLogs').map(({ params }) => JSON.stringify(params))
    expect(asked.length).toBeGreaterThan(0)
    expect(new Set(asked).size).toBe(asked.length)
  })

  test('refuses invalid input before anything is sent', async () => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => useLogs({ address: '0x12', fromBlock: 9n, toBlock: 1n }))
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(result.current.error).toBeInstanceOf(InvalidQueryError)
    expect((result.current.error as InvalidQueryError).issues.map(({ path }) => path)).toEqual([
      'address',
      'toBlock',
    ])
    expect(node.calls).toEqual([])
  })

  test('keeps the logs that arrived when some blocks fail, and names those blocks', async () => {
    const { node, config } = fakeConfig({ blocks: 6_000, logsPerBlock: 1 })
    // Nodes prune the oldest history first: one that lacks a block gets no request for older ones.
    node.faults.pruned = { below: 2_000, style: 'error' }
    const { result } = renderHookIn(config, () => useLogs({ fromBlock: 0n, toBlock: 5_999n }))
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect(result.current.isSuccess).toBe(true)
    expect(result.current.data!.length).toBe(4_000)
    expect(result.current.errors.length).toBeGreaterThan(0)
    expect(result.current.errors.at(-1)!.range.to).toBe(1_999n)
    expect(result.current.errors[0]!.error).toMatchObject({ kind: 'pruned' })
  })

  test('fails with the first error when no block could be read', async () => {
    const { node, config } = fakeConfig()
    node.faults.chainId = 1
    const { result } = renderHookIn(config, () => useLogs({ fromBlock: 0n }))
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(result.current.error).toBeInstanceOf(NodeError)
    expect(result.current.error).toMatchObject({ kind: 'wrong-network' })
    expect(node.callsOf('eth_getLogs')).toEqual([])
  })

  test('sends nothing after unmount', async () => {
    const { node, config } = fakeConfig({ blocks: 20_000, logsPerBlock: 1, latency: 5 })
    const { result, unmount } = renderHookIn(config, () => useLogs({ fromBlock: 0n }))
    await waitFor(() => expect(result.current.data?.length).toBeGreaterThan(0))
    unmount()
    const sent = node.callsOf('eth_getLogs').length
    // Ten round trips of other requests: time enough for any late request.
    const pool = getPool(config.getClient())
    for (let trip = 0; trip < 10; trip++)
      await pool.request({ method: 'eth_gasPrice', params: [] }).catch(() => {})
    expect(node.callsOf('eth_gasPrice').length).toBeGreaterThan(0)
    expect(node.callsOf('eth_getLogs').length).toBe(sent)
  })

  test('cancel ends the scan and keeps the logs that have arrived', async () => {
    const { config } = fakeConfig({ blocks: 40_000, logsPerBlock: 1, latency: 20 })
    const { result } = renderHookIn(config, () => useLogs({ fromBlock: 0n }))
    await waitFor(() => expect(result.current.data?.length).toBeGreaterThan(0))
    act(() => result.current.cancel())
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect(result.current.data!.length).toBeGreaterThan(0)
    expect(result.current.coverage!.pending).toEqual([])
    expect(result.current.progress!.fraction).toBeLessThan(1)
    expect(result.current.progress!.range).toEqual({ from: 0n, to: 39_999n })
    // Nothing failed.
    expect(result.current).toMatchObject({ error: null, isError: false, status: 'success' })
  })

  test('is complete once a limit is reached', async () => {
    const { config } = fakeConfig({ blocks: 40_000, logsPerBlock: 1 })
    const { result } = renderHookIn(config, () => useLogs({ fromBlock: 0n, order: 'desc', limit: 30 }))
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    const { data, progress } = result.current
    expect(data).toHaveLength(30)
    expect(progress).toMatchObject({ fraction: 1, range: { to: 39_999n } })
    expect(progress!.range!.from).toBeGreaterThan(0n)
  })

  test('pauses for all readers of the same logs, and resumes', async () => {
    const { node, config } = fakeConfig({ blocks: 8_000, logsPerBlock: 1, latency: 5 })
    node.faults.maxBlockRange = 100
    const { result } = renderHookIn(config, () => [
      useLogs({ fromBlock: 0n, toBlock: 7_999n }),
      useLogs({ fromBlock: 0n, toBlock: 7_999n, order: 'asc' }),
    ])
    const [first, second] = [() => result.current[0]!, () => result.current[1]!]
    expect(second().isScanPaused).toBe(false)
    act(() => first().pause())
    expect(second().isScanPaused).toBe(true)
    // Calls in flight have arrived once later calls have.
    const pool = getPool(config.getClient())
    const passTenRequests = async () => {
      for (let trip = 0; trip < 10; trip++)
        await pool.request({ method: 'eth_gasPrice', params: [] }).catch(() => {})
    }
    await passTenRequests()
    const sent = node.callsOf('eth_getLogs').length
    expect(sent).toBeLessThan(80)
    await passTenRequests()
    expect(node.callsOf('eth_getLogs').length).toBe(sent)
    expect(first().isFetching).toBe(true)
    const shown = first().data?.length ?? 0
    act(() => second().resume())
    await waitFor(() => expect(first().isFetching).toBe(false))
    expect(first().isScanPaused).toBe(false)
    expect(first().data!.length).toBe(8_000)
    expect(shown).toBeLessThan(8_000)
  })

  test('shows logs as they arrive while nothing else does', async () => {
    const { node } = fakeConfig({ blocks: 3_000, logsPerBlock: 1 })
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    node.faults.maxBlockRange = 1_000
    const fetch: typeof node.fetch = async (input, init) => {
      if (String(init?.body).includes('"fromBlock":"0x7d0"')) await opened
      return node.fetch(input, init)
    }
    const { result } = renderHookIn(configOver(node, fetch), () =>
      useLogs({ fromBlock: 0n, toBlock: 2_500n }),
    )
    // Two chunks arrive in succession, the last one never: no event follows them.
    await waitFor(() => expect(result.current.data?.length).toBe(2_000))
    open()
    await waitFor(() => expect(result.current.data?.length).toBe(2_501))
  })

  describe.each([
    ['a fixed range', { fromBlock: 0n, toBlock: 5_900n }],
    ['a range that ends at the head', { fromBlock: 0n }],
    ['newest first with a limit', { fromBlock: 0n, order: 'desc', limit: 5_950 }],
  ] as const)('retry, of %s', (_, range) => {
    test('requests only failed blocks and those that may have changed, and never shows less', async () => {
      const { node, config } = fakeConfig({ blocks: 6_000, logsPerBlock: 1 })
      node.faults.maxBlockRange = 500
      const asked = () =>
        node.callsOf('eth_getLogs').map(({ params }) => {
          const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
          return { from: BigInt(fromBlock), to: BigInt(toBlock) }
        })
      node.faults.respond = ({ method, params }) => {
        const [filter] = params as [{ fromBlock?: string; toBlock?: string }]
        return method === 'eth_getLogs' &&
          Number(filter.fromBlock) <= 2_600 &&
          Number(filter.toBlock) >= 2_400
          ? { error: { code: 4444, message: 'pruned history unavailable' } }
          : undefined
      }
      const lengths: number[] = []
      const { result, queryClient } = renderHookIn(config, () => {
        const logs = useLogs(range)
        lengths.push(logs.data?.length ?? 0)
        return logs
      })
      await waitFor(() => expect(result.current.isFetching).toBe(false))
      expect(result.current.errors.length).toBeGreaterThan(0)
      expect(result.current.data!.length).toBeGreaterThan(1_000)

      // Once while it still fails, then when it no longer does.
      act(() => result.current.retry())
      await fetched(queryClient)
      const failed = result.current.errors.map(({ range }) => range)
      expect(failed.length).toBeGreaterThan(0)
      node.faults.respond = undefined
      node.clearCalls()
      act(() => result.current.retry())
      await fetched(queryClient)
      expect(result.current.errors).toEqual([])
      const limit = 'limit' in range ? range.limit : Number.POSITIVE_INFINITY
      const last = 'toBlock' in range ? range.toBlock : node.chain.head
      const truth = node.chain.logs({}, 0n, last)
      expect(result.current.data!.map(logId).toSorted()).toEqual(truth.slice(-limit).map(logId).toSorted())
      expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))

      const finalTo = node.chain.head - 10n
      const repeated = asked().filter(
        ({ from, to }) => to <= finalTo && !failed.some((range) => range.from <= from && to <= range.to),
      )
      // The limit lets the first result end before the oldest blocks: those are new.
      expect(repeated.filter(({ to }) => limit === Number.POSITIVE_INFINITY || to > 2_400n)).toEqual([])
      expect(node.callsOf('eth_blockNumber').length).toBe(1)
    })
  })

  test('a refresh without a connection keeps every row, and reports the error', async () => {
    const { node, config } = fakeConfig()
    const { result, queryClient } = renderHookIn(config, () => useLogs({ fromBlock: 0n }))
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    const rows = result.current.data!.length
    node.faults.refuse = { eth_getLogs: { code: -32601, message: 'the method does not exist' } }
    act(() => result.current.retry())
    await fetched(queryClient)
    expect(result.current.data!.length).toBe(rows)
    expect(result.current.errors.length).toBeGreaterThan(0)
    // Blocks that could not be read again are no longer claimed.
    expect(result.current.coverage!.verified).toEqual([{ from: 0n, to: node.chain.head - 10n }])
  })

  test('shows logs cached by an earlier page, and drops them if the chain is another', async () => {
    const { node } = fakeConfig()
    const storage = memoryStorage()
    const open = (fetch = node.fetch) => configOver(node, fetch, createLogCache({ storage }))
    const before = open()
    const first = renderHookIn(before, () => useLogs({ fromBlock: 0n }))
    await waitFor(() => expect(first.result.current.data?.length).toBe(600))
    first.unmount()
    await before.cache.close()

    node.chain.reorg(300, { blocks: 200 })
    let answer = () => {}
    const answering = new Promise<void>((resolve) => {
      answer = resolve
    })
    const slow: typeof node.fetch = async (...call) => {
      await answering
      return node.fetch(...call)
    }
    const { result } = renderHookIn(open(slow), () => useLogs({ fromBlock: 0n }))
    await waitFor(() => expect(result.current.data?.length).toBe(580))
    expect(result.current.isFetching).toBe(true)
    answer()
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect(result.current.data!.map(logId)).toEqual(node.chain.logs().map(logId))
    expect(result.current.coverage!.verified).toEqual([{ from: 0n, to: 199n }])
  })

  test('a fixed range is read again when it is shown again, unless all of its blocks are final', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { node, config } = fakeConfig()
    const [final, recent] = [
      { fromBlock: 200n, toBlock: 289n },
      { fromBlock: 280n, toBlock: 299n },
    ]
    const useBoth = () => [useLogs(final), useLogs(recent)] as const
    const first = renderHookIn(config, useBoth)
    const { queryClient } = first
    await waitFor(() =>
      expect(first.result.current.map(({ isComplete }) => isComplete)).toEqual([true, true]),
    )
    first.unmount()
    node.chain.reorg(5, { blocks: 8 })
    vi.setSystemTime(Date.now() + 20_000)
    const { result } = renderHookIn(config, useBoth, { queryClient })
    expect(result.current.map(({ isFetching }) => isFetching)).toEqual([false, true])
    await waitFor(() =>
      expect(result.current[1].data?.map(logId)).toEqual(node.chain.logs({}, 280n, 299n).map(logId)),
    )
  })

  test('refetch asks an endpoint again that is paused after failures', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    const { node, config } = fakeConfig()
    node.faults.down = 'cors'
    const useBoth = () => ({
      logs: useLogs({ fromBlock: 0n, toBlock: 10n }),
      chain: useMultichainLogs({ fromBlock: 20n, toBlock: 30n }).chains[0]!,
    })
    const { result, rerender } = renderHookIn(config, useBoth)
    await waitFor(() => expect(result.current.logs.isError && result.current.chain.isError).toBe(true), soon)
    // The next failure pauses the endpoint for longer than any call waits.
    random.mockReturnValue(0.99)
    await act(() => result.current.logs.refetch())
    const { refetch } = result.current.logs
    rerender()
    expect(result.current.logs.refetch).toBe(refetch)
    node.faults.down = undefined
    node.clearCalls()
    await act(() => result.current.chain.refetch())
    expect(result.current.chain).toMatchObject({ isError: false, isComplete: true })
    await act(() => result.current.logs.refetch())
    expect(result.current.logs).toMatchObject({ isError: false, isComplete: true })
  })

  test('without a provider, the error names it', () => {
    expect(() => renderHook(() => useLogs())).toThrow(MissingProviderError)
  })
})
