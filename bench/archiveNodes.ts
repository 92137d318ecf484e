import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Hex } from 'viem'
import { clipSegment } from '../src/logs/columns/clipSegment.ts'
import type { LogSegment } from '../src/logs/columns/LogSegment.ts'
import { LogSegmentBuilder } from '../src/logs/columns/LogSegmentBuilder.ts'
import { selectRows } from '../src/logs/columns/selectRows.ts'
import { parseLogQuery } from '../src/logs/filter/parseLogQuery.ts'
import { ArchiveFolder } from '../src/node/archive/ArchiveFolder.ts'
import { createRandom } from '../test/support/randomLogs.ts'

/** A chain with logs, a node that serves it, and its archive on a server. */
export interface ArchiveNodesOptions {
  seed: number
  logs: number
  /** The head is `blocks - 1`. */
  blocks: number
  logsPerFile: number
}

export interface ArchiveNodes {
  node: string
  manifest: string
  /** The contract and event with 5,000 logs per million, spread over the chain. */
  contract: Hex
  event: Hex
  /** An event with a third of all logs, and an account that is topic1 of four of them. */
  transfer: Hex
  rare: Hex
  bytes: { logs: number; keys: number; words: number }
}

export interface Traffic {
  /** Requests to the archive, and the bytes of their bodies. */
  requests: number
  bytes: number
  /** JSON-RPC calls. */
  calls: number
  logCalls: number
}

interface Call {
  id: number
  method: string
  params: [
    string | { fromBlock: string; toBlock: string; address?: Hex | Hex[]; topics?: (Hex | Hex[] | null)[] },
  ]
}

const { seed, logs, blocks, logsPerFile } = workerData as ArchiveNodesOptions
const folder = mkdtempSync(join(tmpdir(), 'bench-archive-'))
const files = new Map<string, Buffer>()
let latency = 0
let traffic: Traffic = { requests: 0, bytes: 0, calls: 0, logCalls: 0 }

const random = createRandom(seed)
const words = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 2 ** 32))
const contracts = Array.from({ length: 500 }, () => words(5))
const events = Array.from({ length: 60 }, () => words(8))
const people = Array.from({ length: logs / 10 }, () => words(5))
const rarePerson = words(5)
const chain = mineLogs()

/** The logs of a busy chain: half of the blocks are empty, and transactions have two logs with 64 bytes of data each. */
function mineLogs(): LogSegment {
  const builder = new LogSegmentBuilder()
  const { draft } = builder
  const numbers = Float64Array.from({ length: logs }, () => Math.floor(random() * (blocks / 8)) * 8).sort()
  const rareRows = new Set([0.13, 0.38, 0.61, 0.87].map((share) => Math.floor(logs * share) + 1))
  let [block, index] = [-1, 0]
  for (const [row, number] of numbers.entries()) {
    if (number !== block) {
      ;[block, index] = [number, 0]
      set(draft.blockHash, words(8), 0)
    }
    if (index % 2 === 0) set(draft.transactionHash, words(8), 0)
    draft.blockNumber = number
    draft.blockTimestamp = 1_600_000_000 + number * 3
    draft.transactionIndex = index >> 1
    draft.logIndex = index++
    const isOwn = row % 200 === 0
    const contract = isOwn ? 7 : 8 + Math.floor(random() ** 2 * 492)
    const isTransfer = rareRows.has(row) || (!isOwn && random() < 1 / 3)
    const event = isOwn ? 59 : isTransfer ? 0 : 1 + ((contract + Math.floor(random() * 3)) % 58)
    set(draft.address, contracts[contract]!, 3)
    set(draft.topics[0]!, events[event]!, 0)
    set(draft.topics[1]!, rareRows.has(row) ? rarePerson : pickPerson(), 3)
    set(draft.topics[2]!, pickPerson(), 3)
    draft.topicCount = isTransfer || isOwn || random() < 0.5 ? 3 : 2
    draft.dataLength = 64
    draft.dataStored = 40
    builder.reserve(40)
    builder.data.fill(0, builder.dataSize, builder.dataSize + 40)
    for (let k = 0; k < 8; k++) {
      builder.data[builder.dataSize + k] = random() * 256
      builder.data[builder.dataSize + 32 + k] = random() * 256
    }
    builder.commit()
  }
  return builder.finish()
}

function pickPerson(): readonly number[] {
  return people[Math.floor(random() ** 3 * people.length)]!
}

function set(word: { words: Uint32Array; changed(): void }, value: readonly number[], first: number): void {
  word.changed()
  word.words.fill(0)
  word.words.set(value, first)
}

function toHex(value: number): Hex {
  return `0x${value.toString(16)}`
}

function hashOf(number: number): Hex {
  if (number < 0) return `0x${'0'.repeat(64)}`
  const row = chain.findBlock(BigInt(number))
  const isHere = row < chain.length && chain.blockNumber(row) === BigInt(number)
  return isHere ? chain.blockHash(row) : `0x${number.toString(16).padStart(64, '0')}`
}

