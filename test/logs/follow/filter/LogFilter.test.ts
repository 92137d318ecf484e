import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { LogQuery } from '../../../../src/logs/filter/LogQuery.ts'
import { LogFilter } from '../../../../src/logs/follow/filter/LogFilter.ts'
import type { PageSignals } from '../../../../src/logs/follow/head/PageSignals.ts'
import { logId } from '../../../../src/logs/order.ts'
import { clientOf } from '../../../support/clientOf.ts'
import { createFakeNode, type FakeNode, type FakeNodeOptions } from '../../../support/fakeNode.ts'
import { removedIn } from '../../../support/LogFold.ts'
import { FakePage } from '../../../support/simulation/FakePage.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

function setUp(query: LogQuery = {}, options: FakeNodeOptions = {}) {
  const node = createFakeNode({ blocks: 100, logsPerBlock: 2, ...options })
  const client = clientOf(node, { finality: 10 })
  const make = (query: LogQuery, page?: PageSignals, pollingInterval = 1_000) =>
    new LogFilter(client, query, { pollingInterval, page })
  return { node, filter: make(query), make, from: node.chain.head + 1n }
}

const polls = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000 + 100)
const shown = (filter: LogFilter) => filter.getState().logs.map(logId)
const truth = (node: FakeNode, from: bigint) => node.chain.logs({}, from, node.chain.head).map(logId)

/** A filter that has been created on the node, and follows from the next block on. */
async function watch(options?: FakeNodeOptions) {
  const world = setUp({}, options)
  world.filter.subscribe(() => {})
  await polls(1)
  return world
}

