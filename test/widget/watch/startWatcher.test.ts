import { createClient, parseAbiItem } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SavedQuery } from '../../../src/components/FilterBuilder/SavedQuery.ts'
import { createLogsConfig } from '../../../src/query/createLogsConfig.ts'
import type { WatchedChange } from '../../../src/query/watchQueries.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import {
  createTestLogs,
  createTestNetwork,
  type CreateTestNetworkParameters,
  type TestNetwork,
} from '../../../src/testing.ts'
import { startWatcher, maxMissed, type WatcherOptions } from '../../../src/widget/watch/startWatcher.ts'
import {
  applyWatchedChange,
  countNew,
  firstNewBlock,
  maxFound,
  type NetworkWatch,
} from '../../../src/widget/watch/WatchState.ts'
import { WatchStore } from '../../../src/widget/watch/WatchStore.ts'
import { soon } from '../../support/soon.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const account = '0x1111111111111111111111111111111111111111'
const pay = (value: bigint) => createTestLogs(transfer, [{ from: account, to: account, value }])
const all: SavedQuery = { name: 'All', query: { event: transfer } }
const large: SavedQuery = {
  name: 'Large',
  query: { event: transfer, where: [{ arg: 2, is: 'atLeast', values: [10n] }] },
}

/** A browser: storage and locks that its tabs share. */
function openBrowser({ dailyQuota, webSocket = true }: CreateTestNetworkParameters = {}) {
  const network = createTestNetwork({ blockNumber: 40n, finality: 8, dailyQuota, webSocket })
  const chainId = network.chain.id
  let node: TestNetwork = network
  const transport = nodePool(network.chain, {
    fetch: (...call) => node.fetch(...call),
    ...{ WebSocket: network.WebSocket, storage: null, channel: null },
  })
  const client = createClient({ chain: network.chain, transport })
  const config = createLogsConfig({ networks: [network.chain], clients: [client] })
  /** Starts the node again with a chain that ends at a block: another one, or the same as before. */
  function restart(blockNumber: bigint, { isOther = false } = {}): TestNetwork {
    node = createTestNetwork({ blockNumber, finality: 8 })
    if (isOther) node.reorg(Number(blockNumber) + 1)
    return node
  }
  const texts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  }
  let last: Promise<unknown> = Promise.resolve()
  // One at a time, in the order of the requests.
  const locks = {
    request: (_: string, { signal }: LockOptions, run: () => Promise<void>) =>
      (last = last.then(() => (signal?.aborted ? undefined : run()))),
  } as Pick<LockManager, 'request'>
  const told: string[] = []
  function openTab(saved: readonly SavedQuery[], options: Partial<WatcherOptions> = {}) {
    const store = new WatchStore(() => storage)
    for (const { name } of saved) store.start(chainId, name, network.blockNumber)
    const close = startWatcher({
      ...{ config, chainId, store, saved, locks, pollingInterval: 10 },
      readHead: () => Promise.resolve(node.blockNumber),
      onNews: (news) => told.push(...news.map(({ name, count }) => `${name} ${count}`)),
      ...options,
    })
    onTestFinished(close)
    return { store, close }
  }
  const badge = (name: string) => {
    const { queries } = new WatchStore(() => storage).read(chainId)
    return countNew(queries.find((one) => one.name === name)!)
  }
  return { network, chainId, told, storage, openTab, restart, badge }
}

const until = (check: () => void) => vi.waitFor(check, soon)

test('each new log is reported once: to two tabs, after a reload, and when another query is watched', async () => {
  const { network, chainId, told, openTab, badge } = openBrowser()
  const first = openTab([all])
  openTab([all])
  network.mine(pay(1n))
  await until(() => expect(badge('All')).toBe(1))
  // The other tab takes over, and reads recent blocks again.
  first.close()
  network.mine(pay(20n))
  await until(() => expect(badge('All')).toBe(2))
  const third = openTab([all, large])
  network.mine(pay(30n))
  await until(() => expect(badge('All')).toBe(3))
  expect(told.filter((one) => one === 'All 1')).toHaveLength(3)
  third.store.open(chainId, 'All')
  expect(badge('All')).toBe(0)
})

test('a page without an origin, which has no locks, watches on its own', async () => {
  const { network, openTab, badge } = openBrowser()
  const request = () => Promise.reject(new DOMException('No origin.', 'SecurityError'))
  openTab([all], { locks: { request } as Pick<LockManager, 'request'> })
  network.mine(pay(1n))
  await until(() => expect(badge('All')).toBe(1))
})

test('a watcher whose lock is taken continues, once', async () => {
  const { network, told, openTab, badge } = openBrowser()
  const request = async (_name: string, _options: unknown, run?: () => Promise<void>) => {
    void run?.()
    await Promise.resolve()
    throw new DOMException('The lock was stolen.', 'AbortError')
  }
  let heads = 0
  openTab([all], {
    locks: { request } as Pick<LockManager, 'request'>,
    readHead: () => {
      heads++
      return Promise.resolve(network.blockNumber)
    },
  })
  network.mine(pay(1n))
  await until(() => expect(badge('All')).toBe(1))
  expect(heads).toBe(1)
  expect(told).toEqual(['All 1'])
})

test('conditions hold, and blocks before watching do not count', async () => {
  const { network, told, openTab, badge } = openBrowser()
  network.mine(pay(50n))
  openTab([all, large])
  network.mine(pay(9n))
  network.mine(pay(10n))
  await until(() => expect(badge('All')).toBe(2))
  expect(badge('Large')).toBe(1)
  expect(told).not.toContain('Large 2')
})

