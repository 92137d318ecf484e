import { createClient, createTransport, http } from 'viem'
import { mainnet } from 'viem/chains'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { createLogsConfig } from '../../../src/query/createLogsConfig.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { initialStatus } from '../../../src/rpc/pool/initialStatus.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'

const network = defineNetwork(mainnet, {
  http: ['https://a.example/key', 'https://b.example', 'https://a.example/other'],
  webSocket: 'wss://a.example/ws',
  dailyQuota: 10_000,
})
const plain = createTransport({
  key: 'own',
  name: 'Own',
  type: 'own',
  request: () => Promise.reject(new Error()),
})

/** Created by each test: a budget begins with the day of its creation. */
const clients = {
  'of a config': () => createLogsConfig({ networks: [network] }).getClient(),
  'with a pool': () => createClient({ chain: network, transport: nodePool(network, { storage: null }) }),
  'of wagmi': () => createClient({ chain: mainnet, transport: http('https://rpc.example/v2/key') }),
  'of wagmi, on a network of ours': () =>
    createClient({ chain: network, transport: http('https://rpc.example') }),
  'of wagmi, on an endpoint of ours': () =>
    createClient({ chain: network, transport: http('https://b.example') }),
  'without a URL': () => createClient({ chain: mainnet, transport: () => plain }),
}

// At midnight, one of two would count another day.
beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12), toFake: ['Date'] }))

describe('equals the status of an unused pool', () => {
  test.for(Object.entries(clients))('of a client %s', ([, create]) => {
    const client = create()
    const before = initialStatus(client)
    const pool = getPool(client)
    expect(before.endpoints).toEqual(
      pool.getStatus().map(({ name, type }) => ({ name, type, state: 'idle', limits: {} })),
    )
    expect(before.budget).toEqual(pool.budget.getStatus())
    pool.close()
  })
})

test("a quota of a network does not hold for a client's own endpoint", () => {
  const quotas = Object.entries(clients).map(([name, create]) => [name, initialStatus(create()).budget.quota])
  expect(Object.fromEntries(quotas)).toEqual({
    'of a config': 10_000,
    'with a pool': 10_000,
    'of wagmi': undefined,
    'of wagmi, on a network of ours': undefined,
    'of wagmi, on an endpoint of ours': 10_000,
    'without a URL': undefined,
  })
})

test('shows no paths and no keys', () => {
  const names = Object.values(clients).flatMap((create) =>
    initialStatus(create()).endpoints.map(({ name }) => name),
  )
  expect(new Set(names)).toEqual(
    new Set(['a.example', 'b.example', 'a.example (2)', 'a.example (3)', 'rpc.example', 'own']),
  )
})
