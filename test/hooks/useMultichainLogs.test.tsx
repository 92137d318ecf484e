import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { parseAbiItem, type Address } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import { expect, test, vi } from 'vitest'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import { LogsProvider } from '../../src/hooks/LogsProvider.tsx'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useMultichainLogs } from '../../src/hooks/useMultichainLogs.ts'
import { exportLogs } from '../../src/logs/export/exportLogs.ts'
import type { LogList } from '../../src/logs/list/LogList.ts'
import type { LogRow } from '../../src/logs/Log.ts'
import { logId } from '../../src/logs/order.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import type { LogsConfig } from '../../src/query/LogsConfig.ts'
import { createTestLogs } from '../../src/testing/createTestLogs.ts'
import { createTestNetwork, type CreateTestNetworkParameters } from '../../src/testing/createTestNetwork.ts'
import { renderHookIn } from '../support/renderHooks.tsx'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const [one, ten]: readonly Address[] = [`0x${'1'.repeat(40)}`, `0x${'a'.repeat(40)}`]
const logOf = (value: bigint, address: Address) =>
  createTestLogs(transfer, [{ from: one!, to: ten!, value }], { address })

/** A log in each of the blocks 1 to 5, of a contract per chain. Ethereum's blocks take twice as long as Optimism's. */
function twoChains(parameters: CreateTestNetworkParameters = {}) {
  const networks = [mainnet, optimism].map((chain, at) =>
    createTestNetwork({
      chain,
      blockTime: at === 0 ? 20 : 10,
      blockNumber: 5n,
      finality: 2,
      logs: (block) => (block > 0n && block <= 5n ? logOf(block, [one!, ten!][at]!) : []),
      ...parameters,
    }),
  )
  const config = createLogsConfig({
    networks: networks.map(({ chain }) => chain),
    clients: networks.map(({ client }) => client),
  })
  return { ethereum: networks[0]!, op: networks[1]!, config }
}
const query = { address: { 1: one, 10: ten }, event: transfer } as const

