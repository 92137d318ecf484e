import { createClient, hexToNumber, type Hex } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { createRandom } from '../../support/randomLogs.ts'
import { readAll } from '../../support/readAll.ts'
import { settle } from '../../support/settle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

const blocks = 1_000_000
const size = 10_000

/** Positions of logs, as fractions of the chain. */
const profiles = {
  uniform: (random: () => number) => random(),
  growing: (random: () => number) => random() ** (1 / 3),
  bursty: (random: () => number) =>
    random() < 0.3 ? random() : Math.floor(random() * 12) / 12 + random() * 0.01,
}

/** A chain generated on access, on endpoints that accept 10,000 blocks a call. */
function createChain({
  seed,
  profile,
  logs,
}: {
  seed: number
  profile: keyof typeof profiles
  logs: number
}) {
  const random = createRandom(seed)
  const counts = new Map<number, number>()
  for (let log = 0; log < logs; log++) {
    const block = Math.floor(profiles[profile](random) * blocks)
    counts.set(block, (counts.get(block) ?? 0) + 1)
  }
  const full = [...counts.keys()].sort((a, b) => a - b)
  const node = createFakeNode({
    seed,
    blocks,
    endpoints: 5,
    latency: 200,
    logsPerBlock: (block) => counts.get(block) ?? 0,
  })
  for (const { faults } of node.endpoints)
    faults.respond = ({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined
      const [filter] = params as [{ fromBlock: Hex; toBlock: Hex }]
      const [from, to] = [hexToNumber(filter.fromBlock), hexToNumber(filter.toBlock)]
      if (to - from >= size)
        return { error: { code: -32602, message: `query exceeds max block range ${size}` } }
      const found = full.filter((block) => block >= from && block <= to)
      return { result: found.flatMap((block) => node.chain.block(block)!.logs) }
    }
  return node
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}

function firstBlock(params: unknown): number {
  return hexToNumber((params as [{ fromBlock: Hex }])[0].fromBlock)
}

test.each([
  { profile: 'bursty', logs: 10_000 },
  // About a hundred logs a call, a number at which some nodes truncate.
  { profile: 'uniform', logs: 10_000 },
  { profile: 'growing', logs: 10_000 },
  { profile: 'uniform', logs: 30 },
  { profile: 'uniform', logs: 0 },
] as const)('a million blocks take at most 110 calls of 10,000: $logs logs, $profile', async (options) => {
  const node = createChain({ seed: 42, ...options })
  const network = defineNetwork(xone, { http: node.urls, finality: 0 })
  const storage = memoryStorage()
  // The first scan learns the limit, the second one knows it.
  for (const more of [1, 0]) {
    node.clearCalls()
    const transport = nodePool(network, { fetch: node.fetch, storage, channel: null })
    const { logs } = await settle(readAll(createClient({ chain: network, transport }), {}))
    expect(logs.length).toBe(options.logs)
    // Two endpoints compare their heads, and show whether they keep old blocks.
    expect(node.calls.length).toBeLessThanOrEqual(109 + more)
    // Others share messages, but the first rows wait for none.
    const first = node.callsOf('eth_getLogs').findLast(({ params }) => firstBlock(params) === 0)!
    expect(node.calls.filter(({ message }) => message === first.message)).toHaveLength(1)
    expect(new Set(node.calls.map(({ message }) => message)).size).toBeLessThan(node.calls.length)
  }
})
