import { act, waitFor } from '@testing-library/react'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { useLogsReducer } from '../../src/hooks/useLogsReducer.ts'
import { getArchive } from '../../src/logs/archive/Archive.ts'
import { createLogCache } from '../../src/logs/cache/createLogCache.ts'
import type { FoldPoint, FoldStorage } from '../../src/logs/cache/FoldStorage.ts'
import type { LogsConfig } from '../../src/query/LogsConfig.ts'
import type { NetworkArchive } from '../../src/rpc/networks/NetworkArchive.ts'
import { getPool } from '../../src/rpc/pool/getPool.ts'
import { memoryFolds, memoryStorage } from '../logs/cache/cacheMemoryStorage.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { openArchive, type OpenArchive } from '../support/openArchive.ts'
import { configOver, renderHookIn } from '../support/renderHooks.tsx'

const node = createFakeNode({ seed: 11, blocks: 120, logsPerBlock: 3 })
const [address] = node.chain.contracts
const archivedTo = 50n
let archive: OpenArchive
beforeAll(async () => {
  archive = await openArchive(node, { toBlock: archivedTo, logsPerFile: 10_000 })
})
afterAll(() => archive.close())
afterEach(() => {
  node.faults = {}
})

function connect(folds: FoldStorage, options: Partial<NetworkArchive> = {}): LogsConfig {
  const cache = createLogCache({ storage: { ...memoryStorage(), folds } })
  return configOver(node, node.fetch, cache, { ...options, url: archive.manifest })
}

/** The data of all logs, in order. */
const useData = () =>
  useLogsReducer({
    address: address!,
    fromBlock: 0n,
    toBlock: 119n,
    initial: [] as readonly Hex[],
    reduce: (all, logs) => [...all, ...logs.map(({ data }) => data)],
    persist: { name: 'data' },
  })

const wrong: Hex = `0x${'7'.repeat(64)}`

test('a state of an archive that is dropped starts over, though its logs have the same ids', async () => {
  const config = connect(memoryFolds(), { spotChecks: true })
  const { result } = renderHookIn(config, useData)
  const isReduced = () =>
    waitFor(() =>
      expect(result.current).toMatchObject({ isReduced: true, isComplete: true, isFetching: false }),
    )
  await isReduced()
  expect(result.current.state).not.toContain(wrong)
  // Of its blocks only: a node that is asked for the others again has the same logs.
  node.faults.tamper = (logs) =>
    logs.map((log) => (BigInt(log.blockNumber) <= archivedTo ? { ...log, data: wrong } : log))
  act(() => getArchive(getPool(config.getClient()))!.reject('changes 1 of the logs'))
  await isReduced()
  const data = result.current.data!.toArray().map((log) => log.data)
  expect(data[0]).toBe(wrong)
  expect(result.current.state).toEqual(data)
})

test.each([
  ['an archive that is compared with nodes', { spotChecks: true }, false],
  ['another archive', {}, true],
])('states with logs of %s are stored: %s', async (_, options, isStored) => {
  const folds = memoryFolds()
  const written: FoldPoint[] = []
  const config = connect(
    {
      ...folds,
      write: (chainId, name, point, parts) => {
        written.push(point)
        return folds.write(chainId, name, point, parts)
      },
    },
    options,
  )
  const { result } = renderHookIn(config, useData)
  await waitFor(() =>
    expect(result.current).toMatchObject({ isReduced: true, isComplete: true, isFetching: false }),
  )
  expect(result.current.coverage!.archived).toHaveLength(1)
  if (isStored) await waitFor(() => expect(written.length).toBeGreaterThan(0))
  else expect(written).toEqual([])
})

test.each(['list', 'read', 'write'] as const)(
  'a storage whose %s fails is reported, and the state is reduced',
  async (method) => {
    const folds = memoryFolds()
    const first = renderHookIn(connect(folds), useData)
    await waitFor(() => expect(folds.lengths()).not.toEqual([]))
    first.unmount()
    const failing = {
      ...folds,
      ...(method === 'write' && { list: async () => [] }),
      [method]: async () => {
        throw new Error(`no ${method}`)
      },
    }
    const { result } = renderHookIn(connect(failing), useData)
    await waitFor(() => expect(result.current).toMatchObject({ isReduced: true, isComplete: true }))
    expect(result.current.state).toEqual(result.current.data!.toArray().map(({ data }) => data))
    expect(result.current.reduceError).toBeUndefined()
    await waitFor(() => expect(result.current.persistError?.message).toBe(`no ${method}`))
  },
)
