import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { createConfig } from 'wagmi'
import { InvalidNetworkError } from '../../src/errors/InvalidNetworkError.ts'
import { LogsProvider } from '../../src/hooks/LogsProvider.tsx'
import { useBlockNumber } from '../../src/hooks/useBlockNumber.ts'
import { useLogs, type UseLogsReturnType } from '../../src/hooks/useLogs.ts'
import { useMultichainLogs } from '../../src/hooks/useMultichainLogs.ts'
import { useNetwork } from '../../src/hooks/useNetwork.ts'
import { useNetworkStatus } from '../../src/hooks/useNetworkStatus.ts'
import { logId } from '../../src/logs/order.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { xoneTestnet } from '../../src/rpc/networks/xoneTestnet.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { configOver, fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

test('a client of a wagmi config works, without striping', async () => {
  const node = createFakeNode({ blocks: 300, logsPerBlock: 2 })
  node.faults.maxBlockRange = 100
  const fetchFn = node.fetch
  const wagmi = createConfig({ chains: [xone], transports: { [xone.id]: http(node.url, { fetchFn }) } })
  const client = wagmi.getClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>
      <LogsProvider client={client}>{children}</LogsProvider>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useLogs({ fromBlock: 0n, toBlock: 250n }), { wrapper })
  await waitFor(() => expect(result.current.isFetching).toBe(false))
  expect(result.current.data!.map(logId)).toEqual(node.chain.logs({}, 0n, 250n).map(logId))
})

test('a plain viem client works as well, and its errors show only the host', async () => {
  const client = createClient({
    chain: xone,
    transport: http('https://secret.test/v2/key?token=abc', {
      fetchFn: () => Promise.reject(new TypeError('Failed to fetch')),
    }),
  })
  const config = createLogsConfig({ clients: [client] })
  const { result } = renderHookIn(config, () => useLogs())
  await waitFor(() => expect(result.current.isError).toBe(true))
  const said = JSON.stringify([result.current.error, result.current.error!.message])
  expect(said).toContain('secret.test')
  expect(said).not.toMatch(/key|token|abc/)
})

test('headers of a plain viem client that a node echoes are never shown', async () => {
  const client = createClient({
    chain: xone,
    transport: http('https://secret.test/v2', {
      fetchOptions: { headers: { authorization: 'Bearer a-very-secret-key' } },
      fetchFn: (_, init) =>
        Promise.resolve(
          Response.json({
            jsonrpc: '2.0',
            id: 1,
            error: {
              code: -32000,
              message: `${new Headers(init?.headers).get('authorization')} is not known`,
            },
          }),
        ),
    }),
  })
  const { result } = renderHookIn(createLogsConfig({ clients: [client] }), () => useLogs())
  await waitFor(() => expect(result.current.isError).toBe(true))
  const said = JSON.stringify([result.current.error, result.current.error!.message])
  expect(said).toContain('is not known')
  expect(said).not.toContain('a-very-secret-key')
})

test('useNetwork switches every hook that sets no network', async () => {
  const config = createLogsConfig({ networks: [xone, xoneTestnet] })
  const { result } = renderHookIn(config, () => ({ network: useNetwork(), status: useNetworkStatus() }))
  expect(result.current.network.network.id).toBe(3721)
  expect(result.current.status.endpoints.map(({ name }) => name)).toContain('rpc.xone.org')
  act(() => result.current.network.switchNetwork(33772211))
  expect(result.current.network.network.id).toBe(33772211)
  expect(result.current.status.endpoints.map(({ name }) => name)).toContain('rpc-testnet.xone.org')
  expect(() => result.current.network.switchNetwork(1)).toThrow(InvalidNetworkError)
})

test('useBlockNumber sends one request, and more when watching', async () => {
  const { node, config } = fakeConfig()
  const { result } = renderHookIn(config, () => useBlockNumber({ watch: true, pollingInterval: 10 }))
  await waitFor(() => expect(result.current.data).toBe(node.chain.head))
  node.chain.mine(2)
  await waitFor(() => expect(result.current.data).toBe(node.chain.head))
})

const xoneClient = createClient({ chain: xone, transport: http() })

test.each([
  [{}, 'there is no network'],
  [{ networks: [xone, xone] }, 'two networks have the chain id 3721'],
  [{ clients: [xoneClient, xoneClient] }, 'two clients have the chain id 3721'],
  [{ networks: [xone], chainId: 5 }, 'it is not one of the configured networks'],
  // As from JavaScript, where no type refuses them.
  [
    { clients: [createClient({ transport: http('https://rpc.example.org') })] as never },
    'a client has no chain',
  ],
  [{ networks: [xone], clients: [undefined as never] }, 'a client has no chain'],
])('an invalid config is refused: %#', (parameters, problem) => {
  expect(() => createLogsConfig(parameters)).toThrow(problem)
})

test('a plain chain, which JavaScript can pass as a network, is read from its own endpoints', () => {
  const { networks } = createLogsConfig({ networks: [mainnet as never] })
  expect(networks[0]?.http).toEqual(mainnet.rpcUrls.default.http)
})

test.each<[name: string, hook: (toBlock: bigint) => Pick<UseLogsReturnType, 'data' | 'isComplete'>]>([
  ['useLogs', (toBlock: bigint) => useLogs({ fromBlock: 0n, toBlock })],
  ['useMultichainLogs', (toBlock: bigint) => useMultichainLogs({ fromBlock: 0n, toBlock })],
])('%s reads on when a module with the query client and the config is reloaded', async (_, useIt) => {
  const { node, config } = fakeConfig()
  const providers = { queryClient: new QueryClient(), config }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={providers.queryClient}>
      <LogsProvider config={providers.config}>{children}</LogsProvider>
    </QueryClientProvider>
  )
  const { result, rerender } = renderHook(useIt, { wrapper, initialProps: 100n })
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  Object.assign(providers, { queryClient: new QueryClient(), config: configOver(node) })
  rerender(100n)
  expect(result.current.data).toHaveLength(node.chain.logs({}, 0n, 100n).length)
  rerender(200n)
  await waitFor(() => expect(result.current.data).toHaveLength(node.chain.logs({}, 0n, 200n).length))
})