test('one list in order of time, with the chain id of each log', async () => {
  const { ethereum, op, config } = twoChains()
  const { result, rerender } = renderHookIn(
    config,
    ({ order }: { order: 'asc' | 'desc' }) => ({
      all: useMultichainLogs({ ...query, order }),
      single: useLogs({ address: ten, event: transfer, chainId: 10, order }),
    }),
    { initialProps: { order: 'asc' } },
  )
  expect(result.current.all).toMatchObject({ status: 'pending', data: undefined, isComplete: false })
  await waitFor(() =>
    expect(result.current).toMatchObject({ all: { isComplete: true }, single: { isComplete: true } }),
  )
  const { data, chains, sortedBy } = result.current.all
  const rowsOf = (rows = data!) => rows.map(({ chainId, args }) => [chainId, args.value])
  const expected = [
    ...ethereum.getLogs().map((log) => ({ ...log, chainId: 1 })),
    ...op.getLogs().map((log) => ({ ...log, chainId: 10 })),
  ]
    .toSorted((a, b) => Number(a.blockTimestamp! - b.blockTimestamp!) || a.chainId - b.chainId)
    .map(({ chainId, data }) => [chainId, BigInt(data)])
  expect(rowsOf()).toEqual(expected)
  expect(sortedBy).toBe('time')
  expect(
    chains.map(({ chainId, name, data: list, isComplete }) => [chainId, name, list?.length, isComplete]),
  ).toEqual([
    [1, 'Ethereum', 5, true],
    [10, 'OP Mainnet', 5, true],
  ])
  // Both hooks share what was read.
  expect(op.requests.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(1)
  expect(data!.at(0)).toBe(data!.slice(0, 1).at(0))
  // Both scripted chains have the same block hashes, as forks of one chain do.
  expect(new Set(data!.map(logId)).size).toBe(10)
  expect({ ...data!.at(-1) }).toMatchObject({ chainId: 1, args: { value: 5n } })
  rerender({ order: 'desc' })
  await waitFor(() => expect(result.current.all.isComplete).toBe(true))
  const newest = result.current.all.data!
  expect(newest.length).toBe(10)
  expect(newest.at(0)).toMatchObject({ chainId: 1, args: { value: 5n } })
})

test('live on each chain, through a reorganization of one', async () => {
  const { ethereum, op, config } = twoChains()
  const seen: [bigint, number][] = []
  const removed: [bigint, number][] = []
  const { result, unmount } = renderHookIn(config, () =>
    useMultichainLogs({
      ...query,
      live: true,
      order: 'desc',
      onLogs: (logs, change, chainId) => {
        for (const { args, chainId: own } of logs) seen.push([args.value, chainId && own])
        expect([...change.logs].every((log) => log.chainId === chainId)).toBe(true)
        if (change.type === 'change')
          for (const { args, chainId: own } of change.removed) removed.push([args.value, own])
      },
    }),
  )
  await waitFor(() => expect(result.current.chains.every(({ live }) => live?.status === 'live')).toBe(true))
  act(() => void op.mine(logOf(7n, ten!)))
  await waitFor(() => expect(result.current.data?.length).toBe(11))
  act(() => void ethereum.mine(logOf(8n, one!)))
  await waitFor(() => expect(result.current.data?.length).toBe(12))
  act(() => ethereum.reorg(1))
  await waitFor(() => expect(result.current.data?.length).toBe(11))
  expect(result.current.data!.filter(({ args }) => args.value === 7n)).toMatchObject([{ chainId: 10 }])
  expect(seen).toEqual([
    [7n, 10],
    [8n, 1],
  ])
  expect(removed).toEqual([[8n, 1]])
  unmount()
})

test('a chain that fails hides no other, is reported, and is read by a retry', async () => {
  const { ethereum, op, config } = twoChains()
  op.fail('fatal', { method: 'eth_getLogs' })
  const { result } = renderHookIn(config, () => useMultichainLogs(query))
  await waitFor(() => expect(result.current.errors).toHaveLength(1))
  expect(result.current).toMatchObject({ status: 'success', isError: false, isComplete: false })
  expect(result.current.data!.map(({ chainId }) => chainId)).toEqual([1, 1, 1, 1, 1])
  expect(result.current.errors).toMatchObject([{ chainId: 10 }])
  expect(result.current.chains).toMatchObject([{ isComplete: true }, { isError: true, data: undefined }])
  op.recover()
  act(() => result.current.retry())
  await waitFor(() => expect(result.current).toMatchObject({ isComplete: true, errors: [] }))
  expect(result.current.data!.length).toBe(10)
  expect(ethereum.getLogs()).toHaveLength(5)
})

test('a retry reads the chains that failed, beside one that is not configured', async () => {
  const { op, config } = twoChains()
  op.fail('fatal', { method: 'eth_getLogs' })
  const { result } = renderHookIn(config, () => useMultichainLogs({ ...query, chainIds: [5, 10] }))
  await waitFor(() => expect(result.current.errors.map(({ chainId }) => chainId)).toEqual([5, 10]))
  op.recover()
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.chains[1]).toMatchObject({ isComplete: true }))
  expect(result.current.errors).toMatchObject([{ chainId: 5, error: { name: 'InvalidNetworkError' } }])
})

test('placeholder rows are the same list at each render', () => {
  const { ethereum, op, config } = twoChains()
  for (const network of [ethereum, op]) network.delay(Number.POSITIVE_INFINITY)
  const placeholderData = ethereum.getLogs()
  const { result, rerender } = renderHookIn(config, () =>
    useMultichainLogs({ ...query, limit: 3, query: { placeholderData } }),
  )
  const { data } = result.current
  expect(data?.length).toBe(6)
  rerender()
  expect(result.current.data).toBe(data)
})