function answer({ id, method, params: [param] }: Call): string {
  traffic.calls++
  const reply = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result })
  const head = blocks - 1
  if (method === 'eth_chainId') return reply('0xe89')
  if (method === 'eth_blockNumber') return reply(toHex(head))
  if (method === 'eth_getBlockByNumber') {
    const number = String(param).startsWith('0x') ? Number(param) : head
    return reply({ number: toHex(number), hash: hashOf(number), parentHash: hashOf(number - 1) })
  }
  if (method !== 'eth_getLogs' || typeof param !== 'object')
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'method not found' } })
  traffic.logCalls++
  const [from, to] = [Number(param.fromBlock), Number(param.toBlock)]
  if (to - from + 1 > 10_000)
    return JSON.stringify({
      jsonrpc: '2.0',
      id,
      error: { code: -32602, message: 'query exceeds max block range 10000' },
    })
  const rows = selectRows(
    chain,
    parseLogQuery({ address: param.address ?? null, topics: param.topics ?? null }).filter,
    chain.findBlock(BigInt(from)),
    chain.findBlock(BigInt(to + 1)),
  )
  const found = Array.from(rows, (row) => {
    const log = chain.get(row)
    return {
      ...log,
      blockNumber: toHex(Number(log.blockNumber)),
      blockTimestamp: toHex(Number(log.blockTimestamp)),
      transactionIndex: toHex(log.transactionIndex),
      logIndex: toHex(log.logIndex),
    }
  })
  return reply(found)
}

function answerAll(body: string): string {
  const message = JSON.parse(body) as Call | Call[]
  return Array.isArray(message) ? `[${message.map(answer).join()}]` : answer(message)
}

function serveFile(path: string, range: string | undefined): [number, Record<string, string>, Buffer] {
  let file = files.get(path)
  if (!file) files.set(path, (file = readFileSync(join(folder, path))))
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  const body = from === undefined ? file : file.subarray(Number(from), Number(to) + 1)
  traffic.requests++
  traffic.bytes += body.length
  return from === undefined
    ? [200, {}, body]
    : [206, { 'content-range': `bytes ${from}-${to}/${file.length}` }, body]
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type, range',
  'access-control-expose-headers': 'content-range',
  'access-control-max-age': '7200',
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  const due = performance.now() + latency
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    let [status, headers, body]: [number, Record<string, string>, Buffer | string] = [204, {}, '']
    if (request.method === 'GET')
      [status, headers, body] = serveFile(request.url!.slice(1), request.headers.range)
    if (request.method === 'POST') [status, body] = [200, answerAll(Buffer.concat(parts).toString())]
    setTimeout(() => response.writeHead(status, { ...cors, ...headers }).end(body), due - performance.now())
  })
}

async function listen(): Promise<string> {
  const server = createServer(handle)
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function start(): Promise<ArchiveNodes> {
  const written = []
  const target = new ArchiveFolder(folder)
  for (let first = 0; first < logs; first += logsPerFile) {
    const blockOf = (row: number) => Number(chain.blockNumber(row))
    const fromBlock = first === 0 ? 0 : blockOf(first - 1) + 1
    const toBlock = first + logsPerFile < logs ? blockOf(first + logsPerFile - 1) : blocks - 1
    const part = clipSegment(chain, { from: BigInt(fromBlock), to: BigInt(toBlock) })
    const hashes = { lastBlockHash: hashOf(toBlock), parentHash: hashOf(fromBlock - 1) }
    written.push(await target.writeLogs(part, { fromBlock, toBlock, ...hashes }, true))
  }
  const manifest = await target.publish(
    {
      format: 'topic0-archive',
      version: 1,
      chainId: 3721,
      genesisHash: hashOf(0),
      revision: 1,
      createdAt: new Date(0).toISOString(),
      filter: null,
      covered: [[0, blocks - 1]],
      files: written.map(({ file }) => file),
    },
    written.map(({ keys }) => keys),
  )
  const [node, host] = [await listen(), await listen()]
  const own = 7
  const hexOf = (value: readonly number[]) => value.map((word) => word.toString(16).padStart(8, '0')).join('')
  return {
    node,
    manifest: `${host}manifest.json`,
    contract: `0x${hexOf(contracts[own]!)}`,
    event: `0x${hexOf(events[59]!)}`,
    transfer: `0x${hexOf(events[0]!)}`,
    rare: `0x${'0'.repeat(24)}${hexOf(rarePerson)}`,
    bytes: {
      logs: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      keys: manifest.keys.bytes,
      words: manifest.files.reduce((sum, file) => sum + file.words!.bytes, 0),
    },
  }
}

const port = parentPort!
port.on('message', (message: 'stop' | number) => {
  if (message === 'stop') {
    rmSync(folder, { recursive: true })
    port.postMessage('stopped')
    return
  }
  // A number sets the latency. The reply is what was counted since the last message.
  latency = message
  port.postMessage(traffic)
  traffic = { requests: 0, bytes: 0, calls: 0, logCalls: 0 }
})
void start().then((nodes) => port.postMessage(nodes))
