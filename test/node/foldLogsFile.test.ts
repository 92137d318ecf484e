import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, zeroAddress, type AbiEvent } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bundle } from '../../bench/bundle.mjs'
import { parseLogQuery } from '../../src/logs/filter/parseLogQuery.ts'
import { blockTimestamps } from '../../src/node/blockTimestamps.ts'
import { foldLogs } from '../../src/node/foldLogs.ts'
import { readLogs } from '../../src/node/readLogs.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import type { TestCall } from '../../src/testing/EndpointFaults.ts'
import { startTestChain, type TestChain } from '../support/anvil.ts'
import { reduceBalances, transfer, type Balances } from '../support/balances.ts'
import { clientOf } from '../support/clientOf.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { serveNode } from '../support/serveNode.ts'
import { soon } from '../support/soon.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topic0-fold-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('over a real chain', () => {
  let chain: TestChain
  beforeAll(async () => {
    chain = await startTestChain({ blocks: 120 })
  })
  afterAll(() => chain.stop())

  /** A client of a process that has just started. Blocks are final 64 blocks below the head: anvil has the tag. */
  function connect() {
    const network = chain.network()
    const client = createClient({ chain: network, transport: nodePool(network, { storage: null }) })
    return { client, close: () => client.transport.pool.close() }
  }

  /** Balances by a fold of a job that runs now and then. Resolves to them, and to the blocks of the logs that were reduced. */
  async function run(storage: string | undefined) {
    const { client, close } = connect()
    const reduced = new Set<bigint>()
    const { address } = chain.contract('harbour')
    try {
      const { state, storedTo, head } = await foldLogs(
        client,
        { address, event: transfer, fromBlock: 0n },
        {
          initial: new Map() as Balances,
          reduce(balances, logs) {
            for (const { blockNumber } of logs) reduced.add(blockNumber)
            return reduceBalances(balances, logs)
          },
          storage,
        },
      )
      return { balances: state, reduced: [...reduced], storedTo, head }
    } finally {
      close()
    }
  }

  async function truth() {
    const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const address = chain.contract('harbour').address.toLowerCase()
    const balances = new Map<string, bigint>()
    for (const log of await chain.allLogs()) {
      if (log.address !== address || log.topics[0] !== topic) continue
      for (const [at, sign] of [
        [1, -1n],
        [2, 1n],
      ] as const) {
        const holder = `0x${log.topics[at]!.slice(26)}`
        balances.set(holder, (balances.get(holder) ?? 0n) + sign * BigInt(log.data))
      }
    }
    return balances
  }

  const lower = (balances: ReadonlyMap<string, bigint>) =>
    new Map(Array.from(balances, ([holder, value]) => [holder.toLowerCase(), value]))

  test('continues after the stored block, through reorgs of the tail, of stored blocks, and of everything', async () => {
    const file = join(folder, 'balances.json')
    const first = await run(file)
    expect(lower(first.balances)).toEqual(await truth())
    expect(first.balances.get(zeroAddress)).toBeLessThan(0n)
    expect(first.storedTo).toBe(first.head! - 64n)

    // The tail is replaced.
    await chain.rpc.request('anvil_reorg', [2, []])
    await chain.emit('harbour', 'pay', { seed: 1, count: 2 })
    const second = await run(file)
    expect(lower(second.balances)).toEqual(await truth())
    expect(second.reduced.every((block) => block > first.storedTo!)).toBe(true)

    for (let block = 0; block < 6; block++) await chain.emit('harbour', 'pay', { seed: block, count: 1 })
    const third = await run(file)
    expect(third.storedTo).toBeGreaterThan(second.storedTo!)

    // Blocks that were stored are replaced: it continues with an earlier state.
    await chain.rpc.request('anvil_reorg', [68, []])
    for (let block = 0; block < 3; block++) await chain.emit('harbour', 'pay', { seed: 90 + block, count: 1 })
    const fourth = await run(file)
    expect(lower(fourth.balances)).toEqual(await truth())
    expect(fourth.reduced.length).toBeGreaterThan(0)
    expect(fourth.reduced.every((block) => block > first.storedTo!)).toBe(true)

    // Another chain: everything is reduced again.
    await chain.restart('lost')
    await chain.emit('harbour', 'pay', { seed: 3, count: 2 })
    await chain.mine(70)
    expect(lower((await run(file)).balances)).toEqual(await truth())
    expect(lower((await run(undefined)).balances)).toEqual(await truth())
    expect(await readdir(folder)).toEqual(['balances.json'])
  })

  test('readLogs returns the logs with their coverage, blockTimestamps their times', async () => {
    await chain.emit('harbour', 'pay', { seed: 4, count: 2 })
    const { client, close } = connect()
    const { address } = chain.contract('harbour')
    const progress: number[] = []
    const { logs, coverage, isComplete, head } = await readLogs(
      client,
      { address, event: transfer, fromBlock: 0n },
      { onProgress: ({ fraction }) => progress.push(fraction) },
    )
    expect(isComplete).toBe(true)
    expect(coverage.verified).toEqual([{ from: 0n, to: head }])
    expect(progress.at(-1)).toBe(1)
    const all = await chain.allLogs()
    const mine = all.filter((log) => log.blockHash === logs.at(-1)!.blockHash)
    expect(mine.length).toBeGreaterThan(0)
    const times = await blockTimestamps(
      client,
      logs.map(({ blockHash }) => blockHash),
    )
    expect(times.get(logs.at(-1)!.blockHash)).toBe(BigInt(mine[0]!.blockTimestamp))
    expect(times.size).toBe(new Set(logs.map(({ blockHash }) => blockHash)).size)
    close()
  })
})

