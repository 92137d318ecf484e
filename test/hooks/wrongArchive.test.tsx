import { QueryClient, useQuery } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useLogs, type UseLogsReturnType } from '../../src/hooks/useLogs.ts'
import { getArchive } from '../../src/logs/archive/Archive.ts'
import { covers, intersect, toIntervalSet } from '../../src/logs/intervals.ts'
import { LogsSnapshot } from '../../src/logs/snapshot/LogsSnapshot.ts'
import { logsQueryOptions } from '../../src/query/logs.ts'
import type { LogsConfig } from '../../src/query/LogsConfig.ts'
import { getPool } from '../../src/rpc/pool/getPool.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { openArchive, type OpenArchive } from '../support/openArchive.ts'
import { configOver, renderHookIn } from '../support/renderHooks.tsx'

const node = createFakeNode({ seed: 11, blocks: 120, logsPerBlock: 3 })
const [address] = node.chain.contracts
const range = { from: 0n, to: 100n }
const query = { address: address!, fromBlock: range.from, toBlock: range.to } as const
let archive: OpenArchive
beforeAll(async () => {
  archive = await openArchive(node, { logsPerFile: 10_000 })
})
afterAll(() => archive.close())
beforeEach(() => {
  node.faults = {}
})

const connect = () => configOver(node, node.fetch, undefined, archive.manifest)

const changed = `0x${'7'.repeat(64)}` as const

/** What the spot check of another scan does. From then on, nodes have other data in logs of the same blocks. */
function reject(config: LogsConfig) {
  node.faults.tamper = (logs) => logs.map((log) => ({ ...log, data: changed }))
  getArchive(getPool(config.getClient()))!.reject('changes 1 of the logs')
}

/** Whether a result has anything of the archive: in its rows, or in what it claims. */
const usesArchive = ({ data, coverage }: Pick<UseLogsReturnType, 'data' | 'coverage'>) =>
  coverage?.archived !== undefined ||
  (data?.toArray().some((log) => log.blockNumber <= range.to && log.data !== changed) ?? false)

async function expectNodes(result: { readonly current: UseLogsReturnType }) {
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  expect(usesArchive(result.current)).toBe(false)
  expect(result.current.data!.length).toBe(node.chain.logs({ address: address! }, 0n, range.to).length)
  expect(covers(result.current.coverage!.verified, range)).toBe(true)
}

/** Shows the query, which must have nothing of the archive in any render. */
async function expectNodesOnly(config: LogsConfig, queryClient: QueryClient) {
  const seen: boolean[] = []
  const { result } = renderHookIn(
    config,
    () => {
      const logs = useLogs(query)
      seen.push(usesArchive(logs))
      return logs
    },
    { queryClient },
  )
  await expectNodes(result)
  expect(seen).not.toContain(true)
}

async function show(parameters: object = query, queryClient = new QueryClient()) {
  const config = connect()
  const rendered = renderHookIn(config, () => useLogs(parameters), { queryClient })
  const { result } = rendered
  await waitFor(() => expect(result.current).toMatchObject({ isComplete: true, isFetching: false }))
  expect(result.current.coverage!.archived).not.toEqual([])
  expect(usesArchive(result.current)).toBe(true)
  return { ...rendered, config }
}

describe('when another scan finds that the archive is wrong', () => {
  test.each([
    ['finished', query],
    ['live', { address: address!, fromBlock: 0n, live: true, pollingInterval: 100_000 }],
    ['limited', { ...query, order: 'desc', limit: 20 }],
  ])('a %s query loses its blocks at once, and reads them from nodes', async (_, parameters) => {
    const { result, config } = await show(parameters)
    act(() => reject(config))
    expect(usesArchive(result.current)).toBe(false)
    expect(result.current.isComplete).toBe(false)
    const { verified, trimmed } = result.current.coverage!
    expect(intersect(toIntervalSet([...verified, ...trimmed]), [range])).toEqual([])
    await waitFor(() => expect(result.current).toMatchObject({ isComplete: true, isFetching: false }))
    expect(usesArchive(result.current)).toBe(false)
  })

  test('a cached query shows nothing of it when it is mounted again', async () => {
    const { unmount, queryClient, config } = await show()
    unmount()
    reject(config)
    await expectNodesOnly(config, queryClient)
  })
})

test('a result of a server, which no component has shown, is read again when it is used', async () => {
  const { queryClient: server } = await show()
  const options = logsQueryOptions(connect(), query)
  const json = (server.getQueryData(options.queryKey) as LogsSnapshot).toJSON()
  expect(json.archived).toHaveLength(1)

  const config = connect()
  const queryClient = new QueryClient()
  queryClient.setQueryData(options.queryKey, json)
  // Another query reads the archive.
  await queryClient.fetchQuery(logsQueryOptions(config, { ...query, toBlock: 90n }))
  reject(config)
  await expectNodesOnly(config, queryClient)
})

/** A cache with the archived result of a server, which no component has shown. */
async function hydrate() {
  const { queryClient: server } = await show()
  const config = connect()
  const options = logsQueryOptions(config, query)
  const queryClient = new QueryClient()
  queryClient.setQueryData(options.queryKey, (server.getQueryData(options.queryKey) as LogsSnapshot).toJSON())
  const seen = () => LogsSnapshot.from(queryClient.getQueryData(options.queryKey) as LogsSnapshot)
  const hasArchived = () => seen().hasArchived
  expect(hasArchived()).toBe(true)
  return { config, options, queryClient, seen, hasArchived }
}

describe('a result of a server that only react-query reads', () => {
  test('is read again by fetchQuery once the archive is known to be wrong', async () => {
    const { config, options, queryClient, seen, hasArchived } = await hydrate()
    // Outside this cache.
    await new QueryClient().fetchQuery(logsQueryOptions(config, { ...query, toBlock: 90n }))
    reject(config)
    await queryClient.fetchQuery(options)
    expect(hasArchived()).toBe(false)
    expect(seen().isComplete).toBe(true)
    expect(seen().count).toBe(node.chain.logs({ address: address! }, 0n, range.to).length)
  })

  test.each(['before', 'after'] as const)(
    'is withdrawn, if it was added %s another query of the cache was read',
    async (when) => {
      const { config, options, queryClient, hasArchived, seen } = await hydrate()
      const json = queryClient.getQueryData(options.queryKey)
      if (when === 'after') queryClient.removeQueries({ queryKey: options.queryKey })
      await queryClient.fetchQuery(logsQueryOptions(config, { ...query, toBlock: 90n }))
      if (when === 'after') queryClient.setQueryData(options.queryKey, json)
      const { result } = renderHookIn(config, () => useQuery(options), { queryClient })
      expect(result.current.isSuccess).toBe(true)
      expect(hasArchived()).toBe(true)
      act(() => reject(config))
      expect(hasArchived()).toBe(false)
      await waitFor(() => expect(seen()).toMatchObject({ isComplete: true, hasArchived: false }))
      expect(seen().count).toBe(node.chain.logs({ address: address! }, 0n, range.to).length)
    },
  )
})

test('archived logs from a server are not cached as logs of nodes', async () => {
  const { queryClient: server } = await show()
  const config = connect()
  const options = logsQueryOptions(config, query)
  const json = (server.getQueryData(options.queryKey) as LogsSnapshot).toJSON()
  const queryClient = new QueryClient()
  queryClient.setQueryData(options.queryKey, json)
  await queryClient.fetchQuery({ ...options, staleTime: 0 })
  expect(config.cache.getRanges(config.getChainId())).toEqual([])
})
