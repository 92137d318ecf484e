import { createClient, type Hex } from 'viem'
import { parseManifest } from '../src/logs/archive/ArchiveManifest.ts'
import { defineNetwork } from '../src/logs/archive/defineNetwork.ts'
import type { LogQuery } from '../src/logs/filter/LogQuery.ts'
import { createPackedLogList } from '../src/logs/list/createPackedLogList.ts'
import { planScan } from '../src/logs/scan/estimate/planScan.ts'
import { readHistory } from '../src/logs/scan/readHistory.ts'
import { applyScanEvent } from '../src/logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../src/logs/snapshot/LogsSnapshot.ts'
import { xone } from '../src/rpc/networks/xone.ts'
import { getPool } from '../src/rpc/pool/getPool.ts'
import { nodePool } from '../src/rpc/pool/nodePool.ts'
import { createRandom, randomHex } from '../test/support/randomLogs.ts'

export interface ArchiveWork {
  node: string
  /** @default nodes only */
  manifest?: string | undefined
  from?: number | undefined
  to?: number | undefined
  address?: Hex | undefined
  topics?: (Hex | null)[] | undefined
  order?: 'asc' | 'desc' | undefined
  limit?: number | undefined
  /** Whether to compare contents: the digest of logs that are not compared is empty. @default true */
  compare?: boolean | undefined
}

export interface ArchiveReading {
  ms: number
  logs: number
  /** Equal for equal logs. */
  digest: string
}

const clients = new Map<string, ReturnType<typeof connect>>()

function connect({ node, manifest }: ArchiveWork) {
  const network = defineNetwork(xone, { http: [node], finality: 0, archive: manifest })
  return createClient({
    chain: network,
    transport: nodePool(
      { ...network, webSocket: undefined, dailyQuota: undefined },
      { storage: null, channel: null },
    ),
  })
}

function queryOf({ from = 0, to, address, topics, order, limit }: ArchiveWork): LogQuery {
  return {
    address: address ?? null,
    topics: topics ?? null,
    order,
    limit,
    fromBlock: BigInt(from),
    toBlock: to === undefined ? 'latest' : BigInt(to),
  }
}

/** Reads logs with a new client; with the client named `again`, if given, which keeps what it has learned. */
export async function ours(work: ArchiveWork, again?: string): Promise<ArchiveReading> {
  const client = (again !== undefined && clients.get(again)) || connect(work)
  if (again !== undefined) clients.set(again, client)
  const start = performance.now()
  let snapshot = LogsSnapshot.empty
  for await (const event of readHistory(client, queryOf(work))) {
    if (event.type === 'failed') throw event.error
    snapshot = applyScanEvent(snapshot, event)
  }
  const list = createPackedLogList({ segments: snapshot.selections })
  const ms = performance.now() - start
  const { compare = true } = work
  const lines = compare ? list.map(lineOf) : []
  return { ms, logs: list.length, digest: await digestOf(lines) }
}

/** Counts logs without reading them. */
export async function count(work: ArchiveWork): Promise<ArchiveReading> {
  const client = connect(work)
  const start = performance.now()
  const plan = await planScan(getPool(client), queryOf(work))
  const ms = performance.now() - start
  const logs = plan.parts.reduce((sum, part) => sum + (part.logs ?? Number.NaN), 0)
  return { ms, logs, digest: '' }
}

/** What people write without an archive: 10,000 blocks per call, 6 calls at a time. */
export async function loop(work: ArchiveWork, { head }: { head: number }): Promise<ArchiveReading> {
  const { node, from = 0, to = head, address, topics } = work
  const start = performance.now()
  let at = from
  const found: RpcLog[][] = []
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      while (at <= to) {
        const [first, last] = [at, Math.min(at + 9_999, to)]
        at = last + 1
        const params = [{ fromBlock: hex(first), toBlock: hex(last), address, topics }]
        const response = await fetch(node, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: first, method: 'eth_getLogs', params }),
        })
        const { result } = (await response.json()) as { result: RpcLog[] }
        found.push(result)
      }
    }),
  )
  const logs = found.flat()
  const ms = performance.now() - start
  logs.sort(
    (a, b) => Number(a.blockNumber) - Number(b.blockNumber) || Number(a.logIndex) - Number(b.logIndex),
  )
  return { ms, logs: logs.length, digest: await digestOf(logs.map(lineOf)) }
}

/** Makes a manifest of an archive with this many logs. Returns its bytes, and the milliseconds to parse it. */
export function simulateManifest({ logs, logsPerFile }: { logs: number; logsPerFile: number }) {
  const random = createRandom(1)
  const sha256 = () => randomHex(random, 32).slice(2)
  const part = (name: string, bytes: number) => {
    const hash = sha256()
    const path = `${name}-${hash.slice(0, 16)}.parquet`
    return { path, bytes, indexStart: bytes - 1_000_000, sha256: hash, indexSha256: sha256() }
  }
  const blocks = logsPerFile * 2
  const files = Array.from({ length: logs / logsPerFile }, (_, at) => {
    const [fromBlock, toBlock] = [at * blocks, (at + 1) * blocks - 1]
    return {
      ...part(`logs/${fromBlock}-${toBlock}`, logsPerFile * 133),
      fromBlock,
      toBlock,
      lastBlockHash: `0x${sha256()}`,
      parentHash: `0x${sha256()}`,
      rows: logsPerFile,
      words: part(`index/words-${fromBlock}-${toBlock}`, logsPerFile * 5),
    }
  })
  const manifest = {
    format: 'topic0-archive',
    version: 1,
    chainId: 3721,
    genesisHash: `0x${sha256()}`,
    revision: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    filter: null,
    covered: [[0, files.length * blocks - 1]],
    files,
    keys: part('index/keys', 480_000_000),
  }
  const text = JSON.stringify(manifest, undefined, 1)
  const start = performance.now()
  const parsed = parseManifest(text)
  const ms = performance.now() - start
  if (typeof parsed === 'string') throw new Error(`The archive ${parsed}.`)
  return { ms, files: files.length, bytes: text.length }
}

interface RpcLog {
  blockNumber: Hex
  logIndex: Hex
  blockHash: Hex
  transactionHash: Hex
  address: Hex
  topics: Hex[]
  data: Hex
}

function hex(value: number): string {
  return `0x${value.toString(16)}`
}

type Comparable = Omit<RpcLog, 'blockNumber' | 'logIndex' | 'topics'> & {
  readonly blockNumber: bigint | Hex
  readonly logIndex: number | Hex
  readonly topics: readonly Hex[]
}

/** A log as text, the same however its numbers are represented. */
function lineOf(log: Comparable): string {
  const { blockHash, transactionHash, address, topics, data } = log
  return [
    Number(log.blockNumber),
    Number(log.logIndex),
    blockHash,
    transactionHash,
    address,
    topics,
    data,
  ].join()
}

async function digestOf(lines: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(lines.join('\n'))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
