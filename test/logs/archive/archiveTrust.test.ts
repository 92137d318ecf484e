import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient } from '@tanstack/react-query'
import type { Chain, Client, Transport } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getArchive } from '../../../src/logs/archive/Archive.ts'
import type { ArchiveManifest } from '../../../src/logs/archive/ArchiveManifest.ts'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { intersect, toIntervalSet } from '../../../src/logs/intervals.ts'
import { logId } from '../../../src/logs/order.ts'
import { scan } from '../../../src/logs/scan/scan.ts'
import type { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { createLogsConfig } from '../../../src/query/createLogsConfig.ts'
import { logsQueryOptions } from '../../../src/query/logs.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { openArchive, type OpenArchive } from '../../support/openArchive.ts'
import { soon } from '../../support/soon.ts'
import { toRpcLog } from '../../support/toRpcLog.ts'

const node = createFakeNode({ seed: 11, blocks: 120, logsPerBlock: 3 })
const [contract] = node.chain.contracts
let archive: OpenArchive
beforeAll(async () => {
  archive = await openArchive(node, { logsPerFile: 10_000 })
})
afterAll(() => archive.close())
beforeEach(() => {
  archive.fault = undefined
  node.clearCalls()
})

/** Reads all logs of a contract, and says what came from where, and how often it was started over. */
async function read(client: Client) {
  const resets: string[] = []
  let ids: string[] = []
  let archived = 0
  for await (const event of scan(client, { address: contract!, fromBlock: 0n })) {
    if (event.type === 'reset') {
      resets.push(event.reason)
      ids = []
      archived = 0
    }
    if (event.type !== 'logs') continue
    ids.push(...event.logs.map(logId))
    if (event.source === 'archive') archived++
  }
  return { resets, ids, archived, status: getArchive(getPool(client))!.getStatus() }
}

const expected = () => node.chain.logs({ address: contract! }).map(logId)
const archivedCalls = () =>
  node
    .callsOf('eth_getLogs')
    .filter(({ params }) => Number((params as [{ toBlock: string }])[0].toBlock) <= 107)

test('a sound archive costs a spot check as many calls as it draws ranges', async () => {
  const { resets, ids, archived } = await read(archive.client({ spotChecks: 3 }))
  expect({ resets, ids }).toEqual({ resets: [], ids: expected() })
  expect(archived).toBeGreaterThan(0)
  expect(archivedCalls()).toHaveLength(3)
})

test.each([
  [
    'lacks logs',
    (logs: unknown[]) => [
      ...logs,
      ...logs.map((log, index) => ({ ...(log as object), logIndex: `0x8${index.toString(16)}` })),
    ],
    /lacks \d+ of the logs/,
  ],
  ['invents logs', () => [], /invents \d+ of the logs/],
  [
    'changes logs',
    (logs: unknown[]) => logs.map((log) => ({ ...(log as object), data: `0x${'7'.repeat(64)}` })),
    /changes \d+ of the logs/,
  ],
] as const)(
  'an archive that %s is not used any more, and nodes have its blocks',
  async (_, change, message) => {
    // As the nodes see the chain, the archive is wrong.
    let isChanged = true
    node.faults.respond = ({ method, params }) => {
      if (method !== 'eth_getLogs' || !isChanged) return undefined
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      if (Number(toBlock) > 107) return undefined
      isChanged = false
      const logs = node.chain.logs({ address: contract! }, BigInt(fromBlock), BigInt(toBlock))
      return { result: change(logs.map(toRpcLog)) }
    }
    const client = archive.client({ spotChecks: true })
    const { resets, ids, archived, status } = await read(client)
    expect(resets).toEqual(['archive'])
    expect({ ids, archived }).toEqual({ ids: expected(), archived: 0 })
    expect(status.state).toBe('faulty')
    expect(status.error?.message).toMatch(message)
    // For good: also for other queries.
    archive.requests.length = 0
    expect(await read(client)).toMatchObject({ resets: [], ids: expected(), archived: 0 })
    expect(archive.requests).toEqual([])
  },
)

test('a scan that has read from an archive starts over when another scan finds that it is wrong', async () => {
  const client = archive.client({ spotChecks: true })
  const resets: string[] = []
  const sources: (string | undefined)[] = []
  for await (const event of scan(client, { address: contract!, fromBlock: 0n })) {
    if (event.type === 'reset') resets.push(event.reason)
    if (event.type !== 'logs') continue
    if (event.source === 'archive') getArchive(getPool(client))!.reject('is wrong')
    sources.push(event.source)
  }
  expect(resets).toEqual(['archive'])
  expect(sources).toEqual(['archive', undefined])
})

test('a node that cuts its answers off says nothing about logs that it lacks', async () => {
  const client = archive.client({ spotChecks: 4 })
  node.faults.truncateAt = 100
  try {
    for await (const event of scan(client, { fromBlock: 0n, toBlock: 107n }))
      expect(event.type).not.toBe('reset')
  } finally {
    node.faults.truncateAt = undefined
  }
  expect(archivedCalls()).toHaveLength(4)
  expect(getArchive(getPool(client))!.getStatus().state).toBe('ok')
})

test('a result claims nothing of a wrong archive, while its blocks are read from nodes', async () => {
  const client = archive.client({ spotChecks: 1 })
  const { network } = getPool(client)
  const options = logsQueryOptions(
    createLogsConfig({ networks: [network], clients: [client as Client<Transport, Chain>] }),
    {
      address: contract!,
      fromBlock: 0n,
    },
  )
  let isChecked = false
  node.faults.respond = ({ method, params: [filter] }) => {
    if (method !== 'eth_getLogs' || isChecked || Number((filter as { toBlock: string }).toBlock) > 107)
      return undefined
    isChecked = true
    return { result: [] }
  }
  const { getStatus, subscribe } = getArchive(getPool(client))!
  // No block can be read again.
  subscribe(() => getStatus().state === 'faulty' && (node.faults = { down: 'hang' }))
  const queryClient = new QueryClient()
  const reading = queryClient.fetchQuery(options).catch(() => {})
  const shown = () => {
    const data = queryClient.getQueryData(options.queryKey) as LogsSnapshot | undefined
    if (getStatus().state !== 'faulty' || !data) return undefined
    const { verified, trimmed, archived } = data.coverage
    const claimed = intersect(toIntervalSet([...verified, ...trimmed]), [{ from: 0n, to: 107n }])
    return { claimed, archived, isComplete: data.isComplete }
  }
  try {
    await vi.waitFor(
      () => expect(shown()).toEqual({ claimed: [], archived: undefined, isComplete: false }),
      soon,
    )
  } finally {
    await queryClient.cancelQueries({ queryKey: options.queryKey })
    await reading
    node.faults = {}
  }
})

test('keys that are too large to read are reported, and the blocks come from nodes', async () => {
  archive.fault = (path) => {
    if (path !== 'manifest.json') return undefined
    const manifest = JSON.parse(readFileSync(join(archive.folder, path), 'utf8')) as ArchiveManifest
    return { body: JSON.stringify({ ...manifest, keys: { ...manifest.keys, bytes: 2 ** 25 + 1 } }) }
  }
  archive.requests.length = 0
  const { ids, archived, status } = await read(archive.client({}))
  expect({ ids, archived }).toEqual({ ids: expected(), archived: 0 })
  expect(status.error?.message).toMatch(/33554433 bytes of keys, too many to read/)
  expect(archive.requests.map(({ path }) => path)).toEqual(['manifest.json'])
})

test('an index that is too large to read is reported', async () => {
  archive.fault = (path) => {
    if (path !== 'manifest.json') return undefined
    const manifest = JSON.parse(readFileSync(join(archive.folder, path), 'utf8')) as ArchiveManifest
    const files = manifest.files.map((file) => ({ ...file, bytes: file.indexStart + 2 ** 26 }))
    return { body: JSON.stringify({ ...manifest, files }) }
  }
  const { ids, archived } = await read(archive.client({}))
  expect({ ids, archived }).toEqual({ ids: expected(), archived: 0 })
})

test('the newest rows of a long history do not wait for the archive, which has the others', async () => {
  const client = archive.client({})
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  archive.delay = (path) => (path.startsWith('index/keys') ? gate : undefined)
  node.faults.maxBlockRange = 4
  try {
    // Teaches the limit of the node: the history is long, counted in calls. The archive has none of these blocks.
    for await (const event of scan(client, { fromBlock: 110n })) expect(event.type).not.toBe('failed')
    const query = { address: contract!, fromBlock: 0n, toBlock: 107n, order: 'desc', limit: 40 } as const
    const ids: string[] = []
    const sources = new Set<string>()
    let isFirst = true
    for await (const event of scan(client, query)) {
      if (event.type !== 'logs') continue
      ids.push(...event.logs.map(logId))
      sources.add(event.source ?? 'nodes')
      if (sources.size > 1) continue
      // The keys are still on their way: these logs are the nodes'.
      expect([...sources]).toEqual(['nodes'])
      // The archive is asked for what the first answer lacks.
      if (isFirst) {
        isFirst = false
        continue
      }
      open()
      await vi.waitFor(() => expect(getArchive(getPool(client))!.isReady).toBe(true), soon)
    }
    expect([...sources]).toEqual(['nodes', 'archive'])
    const all = node.chain.logs({ address: contract! }, 0n, 107n).map(logId)
    expect(ids).toEqual(all.toReversed().slice(0, 40))
  } finally {
    node.faults.maxBlockRange = undefined
    archive.delay = undefined
  }
})

test('the archive is not read for rows in the first answer of a node', async () => {
  const client = archive.client({})
  node.faults.maxBlockRange = 4
  archive.requests.length = 0
  try {
    const tooWide = { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: '0x9' }] }
    await expect(getPool(client).request(tooWide)).rejects.toThrow()
    expect(getPool(client).getStatus()[0]?.limits.blockRange).toBe(4)
    node.clearCalls()
    const ids: string[] = []
    for await (const event of scan(client, { fromBlock: 0n, toBlock: 107n, order: 'desc', limit: 3 }))
      if (event.type === 'logs') ids.push(...event.logs.map(logId))
    expect(ids).toEqual(node.chain.logs({}, 0n, 107n).map(logId).toReversed().slice(0, 3))
    expect(archive.requests).toEqual([])
    expect(node.callsOf('eth_getBlockByNumber')).toEqual([])
  } finally {
    node.faults.maxBlockRange = undefined
  }
})

test.each([-1, 1.5, Number.NaN])('%s spot checks are refused', (spotChecks) => {
  const options = { http: node.urls, archive: { url: archive.manifest, spotChecks } }
  expect(() => defineNetwork(xone, options)).toThrow(/spotChecks of its archive/)
})

test('rows that nodes have pruned are read from the archive, though the first ones were requested from nodes', async () => {
  const client = archive.client()
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  archive.delay = () => gate
  try {
    node.faults.maxBlockRange = 5
    for await (const event of scan(client, { fromBlock: 110n })) expect(event.type).not.toBe('failed')
    node.faults.pruned = { below: 100, style: 'error' }
    const ids: string[] = []
    for await (const event of scan(client, { address: contract!, fromBlock: 0n, limit: 20 })) {
      expect(event.type).not.toBe('failed')
      if (event.type === 'planned') void Promise.resolve().then(open)
      if (event.type === 'logs') ids.push(...event.logs.map(logId))
    }
    expect(ids).toEqual(expected().slice(0, 20))
  } finally {
    open()
    archive.delay = undefined
    node.faults.maxBlockRange = undefined
    node.faults.pruned = undefined
  }
})