test('after SIGKILL, it continues with the stored state, and ends with the same result', async () => {
  // The newest blocks take so long that the process cannot end before it is killed.
  let isSlow = true
  const latency = ({ method, params }: TestCall) =>
    isSlow && method === 'eth_getLogs' && Number((params[0] as { fromBlock: string }).fromBlock) > 3_000
      ? 3_000
      : 10
  const node = createFakeNode({ blocks: 4_000, logsPerBlock: 2, latency })
  node.faults.maxBlockRange = 10
  const served = await serveNode(node)
  const file = join(folder, 'counts.json')
  const script = await bundle('../test/support/foldProcess.ts')
  const start = () => {
    const child = spawn(process.execPath, [script, served.url, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.on('data', (part: Buffer) => (printed += part.toString()))
    return { child, ended: new Promise<string>((resolve) => child.once('close', () => resolve(printed))) }
  }
  try {
    const killed = start()
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), soon)
    killed.child.kill('SIGKILL')
    expect(await killed.ended).toBe('')
    isSlow = false
    const { points } = JSON.parse(await readFile(file, 'utf8')) as { points: { block: string }[] }
    node.clearCalls()
    const counts = JSON.parse(await start().ended) as [string, number][]
    const truth = new Map<string, number>()
    for (const { address } of node.chain.logs({}, 0n, node.chain.head))
      truth.set(address, (truth.get(address) ?? 0) + 1)
    expect(new Map(counts)).toEqual(truth)
    const stored = Number(points.at(-1)!.block)
    const from = node
      .callsOf('eth_getLogs')
      .map(({ params }) => Number((params[0] as { fromBlock: string }).fromBlock))
    expect(Math.min(...from)).toBe(stored + 1)
  } finally {
    served.close()
  }
})