describe('LogFilter', () => {
  test('sends nothing until there is a listener, then shows each new log once, in order', async () => {
    const { node, filter, from } = setUp()
    await polls(3)
    expect(node.calls).toEqual([])
    const stop = filter.subscribe(() => {})
    await polls(1)
    expect(filter.getState()).toMatchObject({
      status: 'watching',
      endpoint: 'node-1.test',
      logs: { length: 0 },
    })
    for (let round = 0; round < 5; round++) {
      node.chain.mine(2)
      await polls(1)
      expect(shown(filter)).toEqual(truth(node, from))
    }
    expect(node.callsOf('eth_newFilter').length).toBe(1)
    stop()
    await polls(1)
    expect(node.callsOf('eth_uninstallFilter').length).toBe(1)
    const sent = node.calls.length
    node.chain.mine(2)
    await polls(5)
    expect(node.calls.length).toBe(sent)
  })

  test('begins at fromBlock with the logs already on the chain', async () => {
    const { node, filter } = setUp({ fromBlock: 40n })
    filter.subscribe(() => {})
    node.chain.mine(3)
    await polls(2)
    expect(shown(filter)).toEqual(truth(node, 40n))
  })

  test('a listener that subscribes and unsubscribes at once, as in StrictMode, costs nothing', async () => {
    const { node, filter } = setUp()
    filter.subscribe(() => {})()
    const stop = filter.subscribe(() => {})
    await polls(1)
    expect(node.callsOf('eth_newFilter').length).toBe(1)
    stop()
  })

  test('many listeners cost as much as one', async () => {
    const { node, filter } = setUp()
    const stops = Array.from({ length: 10 }, () => filter.subscribe(() => {}))
    await polls(3)
    expect(node.callsOf('eth_newFilter').length).toBe(1)
    expect(node.callsOf('eth_getFilterChanges').length).toBeLessThanOrEqual(3)
    stops.slice(1).forEach((stop) => stop())
    await polls(1)
    expect(node.callsOf('eth_uninstallFilter').length).toBe(0)
    stops[0]!()
    await polls(1)
    expect(node.callsOf('eth_uninstallFilter').length).toBe(1)
  })

  test.each([-32000, -32602, -32600, -32603])(
    'lost with %i, it is recreated, and no log is missing or duplicated',
    async (code) => {
      const { node, filter, from } = await watch()
      node.chain.mine(2)
      await polls(1)
      let losses = 2
      node.faults.respond = ({ method }) =>
        method === 'eth_getFilterChanges' && losses-- > 0
          ? { error: { code, message: 'filter not found' } }
          : undefined
      node.chain.mine(4)
      await polls(4)
      node.chain.mine(1)
      await polls(2)
      expect(filter.getState()).toMatchObject({ status: 'watching', error: undefined })
      expect(node.callsOf('eth_newFilter').length).toBe(3)
      expect(shown(filter)).toEqual(truth(node, from))
    },
  )

  test('filters over several endpoints are each polled where they were created', async () => {
    const { node, make, from } = setUp({}, { endpoints: 3, logsPerBlock: 12 })
    const filters = node.chain.contracts.slice(0, 3).map((address) => make({ address }))
    const refusal = { code: -32601, message: 'the method eth_newFilter does not exist' }
    for (const filter of filters) {
      filter.subscribe(() => {})
      await polls(2)
      // The next one goes elsewhere.
      const at = node.urls.findIndex((url) => new URL(url).host === filter.getState().endpoint)
      node.endpoints[at]!.faults.refuse = { eth_newFilter: refusal }
    }
    const homes = filters.map((filter) => filter.getState())
    expect(new Set(homes.map(({ endpoint }) => endpoint)).size).toBe(3)
    node.clearCalls()
    for (let round = 0; round < 4; round++) {
      node.chain.mine(2)
      await polls(1)
    }
    const home = new Set(homes.map(({ endpoint, filterId }) => `${endpoint} ${filterId}`))
    const polled = node
      .callsOf('eth_getFilterChanges')
      .map(({ endpoint, params }) => `${endpoint} ${String(params[0])}`)
    expect(new Set(polled)).toEqual(home)
    expect(node.callsOf('eth_newFilter')).toEqual([])
    for (const [index, filter] of filters.entries()) {
      const address = node.chain.contracts[index]!
      const logs = node.chain.logs({ address }, from, node.chain.head).map(logId)
      expect(logs.length).toBeGreaterThan(0)
      expect(shown(filter)).toEqual(logs)
    }
  })

  test('without filter support, logs are polled instead, and the status reports it', async () => {
    const { node, filter, from } = setUp()
    node.faults.refuse = {
      eth_newFilter: { code: -32601, message: 'the method eth_newFilter does not exist' },
    }
    filter.subscribe(() => {})
    await polls(3)
    expect(filter.getState().status).toBe('polling')
    node.chain.mine(3)
    await polls(2)
    expect(shown(filter)).toEqual(truth(node, from))
  })

  test('a reorg removes its logs, whether the node reports it or loses the filter', async () => {
    const { node, filter, from } = await watch()
    node.chain.mine(5)
    await polls(1)
    node.chain.reorg(2)
    await polls(2)
    expect(shown(filter)).toEqual(truth(node, from))
    node.faults.filters = 'gone'
    node.chain.reorg(3)
    await polls(1)
    node.faults.filters = undefined
    await polls(3)
    expect(shown(filter)).toEqual(truth(node, from))
  })

  test('a reorg that the node does not report removes its logs all the same', async () => {
    const { node, filter, from } = setUp()
    const reorgs: unknown[] = []
    filter.onChange(({ reorg }) => reorg && reorgs.push(reorg))
    filter.subscribe(() => {})
    node.faults.sendsRemoved = false
    await polls(1)
    node.chain.mine(5)
    await polls(1)
    const before = shown(filter)
    expect(before).toEqual(truth(node, from))
    node.chain.reorg(3)
    await polls(2)
    expect(shown(filter)).toEqual(truth(node, from))
    expect(shown(filter).slice(0, 4)).toEqual(before.slice(0, 4))
    expect(shown(filter)).not.toEqual(before)
    expect(reorgs.length).toBe(1)
    expect(filter.getState().reorg).toMatchObject({ reorg: { from: node.chain.head - 2n, isDeep: false } })
    expect(node.callsOf('eth_newFilter').length).toBe(1)
  })

  test('orphaned logs are removed even without replacements, and when the filter reports nothing', async () => {
    const { node, filter, from } = await watch({ logsPerBlock: (block) => (block > 103 ? 0 : 2) })
    node.chain.mine(4)
    await polls(1)
    expect(shown(filter)).toEqual(truth(node, from))
    node.faults.filters = 'silent'
    node.chain.reorg(2)
    await polls(62)
    expect(shown(filter)).toEqual(truth(node, from))
    expect(filter.getState().status).toBe('watching')
  })

  test.each([
    ['before its log', true],
    ['without it', false],
  ])('`removed: true` %s changes nothing', async (_, comes) => {
    const { node, filter, from } = await watch()
    node.chain.mine(2)
    await polls(1)
    const before = shown(filter)
    const removals: unknown[] = []
    filter.onChange((change) => removals.push(...removedIn([change])))
    const [first, second] = node.chain.wireLogs({}, Number(from), Number(from))
    let told = false
    node.faults.respond = ({ method }) => {
      if (method !== 'eth_getFilterChanges' || told) return undefined
      told = true
      const gone = { ...first, removed: true }
      // Each of them is on the chain: none was removed.
      return { result: comes ? [gone, first, gone, gone, second] : [gone, { ...second, removed: true }] }
    }
    await polls(3)
    expect(told).toBe(true)
    expect(removals).toEqual([])
    expect(shown(filter)).toEqual(before)
    node.chain.mine(1)
    await polls(2)
    expect(shown(filter)).toEqual(truth(node, from))
    expect(filter.getState().status).toBe('watching')
  })

  test('the next poll detects that the newest log is orphaned', async () => {
    const { node, filter, from } = setUp({}, { logsPerBlock: 0 })
    filter.subscribe(() => {})
    node.faults.sendsRemoved = false
    await polls(1)
    node.chain.mine(1, { logs: [{}] })
    node.chain.mine(1, { logs: [{}, {}] })
    await polls(1)
    expect(shown(filter).length).toBe(3)
    node.chain.reorg(1, { blocks: 3, logs: [] })
    await polls(1)
    expect(shown(filter)).toEqual(truth(node, from))
    expect(shown(filter).length).toBe(1)
    node.chain.reorg(4, { blocks: 5, logs: [] })
    await polls(1)
    expect(shown(filter)).toEqual([])
    expect(filter.getState()).toMatchObject({ status: 'watching', head: node.chain.head })
  })

  test('its newest log is checked until it is final', async () => {
    const { node, filter } = await watch({ logsPerBlock: 0 })
    node.chain.mine(1, { logs: [{}] })
    await polls(1)
    const looks = () => node.callsOf('eth_getBlockByNumber').length
    const before = looks()
    await polls(10)
    expect(looks() - before).toBe(10)
    node.chain.mine(10)
    // The next head shows that it is final, and is confirmed by the one after it.
    await polls(120)
    const after = looks()
    await polls(50)
    expect(looks() - after).toBeLessThanOrEqual(1)
    expect(filter.getState().logs.length).toBe(1)
  })

  test('a filter that stays silent is detected and dropped, and no log is missing', async () => {
    const { node, filter, from } = setUp()
    node.faults.filters = 'silent'
    filter.subscribe(() => {})
    await polls(1)
    expect(filter.getState().status).toBe('watching')
    node.chain.mine(3)
    await polls(70)
    expect(shown(filter)).toEqual(truth(node, from))
    expect(filter.getState()).toMatchObject({ status: 'polling', filterId: undefined, endpoint: undefined })
    expect(node.endpoints[0]!.filters.size).toBe(0)
    const made = node.callsOf('eth_newFilter').length
    node.chain.mine(2)
    await polls(2)
    expect(shown(filter)).toEqual(truth(node, from))
    expect(node.callsOf('eth_newFilter').length).toBe(made)
  })

  test('instead of a silent filter, one on another endpoint is used', async () => {
    const { node, filter, from } = await watch({ endpoints: 2 })
    const first = filter.getState().endpoint!
    node.endpoints.find((_, at) => new URL(node.urls[at]!).host === first)!.faults.filters = 'silent'
    node.chain.mine(3)
    await polls(75)
    expect(filter.getState().status).toBe('watching')
    expect(filter.getState().endpoint).not.toBe(first)
    expect(shown(filter)).toEqual(truth(node, from))
  })

  test('a filter without changes is polled, with hardly any other request', async () => {
    const { node, filter } = setUp()
    filter.subscribe(() => {})
    await polls(10)
    const others = () => node.calls.length - node.callsOf('eth_getFilterChanges').length
    const before = others()
    await polls(300)
    expect(node.callsOf('eth_getFilterChanges').length).toBeLessThanOrEqual(311)
    expect(others() - before).toBeLessThanOrEqual(6)
    expect(filter.getState().status).toBe('watching')
  })

  test('paused, its filter is uninstalled and nothing is sent; resumed, it reads the missed logs', async () => {
    const { node, filter, from } = await watch()
    node.chain.mine(1)
    await polls(1)
    filter.pause()
    await polls(1)
    expect(filter.getState()).toMatchObject({ status: 'paused', filterId: undefined })
    expect(node.endpoints[0]!.filters.size).toBe(0)
    const sent = node.calls.length
    const known = shown(filter)
    node.chain.mine(4)
    await polls(5)
    expect(node.calls.length).toBe(sent)
    expect(shown(filter)).toEqual(known)
    filter.resume()
    await polls(1)
    expect(filter.getState()).toMatchObject({ status: 'watching', head: node.chain.head })
    expect(shown(filter)).toEqual(truth(node, from))
  })

  test('paused before its first listener, it sends nothing until it is resumed', async () => {
    const { node, filter } = setUp()
    filter.pause()
    const statuses: string[] = []
    const stop = filter.subscribe(() => statuses.push(filter.getState().status))
    await polls(5)
    expect(new Set(statuses)).toEqual(new Set(['paused']))
    expect(node.calls).toEqual([])
    const from = node.chain.head + 1n
    filter.resume()
    await polls(1)
    node.chain.mine(3)
    await polls(1)
    expect(shown(filter)).toEqual(truth(node, from))
    stop()
    filter.pause()
    filter.resume()
    filter.subscribe(() => {})
    await polls(1)
    expect(filter.getState().status).toBe('watching')
  })

  test('paused before its first block is known, it sends nothing; resumed, it begins with the next one', async () => {
    const { node, filter } = setUp()
    node.faults.down = 'cors'
    filter.subscribe(() => {})
    await polls(1)
    filter.pause()
    await polls(1)
    const sent = node.calls.length
    node.faults = {}
    await polls(120)
    expect(filter.getState().status).toBe('paused')
    expect(node.calls.length).toBe(sent)
    const from = node.chain.head + 1n
    filter.resume()
    await polls(70)
    node.chain.mine(4)
    await polls(1)
    expect(filter.getState()).toMatchObject({ status: 'watching', head: node.chain.head })
    expect(shown(filter)).toEqual(truth(node, from))
  })

  test('unchanged rows keep their identity, and many small changes make few selections', async () => {
    const { node, filter, from } = await watch()
    node.chain.mine(1)
    await polls(1)
    const { logs } = filter.getState()
    for (let round = 0; round < 150; round++) {
      node.chain.mine(1)
      await polls(1)
      if (round === 5)
        for (const [at, log] of [...logs].entries()) expect(filter.getState().logs.at(at)).toBe(log)
    }
    expect(shown(filter)).toEqual(truth(node, from))
    expect(filter.getState().selections.length).toBeLessThanOrEqual(64)
  })

  test('a dying endpoint is dropped, and no log is lost', async () => {
    const { node, filter, from } = await watch({ endpoints: 2 })
    const first = node.callsOf('eth_newFilter')[0]!.endpoint
    const dead = node.urls.findIndex((url) => new URL(url).host === first)
    node.endpoints[dead]!.faults.down = 'cors'
    node.chain.mine(3)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(filter.getState()).toMatchObject({ status: 'watching' })
    expect(filter.getState().endpoint).not.toBe(first)
    node.chain.mine(2)
    await polls(2)
    expect(shown(filter)).toEqual(truth(node, from))
  })

  test('offline it does not claim to watch, nor online before it has read the missed blocks', async () => {
    const page = new FakePage()
    const { node, make, from } = setUp()
    const filter = make({}, page.signals)
    filter.subscribe(() => {})
    await polls(2)
    page.connect(false)
    expect(filter.getState().status).toBe('recovering')
    const sent = node.calls.length
    node.chain.mine(5)
    await polls(600)
    expect(node.calls.length).toBe(sent)
    const watched: (readonly string[])[] = []
    filter.subscribe(() => {
      if (filter.getState().status === 'watching') watched.push(shown(filter))
    })
    page.connect(true)
    await polls(2)
    expect(watched.length).toBeGreaterThan(0)
    for (const rows of watched) expect(rows).toEqual(truth(node, from))
  })

  test('after waking up, it does not claim to watch before its first poll', async () => {
    const page = new FakePage()
    const { node, make, from } = setUp()
    const filter = make({}, page.signals)
    filter.subscribe(() => {})
    await polls(2)
    node.chain.mine(5)
    page.wake()
    expect(filter.getState().status).toBe('recovering')
    const watched: (readonly string[])[] = []
    filter.subscribe(() => {
      if (filter.getState().status === 'watching') watched.push(shown(filter))
    })
    await polls(1)
    expect(watched.length).toBeGreaterThan(0)
    for (const rows of watched) expect(rows).toEqual(truth(node, from))
  })

  test('it does not claim to watch a node that no longer answers', async () => {
    const { node, filter, from } = setUp()
    filter.subscribe(() => {})
    await polls(2)
    node.faults.down = 'hang'
    node.chain.mine(1)
    await polls(35)
    expect(filter.getState().status).toBe('recovering')
    node.faults.down = undefined
    await polls(120)
    expect(filter.getState()).toMatchObject({ status: 'watching', error: undefined })
    expect(shown(filter)).toEqual(truth(node, from))
  })

  test('a node that has served another network for a while is used again', async () => {
    const { node, filter } = setUp()
    node.faults = { chainId: 1 }
    filter.subscribe(() => {})
    await polls(10)
    expect(filter.getState()).toMatchObject({ error: { kind: 'wrong-network' } })
    node.faults = {}
    await polls(70)
    expect(filter.getState()).toMatchObject({ status: 'watching', error: undefined })
    const from = node.chain.head + 1n
    node.chain.mine(2)
    await polls(2)
    expect(shown(filter)).toEqual(truth(node, from))
  })

  test('logs outside the filter are ignored', async () => {
    const { node, filter, from } = setUp()
    const [address] = node.chain.contracts
    filter.subscribe(() => {})
    node.faults.tamper = (logs) => [
      ...logs,
      ...logs.slice(0, 1).map((log) => ({ ...log, address, blockNumber: '0x1' })),
    ]
    await polls(1)
    node.chain.mine(2)
    await polls(2)
    expect(truth(node, from).length).toBeGreaterThan(0)
    expect(shown(filter)).toEqual(truth(node, from))
  })

  test('while an answer has malformed logs, nothing is claimed; the logs arrive once readable', async () => {
    const { node, filter, from } = await watch()
    node.faults.tamper = (logs) => (logs.length === 0 ? logs : [null, 'x', ...logs])
    node.chain.mine(2)
    await polls(2)
    expect(filter.getState().status).toBe('recovering')
    expect(filter.getState().error?.message).toContain('node-1.test')
    node.faults = {}
    await polls(120)
    expect(filter.getState()).toMatchObject({ status: 'watching', error: undefined })
    expect(shown(filter)).toEqual(truth(node, from))
  })

  test('a filter whose creation is in flight when the last listener leaves is uninstalled', async () => {
    const { node, filter } = setUp({}, { latency: 500 })
    const stop = filter.subscribe(() => {})
    while (node.callsOf('eth_newFilter').length === 0) await vi.advanceTimersByTimeAsync(50)
    stop()
    await polls(5)
    expect(node.callsOf('eth_uninstallFilter').length).toBe(1)
  })

  test('refuses invalid input at once', () => {
    expect(() => setUp({ address: '0x1' })).toThrow(/40 hex digits/)
    expect(() => setUp({ toBlock: 400n })).toThrow(/Only a range without an end/)
    const { make } = setUp()
    expect(() => make({}, undefined, Number.NaN)).toThrow(/at pollingInterval/)
  })
})