test('another config reads the chains that failed, but none that `enabled` refuses', async () => {
  const [first, second] = [twoChains(), twoChains()]
  first.ethereum.fail('fatal', { method: 'eth_getLogs' })
  const { result, rerender } = renderHookIn(
    first.config,
    ({ config }: { config: LogsConfig }) =>
      useMultichainLogs({
        ...{ ...query, config },
        query: { enabled: ({ queryKey }) => (queryKey[2] as { chainId: number }).chainId === 1 },
      }),
    { initialProps: { config: first.config } },
  )
  await waitFor(() => expect(result.current.errors).toMatchObject([{ chainId: 1 }]))
  rerender({ config: second.config })
  await waitFor(() =>
    expect(result.current.chains).toMatchObject([{ isComplete: true }, { status: 'pending' }]),
  )
  expect(result.current.errors).toEqual([])
  expect(second.op.requests).toEqual([])
})

test('a chain without its own address is not read yet', async () => {
  const { ethereum, op, config } = twoChains()
  const { result } = renderHookIn(config, () => useMultichainLogs({ ...query, address: { 1: one } }))
  await waitFor(() => expect(result.current.data?.length).toBe(5))
  expect(result.current).toMatchObject({ isComplete: false, status: 'success', errors: [] })
  expect(result.current.chains).toMatchObject([{ notReady: undefined }, { notReady: ['address'] }])
  expect(ethereum.requests).not.toHaveLength(0)
  expect(op.requests).toHaveLength(0)
})

test('is in error only when no chain can be read', async () => {
  const { ethereum, op, config } = twoChains()
  for (const network of [ethereum, op]) network.fail('fatal', { method: 'eth_getLogs' })
  const { result, rerender } = renderHookIn(
    config,
    ({ chainIds }: { chainIds: readonly number[] }) => useMultichainLogs({ ...query, chainIds }),
    { initialProps: { chainIds: [10, 1] } },
  )
  await waitFor(() => expect(result.current.isError).toBe(true))
  expect(result.current.errors.map(({ chainId }) => chainId)).toEqual([10, 1])
  expect(result.current.error).toBe(result.current.errors[0]!.error)
  // Not in the config.
  rerender({ chainIds: [5] })
  await waitFor(() => expect(result.current.error?.name).toBe('InvalidNetworkError'))
})

test('without timestamps, one chain comes after the other, in the order of chainIds', async () => {
  const { config } = twoChains({ timestamps: false })
  const { result, rerender } = renderHookIn(
    config,
    ({ order }: { order: 'asc' | 'desc' }) => useMultichainLogs({ ...query, chainIds: [10, 1], order }),
    { initialProps: { order: 'asc' } },
  )
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  const rowsOf = () => result.current.data!.map(({ chainId, blockNumber }) => `${chainId}:${blockNumber}`)
  expect(result.current.sortedBy).toBe('chain')
  expect(rowsOf().join(' ')).toBe('10:1 10:2 10:3 10:4 10:5 1:1 1:2 1:3 1:4 1:5')
  rerender({ order: 'desc' })
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  expect(rowsOf().join(' ')).toBe('10:5 10:4 10:3 10:2 10:1 1:5 1:4 1:3 1:2 1:1')
})

test('a table shows the network of each log, and which one failed', async () => {
  const { op, config } = twoChains()
  op.fail('fatal', { method: 'eth_getLogs' })
  function Transfers() {
    const logs = useMultichainLogs({ ...query, order: 'desc' })
    const tokensByChain = {
      1: { [one!]: { symbol: 'ONE', decimals: 0 } },
      10: { [ten!]: { symbol: 'TEN', decimals: 1 } },
    }
    return <LogTable result={logs} tokensByChain={tokensByChain} style={{ height: 400 }} />
  }
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <LogsProvider config={config}>
          <Transfers />
        </LogsProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
  // Its first block that fails is reported before the others.
  const retry = await screen.findByRole('button', { name: 'Try again: OP Mainnet' })
  expect(screen.getByRole('alert')).toHaveTextContent('OP Mainnet: ')
  expect(await screen.findByRole('columnheader', { name: 'Network' })).toBeInTheDocument()
  expect(screen.getByRole('columnheader', { name: /Time/ })).toHaveAttribute('aria-sort', 'descending')
  expect(screen.getAllByRole('gridcell', { name: 'Ethereum' })).toHaveLength(5)
  op.recover()
  act(() => retry.click())
  await waitFor(() => expect(screen.getAllByRole('gridcell', { name: 'OP Mainnet' })).toHaveLength(5))
  expect(screen.queryByRole('alert')).toBeNull()
  // Links and units are those of the network of each row.
  const rowOf = (network: string) =>
    screen.getAllByRole('gridcell', { name: network })[0]!.closest('[role="row"]')!
  for (const [network, host, unit] of [
    ['Ethereum', 'etherscan.io', '5 ONE'],
    ['OP Mainnet', 'optimistic.etherscan.io', '0.5 TEN'],
  ] as const) {
    const links = [...rowOf(network).querySelectorAll('a')].map(({ href }) => new URL(href).host)
    expect(new Set(links)).toEqual(new Set([host]))
    expect(rowOf(network)).toHaveTextContent(unit)
  }
})

