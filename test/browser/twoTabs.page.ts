import { createClient } from 'viem'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { createLogCache } from '../../src/logs/cache/createLogCache.ts'
import { indexedDbStorage } from '../../src/logs/cache/indexedDbStorage.ts'
import { openDatabase } from '../../src/logs/cache/openDatabase.ts'
import { parseRecordKeys, readSegment, recordFormat } from '../../src/logs/cache/records.ts'
import type { BlockInterval } from '../../src/logs/Coverage.ts'
import type { Filter } from '../../src/logs/filter/Filter.ts'
import type { RawLog } from '../../src/logs/Log.ts'
import { scan } from '../../src/logs/scan/scan.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { getPool } from '../../src/rpc/pool/getPool.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import type { EndpointFaults } from '../../src/testing/EndpointFaults.ts'
import { startFakeNode } from '../support/startFakeNode.ts'

export interface TabScan {
  readonly logs: number
  /** They match the chain, in order. */
  readonly isTrue: boolean
  readonly failed: number
  /** Calls of `eth_getLogs`. */
  readonly asked: number
}

// Each page creates the same chain from one seed, and counts only its own requests.
const node = startFakeNode({ seed: 11, blocks: 4_000, logsPerBlock: 2, latency: 3 })
const network = defineNetwork(xone, { http: node.urls, dailyQuota: 5_000, finality: 64 })
const client = createClient({ chain: network, transport: nodePool(network, { fetch: node.fetch }) })
const pool = getPool(client)
const name = 'two-tabs'
const cache = createLogCache({ storage: indexedDbStorage({ name }) })
const all: Filter = { address: undefined, topics: [] }

const print = (logs: readonly RawLog[]) =>
  logs.map(({ blockHash, logIndex, data }) => `${blockHash} ${logIndex} ${data}`).join('\n')
const toRange = ([from, to]: readonly [number, number]) => ({ from: BigInt(from), to: BigInt(to) })
const isTrue = (range: BlockInterval, logs: readonly RawLog[]) =>
  print(logs) === print(node.chain.logs({}, range.from, range.to))

const tab = {
  async scan(blocks: readonly [number, number], faults: EndpointFaults = {}): Promise<TabScan> {
    node.faults = faults
    const range = toRange(blocks)
    const before = node.callsOf('eth_getLogs').length
    const logs: RawLog[] = []
    let failed = 0
    for await (const event of scan(client, { fromBlock: range.from, toBlock: range.to }, { cache })) {
      if (event.type === 'logs') logs.push(...event.logs)
      if (event.type === 'failed') failed++
    }
    await cache.flush()
    const asked = node.callsOf('eth_getLogs').length - before
    return { logs: logs.length, isTrue: isTrue(range, logs), failed, asked }
  },

  /** Calls of this page, those counted by the daily budget, and the limits in force. */
  status: () => ({
    calls: node.calls.length,
    used: pool.budget.getStatus().used,
    limits: pool.getStatus()[0]!.limits,
    storage: cache.getStorageStatus()?.state,
  }),

  /** A single request, for the limit it teaches. */
  async ask(blocks: number, faults: EndpointFaults = {}): Promise<string> {
    node.faults = faults
    const toBlock = `0x${(blocks - 1).toString(16)}`
    const params = [{ fromBlock: '0x0', toBlock }]
    return pool.request({ method: 'eth_getLogs', params }).then(
      () => 'answered',
      (error: Error) => error.message,
    )
  },

  /** Every record on disk: its blocks, and whether it matches its key and the chain. */
  async records(): Promise<readonly { from: number; to: number; isTrue: boolean }[]> {
    const factory = indexedDB
    const database = await openDatabase({ factory, name, onBlocked() {}, onGone() {} })
    const keys = await database.getAllKeys('segments')
    const records = await Promise.all(
      keys.map(async (key) => {
        const [parsed] = parseRecordKeys([key])
        const record = await database.get('segments', key)
        const range = parsed?.range ?? toRange([0, 0])
        const segment = record?.format === recordFormat ? readSegment(record.buffers, all, range) : undefined
        const [from, to] = [Number(range.from), Number(range.to)]
        return { from, to, isTrue: segment !== undefined && isTrue(range, [...segment]) }
      }),
    )
    database.close()
    return records
  },
}

export type Tab = typeof tab

Object.assign(globalThis, { tab })