test('a reorganization takes the badge back, also while no tab is open', async () => {
  const { network, chainId, openTab, badge } = openBrowser()
  const tab = openTab([all])
  network.mine(pay(1n))
  network.mine(pay(2n))
  await until(() => expect(badge('All')).toBe(2))
  network.reorg(1)
  network.mine()
  await until(() => expect(badge('All')).toBe(1))
  tab.close()
  network.reorg(3, pay(3n))
  network.mine()
  openTab([all])
  // The log of the replaced block is gone, that of the new block was never reported.
  await until(() => expect(firstNewBlock(tab.store.read(chainId).queries[0]!)).toBe(network.blockNumber - 3n))
  expect(badge('All')).toBe(1)
})

test('after a long absence, blocks that are not read are named', async () => {
  const { network, chainId, openTab } = openBrowser()
  const tab = openTab([all])
  await until(() => expect(tab.store.read(chainId).issue).toBeUndefined())
  tab.close()
  network.mine([], { blocks: 5_100 })
  const { store } = openTab([all])
  // The position is stored every 20 blocks.
  await until(() => expect(store.read(chainId).readTo).toBeGreaterThan(network.blockNumber - 20n))
  const to = network.blockNumber - maxMissed - 1n
  expect(store.read(chainId).queries).toMatchObject([{ name: 'All', missed: { from: 41n, to } }])
})

test.each([true, false])(
  'a chain that is started again, shorter, is watched from its start, open: %s',
  async (isOpen) => {
    const { network, chainId, told, openTab, restart, badge } = openBrowser({ webSocket: false })
    const tab = openTab([all])
    network.mine(pay(1n))
    await until(() => expect(badge('All')).toBe(1))
    if (!isOpen) tab.close()
    const next = restart(4n, { isOther: true })
    next.mine(pay(2n))
    const { store } = isOpen ? tab : openTab([all])
    await until(() => expect(firstNewBlock(store.read(chainId).queries[0]!)).toBe(5n))
    next.mine(pay(3n))
    await until(() => expect(badge('All')).toBe(2))
    expect(told).toEqual(['All 1', 'All 1', 'All 1'])
  },
)

test('a chain that is put back to an earlier head is watched from the next block on', async () => {
  const { network, openTab, restart, badge } = openBrowser({ webSocket: false })
  const { store } = openTab([all])
  network.mine(pay(1n))
  await until(() => expect(badge('All')).toBe(1))
  const next = restart(20n)
  await until(() => expect(badge('All')).toBe(0))
  await until(() => expect(store.read(next.chain.id).readTo).toBe(20n))
  next.mine(pay(3n))
  await until(() => expect(badge('All')).toBe(1))
})

test('gaps are reported: no endpoint answers, and then one does', async () => {
  const { network, chainId, openTab } = openBrowser()
  network.fail('transient')
  const { store } = openTab([all])
  await until(() => expect(store.read(chainId).issue).toBe('unreachable'))
  network.recover()
  await until(() => expect(store.read(chainId).issue).toBeUndefined())
})

test("gaps are reported: today's budget is spent", async () => {
  const { network, chainId, openTab } = openBrowser({ dailyQuota: 20 })
  const { store } = openTab([all])
  await until(() => {
    network.mine(pay(1n))
    expect(store.read(chainId).issue).toBe('quota')
  })
})

const log = pay(1n)[0]!
const watch: NetworkWatch = {
  ...{ chainId: 1, readTo: 9n, issue: undefined },
  queries: [{ name: 'All', from: 10n, found: [] }],
}

/** A change of some blocks with one log for each given transaction. */
function change(
  from: bigint,
  to: bigint,
  logs: readonly [block: bigint, transaction: number][],
): WatchedChange {
  const matches = logs.map(([block, transaction], logIndex) => ({
    log: {
      ...log,
      ...{ blockNumber: block, logIndex, removed: false, decoded: undefined },
      transactionHash: `0x${String(transaction).padStart(20, '0')}${'0'.repeat(44)}` as const,
    },
    isAdded: true,
  }))
  return { range: { from, to }, head: to, matches: [matches] }
}

test('a log whose transaction moves to another block is one log', () => {
  const first = applyWatchedChange(
    watch,
    ['All'],
    change(10n, 10n, [
      [10n, 1],
      [10n, 2],
    ]),
    4n,
  )
  expect(first.news).toEqual([{ name: 'All', count: 2, block: 10n }])
  const removed = applyWatchedChange(first.watch, ['All'], change(10n, 11n, [[11n, 1]]), 4n)
  expect(removed.news).toEqual([])
  expect(removed.watch.queries.map(countNew)).toEqual([1])
  const back = applyWatchedChange(removed.watch, ['All'], change(12n, 12n, [[12n, 2]]), 4n)
  expect(back.news).toEqual([])
  expect(back.watch.queries.map(countNew)).toEqual([2])
  expect(back.watch.queries.map(firstNewBlock)).toEqual([11n])
})

test('keeps a bounded number of logs', () => {
  const logs = Array.from({ length: maxFound + 5 }, (_, at): [bigint, number] => [10n, at])
  const { watch: full } = applyWatchedChange(watch, ['All'], change(10n, 10n, logs), 4n)
  expect(full.queries.map(countNew)).toEqual([maxFound])
})

test('reads back what it stored, and nothing from damaged text', async () => {
  const { storage, chainId, openTab, network, badge } = openBrowser()
  const { store } = openTab([all])
  network.mine(pay(1n))
  await until(() => expect(badge('All')).toBe(1))
  expect(new WatchStore(() => storage).get()).toEqual(store.get())
  storage.setItem('topic0:watch:1', '{"networks":[{"chainId":1,"queries":[{"name":7}],"readTo":"x"},3]}')
  expect(new WatchStore(() => storage).read(1)).toMatchObject({ queries: [], readTo: undefined })
  expect(new WatchStore(() => storage).read(chainId).queries).toEqual([])
})