test('one address is another token on each network, in cells, lookups and exports', async () => {
  const value = 3n * 10n ** 12n
  const { config } = twoChains({ logs: (block) => (block === 1n ? logOf(value, one!) : []) })
  const token = { 1: { symbol: 'SIX', decimals: 6 }, 10: { symbol: 'ETN', decimals: 18 } }
  const resolveToken = vi.fn(
    (_: Address, { chainId }: { chainId: number | undefined }) => token[chainId as 1],
  )
  let rows: LogList<LogRow> | undefined
  function Transfers() {
    const logs = useMultichainLogs({ address: one, event: transfer })
    rows = logs.data
    return (
      <LogTable
        result={logs}
        tokensByChain={{ 1: { [one!]: token[1] } }}
        resolveToken={resolveToken}
        resolveLabel={(address, { chainId }) => (address === one ? `Vault ${chainId}` : undefined)}
        style={{ height: 400 }}
      />
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LogsProvider config={config}>
        <Transfers />
      </LogsProvider>
    </QueryClientProvider>,
  )
  for (const [network, ...texts] of [
    ['Ethereum', '3,000,000 SIX', 'Vault 1'],
    ['OP Mainnet', '0.000003 ETN', 'Vault 10'],
  ] as const) {
    const row = (await screen.findByRole('gridcell', { name: network })).closest('[role="row"]')
    for (const text of texts) await waitFor(() => expect(row).toHaveTextContent(text))
  }
  expect(resolveToken.mock.calls.map(([address, { chainId }]) => [address, chainId])).toEqual([[one, 10]])

  const readFile = async (format: 'csv' | 'ndjson') => {
    let text = ''
    for await (const bytes of exportLogs(rows!, {
      format,
      tokensByChain: { 1: { [one!]: token[1] } },
      tokens: { [one!]: token[10] },
    }))
      text += new TextDecoder().decode(bytes)
    return text.trim().split(/\r?\n/)
  }
  const [head, ...lines] = await readFile('csv')
  expect(head).toContain(',amount,amount_symbol,topic0,')
  expect(lines).toEqual([
    expect.stringMatching(/^10,.*,0\.000003,ETN,0x/),
    expect.stringMatching(/^1,.*,3000000,SIX,0x/),
  ])
  expect((await readFile('ndjson')).map((line) => JSON.parse(line))).toMatchObject([
    { chainId: 10, amount: '0.000003' },
    { chainId: 1, amount: '3000000' },
  ])
})

test('an export has the chain id of each row', async () => {
  const { config } = twoChains()
  const { result } = renderHookIn(config, () => useMultichainLogs(query))
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  const decoder = new TextDecoder()
  for (const [format, first] of [
    ['csv', /^chain_id,block_number,.*\r\n10,1,/],
    ['ndjson', /^\{"chainId":10,"blockNumber":"1"/],
  ] as const) {
    let text = ''
    for await (const bytes of exportLogs(result.current.data!, { format })) text += decoder.decode(bytes)
    expect(text).toMatch(first)
  }
})