describe('storage', () => {
  function setUp() {
    const node = createFakeNode({ blocks: 300, logsPerBlock: 1 })
    return { node, client: clientOf(node, { finality: 20 }) }
  }
  const count = (sum: number, logs: readonly unknown[]) => sum + logs.length

  test('of another query is refused; a damaged one is written again', async () => {
    const { client } = setUp()
    const storage = join(folder, 'count.json')
    const options = { initial: 0, reduce: count, storage }
    expect((await foldLogs(client, { fromBlock: 0n }, options)).state).toBe(300)
    await expect(foldLogs(client, { fromBlock: 5n }, options)).rejects.toMatchObject({
      name: 'InvalidQueryError',
      issues: [{ path: 'storage' }],
    })
    // Other logs fit other events, though the filter is the same.
    const byEvent = { ...options, storage: join(folder, 'event.json') }
    const query = { fromBlock: 0n, event: transfer }
    await foldLogs(client, query, byEvent)
    const inputs = transfer.inputs.map((input) => ({ ...input, indexed: true }))
    for (const other of [{ strict: false }, { event: { ...transfer, inputs } as AbiEvent }])
      await expect(foldLogs(client, parseLogQuery({ ...query, ...other }), byEvent)).rejects.toMatchObject({
        issues: [{ path: 'storage' }],
      })
    await writeFile(storage, (await readFile(storage, 'utf8')).slice(0, 40))
    expect((await foldLogs(client, { fromBlock: 0n }, options)).state).toBe(300)
    expect(await foldLogs(client, { fromBlock: 0n }, options)).toMatchObject({ state: 300, storedTo: 279n })
  })

  test('does not replace a file of something else, or of a later version', async () => {
    const { client, node } = setUp()
    const storage = join(folder, 'package.json')
    for (const text of ['{ "name": "mine" }', '{"version":2,"key":"","points":[]}']) {
      await writeFile(storage, text)
      await expect(
        foldLogs(client, { fromBlock: 0n }, { initial: 0, reduce: count, storage }),
      ).rejects.toMatchObject({ issues: [{ path: 'storage' }] })
      expect(await readFile(storage, 'utf8')).toBe(text)
    }
    expect(node.callsOf('eth_getLogs')).toEqual([])
  })

  test('does not start over because an endpoint is behind the stored block', async () => {
    const { client, node } = setUp()
    const storage = join(folder, 'behind.json')
    const options = { initial: 0, reduce: count, storage }
    await foldLogs(client, { fromBlock: 0n }, options)
    const text = await readFile(storage, 'utf8')
    node.clearCalls()
    node.faults.lag = 250
    await expect(foldLogs(client, { fromBlock: 0n }, options)).rejects.toMatchObject({ kind: 'beyond-head' })
    expect(await readFile(storage, 'utf8')).toBe(text)
    expect(node.callsOf('eth_getLogs')).toEqual([])
    node.faults.lag = undefined
    expect((await foldLogs(client, { fromBlock: 0n }, options)).state).toBe(300)
  })

  test('stops before blocks that cannot be read, and continues there', async () => {
    const { node, client } = setUp()
    const storage = join(folder, 'count.json')
    node.faults.maxBlockRange = 50
    node.faults.respond = ({ method, params }) =>
      method === 'eth_getLogs' && Number((params[0] as { toBlock: string }).toBlock) >= 150
        ? { error: { code: -32603, message: 'missing trie node' } }
        : undefined
    const options = { initial: 0, reduce: count, storage }
    await expect(foldLogs(client, { fromBlock: 0n }, options)).rejects.toMatchObject({
      name: 'UnreadBlocksError',
    })
    node.faults.respond = undefined
    node.clearCalls()
    expect((await foldLogs(client, { fromBlock: 0n }, options)).state).toBe(300)
    const from = node
      .callsOf('eth_getLogs')
      .map(({ params }) => Number((params[0] as { fromBlock: string }).fromBlock))
    expect(Math.min(...from)).toBeGreaterThan(0)
  })

  test('is stored when the calls are used up, so that each day gets further', async () => {
    const { node } = setUp()
    node.faults.maxBlockRange = 20
    const storage = join(folder, 'quota.json')
    const runADay = () => {
      const client = clientOf(node, { finality: 20, dailyQuota: 7 })
      return foldLogs(client, { fromBlock: 0n }, { initial: 0, reduce: count, storage })
    }
    let storedTo = -1
    for (let day = 1; day < 3; day++) {
      await expect(runADay()).rejects.toThrow('7 calls')
      const { points } = JSON.parse(await readFile(storage, 'utf8')) as { points: { block: string }[] }
      const block = Number(points.at(-1)!.block)
      expect(block).toBeGreaterThan(storedTo)
      storedTo = block
    }
  })

  test('that cannot be written does not hide which blocks are missing', async () => {
    const { node, client } = setUp()
    let isFailing = false
    node.faults.maxBlockRange = 50
    node.faults.respond = ({ method, params }) => {
      if (method !== 'eth_getLogs' || Number((params[0] as { toBlock: string }).toBlock) < 150)
        return undefined
      isFailing = true
      return { error: { code: -32603, message: 'missing trie node' } }
    }
    function serialize(state: number): string {
      if (isFailing) throw new Error('The disk is full.')
      return String(state)
    }
    const options = { initial: 0, reduce: count, storage: join(folder, 'full.json'), serialize }
    await expect(foldLogs(client, { fromBlock: 0n }, options)).rejects.toMatchObject({
      name: 'UnreadBlocksError',
    })
  })

  test('that two folds write at once stays whole', async () => {
    const { client } = setUp()
    const options = { initial: 0, reduce: count, storage: join(folder, 'shared.json') }
    const results = await Promise.all([1, 2, 3].map(() => foldLogs(client, { fromBlock: 0n }, options)))
    expect(results.map(({ state }) => state)).toEqual([300, 300, 300])
    expect(await foldLogs(client, { fromBlock: 0n }, options)).toMatchObject({ state: 300, storedTo: 279n })
  })

  test('up to a block hash is not read again', async () => {
    const { node, client } = setUp()
    const query = { fromBlock: 0n, toBlock: node.chain.block(99)!.hash }
    const options = { initial: 0, reduce: count, storage: join(folder, 'hash.json') }
    expect(await foldLogs(client, query, options)).toMatchObject({ state: 100, storedTo: 99n })
    node.clearCalls()
    expect(await foldLogs(client, query, options)).toMatchObject({ state: 100, storedTo: 99n })
    expect(node.callsOf('eth_getLogs')).toEqual([])
  })

  test.each(['latest', 'latest-50', 'finalized'] as const)(
    'is refused from %s on: the next call would continue at another block',
    async (fromBlock) => {
      const { node, client } = setUp()
      const options = { initial: 0, reduce: count, storage: join(folder, 'moving.json') }
      await expect(foldLogs(client, { fromBlock }, options)).rejects.toMatchObject({
        name: 'InvalidQueryError',
        issues: [{ path: 'fromBlock' }],
      })
      expect(node.calls).toEqual([])
    },
  )

  test.each([{ order: 'desc' }, { limit: 5 }, { blockHash: `0x${'12'.repeat(32)}` }] as const)(
    'refuses %j',
    async (query) => {
      const { node, client } = setUp()
      await expect(foldLogs(client, query, { initial: 0, reduce: count })).rejects.toMatchObject({
        name: 'InvalidQueryError',
      })
      expect(node.calls).toEqual([])
    },
  )
})
