import { act, waitFor } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { expect, test, vi } from 'vitest'
import { InvalidQueryError } from '../../src/errors/InvalidQueryError.ts'
import { useLogFilter } from '../../src/hooks/useLogFilter.ts'
import { parseLogQuery } from '../../src/logs/filter/parseLogQuery.ts'
import type { FollowChange } from '../../src/logs/follow/FollowState.ts'
import { logId } from '../../src/logs/order.ts'
import { getLogFilter } from '../../src/query/logFilter.ts'
import { catchUncaught } from '../support/catchUncaught.ts'
import { removedIn } from '../support/LogFold.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

test('follows a filter from mount to unmount, in StrictMode, and uninstalls it', async () => {
  const { node, config } = fakeConfig()
  const { result, unmount } = renderHookIn(config, () =>
    useLogFilter({ event: transfer, pollingInterval: 10 }),
  )
  await waitFor(() => expect(result.current.status).toBe('watching'))
  expect(result.current.filterId).toMatch(/^0x/)
  expect(result.current.endpoint).toBe('node-1.test')
  const from = node.chain.head + 1n
  node.chain.mine(20)
  const expected = node.chain
    .logs(
      { topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'] },
      from,
      node.chain.head,
    )
    .filter(({ topics }) => topics.length === 3)
  expect(expected.length).toBeGreaterThan(0)
  await waitFor(() => expect(result.current.data.map(logId)).toEqual(expected.map(logId)))
  expect(typeof result.current.data.at(0)?.args.value).toBe('bigint')
  expect(node.callsOf('eth_newFilter').length).toBe(1)
  unmount()
  await waitFor(() => expect(node.callsOf('eth_uninstallFilter').length).toBe(1))
})

test('several filters are one filter on the node, and their logs one list', async () => {
  const { node, config } = fakeConfig()
  const me = node.chain.accounts[0]!
  const { result } = renderHookIn(config, () =>
    useLogFilter({
      filters: [
        { event: transfer, args: { from: me } },
        { event: transfer, args: { to: me } },
      ],
      pollingInterval: 10,
    }),
  )
  await waitFor(() => expect(result.current.status).toBe('watching'))
  const from = node.chain.head + 1n
  node.chain.mine(40)
  const expected = node.chain
    .logs({ topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'] }, from)
    .filter(({ topics }) => topics.length === 3 && topics.some((topic) => topic.endsWith(me.slice(2))))
  expect(expected.length).toBeGreaterThan(0)
  await waitFor(() => expect(result.current.data.map(logId)).toEqual(expected.map(logId)))
  expect(node.callsOf('eth_newFilter').length).toBe(1)
})

test("an error of onReorg is the app's: other callers and the list go on", async () => {
  const { node, config } = fakeConfig()
  const error = new Error('no sound')
  const thrown = catchUncaught()
  const reorgs: FollowChange[] = []
  const { result } = renderHookIn(config, () => [
    useLogFilter({
      pollingInterval: 10,
      onReorg: () => {
        throw error
      },
    }),
    useLogFilter({ pollingInterval: 10, onReorg: (change) => reorgs.push(change) }),
  ])
  await waitFor(() => expect(result.current[0]!.status).toBe('watching'))
  const from = node.chain.head + 1n
  const shown = () => result.current[0]!.data.map(logId)
  const truth = () => node.chain.logs({}, from, node.chain.head).map(logId)
  node.chain.mine(6)
  await waitFor(() => expect(shown()).toEqual(truth()))
  node.chain.reorg(3, { blocks: 4 })
  await waitFor(() => expect(shown()).toEqual(truth()))
  expect(thrown).toContain(error)
  expect(reorgs.length).toBeGreaterThan(0)
})

test('filters with the same bound are not shared', async () => {
  const { config } = fakeConfig()
  const fromOrTo = (account: string) =>
    parseLogQuery({
      filters: [
        { event: transfer, args: { from: account } },
        { event: transfer, args: { to: account } },
      ],
    })
  const [a, b] = ['1', '2'].map((digit) => fromOrTo(`0x${digit.repeat(40)}`))
  expect(a!.filter.topics).toEqual(b!.filter.topics)
  expect(getLogFilter(config, 3721, a!)).not.toBe(getLogFilter(config, 3721, b!))
  expect(getLogFilter(config, 3721, a!)).toBe(getLogFilter(config, 3721, a!))
})

test('two components with the same parameters share one filter', async () => {
  const { node, config } = fakeConfig()
  const [address] = node.chain.contracts
  const { result } = renderHookIn(config, () => [
    useLogFilter({ address, pollingInterval: 10 }),
    useLogFilter({ address: [address!], event: undefined, pollingInterval: 10 }),
  ])
  await waitFor(() => expect(result.current.every(({ status }) => status === 'watching')).toBe(true))
  expect(node.callsOf('eth_newFilter').length).toBe(1)
})

test('disabled, it sends nothing; enabled later, it starts', async () => {
  const { node, config } = fakeConfig()
  const { result, rerender } = renderHookIn(
    config,
    ({ enabled }: { enabled: boolean }) => useLogFilter({ query: { enabled }, pollingInterval: 10 }),
    { initialProps: { enabled: false } },
  )
  expect(result.current.status).toBe('idle')
  expect(node.calls).toEqual([])
  rerender({ enabled: true })
  await waitFor(() => expect(result.current.status).toBe('watching'))
  rerender({ enabled: false })
  await waitFor(() => expect(node.callsOf('eth_uninstallFilter').length).toBe(1))
  expect(result.current.status).toBe('idle')
})

test('pause and resume by one of two components apply to both', async () => {
  const { node, config } = fakeConfig()
  const { result } = renderHookIn(config, () => [
    useLogFilter({ pollingInterval: 10 }),
    useLogFilter({ pollingInterval: 10 }),
  ])
  await waitFor(() => expect(result.current[0]!.status).toBe('watching'))
  const from = node.chain.head + 1n
  act(() => result.current[0]!.pause())
  expect(result.current.map(({ isPaused, status }) => [isPaused, status])).toEqual([
    [true, 'paused'],
    [true, 'paused'],
  ])
  await waitFor(() => expect(node.callsOf('eth_uninstallFilter').length).toBe(1))
  node.chain.mine(3)
  act(() => result.current[1]!.resume())
  const expected = node.chain.logs({}, from, node.chain.head).map(logId)
  await waitFor(() => expect(result.current[0]!.data.map(logId)).toEqual(expected))
  expect(result.current[0]).toMatchObject({ isPaused: false, head: node.chain.head })
})

test('reports logs removed by a reorganization, and when it was last up to date', async () => {
  const { node, config } = fakeConfig()
  const onReorg = vi.fn<(change: FollowChange) => void>()
  const { result } = renderHookIn(config, () => useLogFilter({ pollingInterval: 10, onReorg }))
  await waitFor(() => expect(result.current.status).toBe('watching'))
  const from = node.chain.head + 1n
  const shown = () => result.current.data.map(logId)
  const truth = () => node.chain.logs({}, from, node.chain.head).map(logId)
  node.chain.mine(5)
  await waitFor(() => expect(shown()).toEqual(truth()))
  expect(onReorg).not.toHaveBeenCalled()
  const { lastUpdated } = result.current
  node.chain.reorg(3)
  await waitFor(() => expect(shown()).toEqual(truth()))
  expect(onReorg).toHaveBeenCalledTimes(1)
  expect(removedIn([onReorg.mock.calls[0]![0]]).length).toBeGreaterThan(0)
  expect(result.current.reorg).toBe(onReorg.mock.calls[0]![0])
  expect(result.current.lastUpdated).toBeGreaterThan(lastUpdated!)
})

test('a filter without listeners is dropped a moment later', async () => {
  const { config } = fakeConfig()
  const get = () => getLogFilter(config, config.networks[0]!.id, parseLogQuery({}))
  const filter = get()
  filter.subscribe(() => {})()
  const stop = filter.subscribe(() => {})
  await Promise.resolve()
  expect(get()).toBe(filter)
  stop()
  const { result, unmount } = renderHookIn(config, () => useLogFilter({ fromBlock: 5n }))
  const get5 = () => getLogFilter(config, config.networks[0]!.id, parseLogQuery({ fromBlock: 5n }))
  const shared = get5()
  expect(result.current.status).not.toBe('error')
  unmount()
  await waitFor(() => expect(get5()).not.toBe(shared))
})

test.each([{ address: '0x12' } as const, { pollingInterval: Number.NaN }])(
  'refuses %o before anything is sent',
  (invalid) => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => useLogFilter(invalid))
    expect(result.current.status).toBe('error')
    expect(result.current.error).toBeInstanceOf(InvalidQueryError)
    expect(node.calls).toEqual([])
  },
)
