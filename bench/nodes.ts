import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerBound } from '../src/logs/lowerBound.ts'
import { createRandom, randomHex } from '../test/support/randomLogs.ts'

/** How logs are spread over the blocks: evenly, more and more densely, or mostly in a few short ranges. */
export type Profile = 'uniform' | 'growing' | 'bursty'

export interface NodesOptions {
  seed: number
  profile: Profile
  /** The head is `blocks - 1`. */
  blocks: number
  logs: number
  /** Nodes, each with an origin of its own. */
  endpoints: number
  /** Milliseconds until a message is answered, preflights too. */
  latency: number
  /** Maximum blocks per call, which refusals name. */
  maxBlockRange?: number | undefined
  /** Maximum logs per answer. */
  maxResults?: number | undefined
  /** Whether a refusal of too many logs suggests a range. */
  hint?: boolean | undefined
}

interface Call {
  id: number
  method: string
  params: [string | { fromBlock: string; toBlock: string; topics?: (string | null)[] }]
}

const options = workerData as NodesOptions
const { blocks: blockCount, latency, maxBlockRange, maxResults, hint } = options
const numbers = placeLogs(options)
const lines = writeLogs(numbers, options.seed)
let calls = 0

/** The block of each log, in order. */
function placeLogs({ seed, profile, logs }: NodesOptions): number[] {
  const random = createRandom(seed)
  const bursts = Array.from({ length: 12 }, () => ({
    start: random(),
    width: (1_000 + random() * 19_000) / blockCount,
  }))
  const place = () => {
    if (profile === 'uniform') return random()
    if (profile === 'growing') return random() ** (1 / 3)
    if (random() < 0.3) return random()
    const { start, width } = bursts[Math.floor(random() * bursts.length)]!
    return Math.min(start + random() * width, 0.999_999)
  }
  return Array.from({ length: logs }, () => Math.floor(place() * blockCount)).sort((a, b) => a - b)
}

function writeLogs(blocks: readonly number[], seed: number): string[] {
  const random = createRandom(seed + 1)
  const people = Array.from(
    { length: blocks.length / 10 },
    () => `0x${'0'.repeat(24)}${randomHex(random, 20).slice(2)}`,
  )
  const person = () => people[Math.floor(random() ** 3 * people.length)]!
  const token = randomHex(random, 20)
  let block = -1
  let hash = ''
  let index = 0
  return blocks.map((number) => {
    if (number !== block) [block, hash, index] = [number, randomHex(random, 32), 0]
    return JSON.stringify({
      address: token,
      topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', person(), person()],
      data: `0x${Math.floor(random() * 2 ** 48)
        .toString(16)
        .padStart(64, '0')}`,
      blockNumber: toHex(number),
      blockHash: hash,
      transactionHash: randomHex(random, 32),
      transactionIndex: toHex(index),
      logIndex: toHex(index++),
      removed: false,
    })
  })
}

function toHex(value: number): string {
  return `0x${value.toString(16)}`
}

/** The first log at or past a block. */
function firstLog(block: number): number {
  return lowerBound(numbers.length, (index) => numbers[index]! < block)
}

/** A block by its number; any tag is the head. */
function writeBlock(tag: string): string {
  const number = tag.startsWith('0x') ? Number(tag) : blockCount - 1
  if (number >= blockCount) return 'null'
  const at = firstLog(number)
  const shown = numbers[at] === number ? (JSON.parse(lines[at]!) as { blockHash: string }) : undefined
  const hash = shown?.blockHash ?? `0x${number.toString(16).padStart(64, '0')}`
  return JSON.stringify({ number: toHex(number), hash })
}

function hasTopics(line: string, wanted: readonly (string | null)[]): boolean {
  const { topics } = JSON.parse(line) as { topics: string[] }
  return wanted.every((topic, position) => topic === null || topics[position] === topic)
}

function answer({ id, method, params }: Call): string {
  const reply = (result: string) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`
  const refuse = (code: number, message: string) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
  if (method === 'eth_chainId') return reply('"0xe89"')
  if (method === 'eth_blockNumber') return reply(`"${toHex(blockCount - 1)}"`)
  const [param] = params
  if (method === 'eth_getBlockByNumber' && typeof param === 'string') return reply(writeBlock(param))
  if (method !== 'eth_getLogs' || typeof param === 'string')
    return refuse(-32601, `the method ${method} does not exist/is not available`)
  const [from, to] = [Number(param.fromBlock), Number(param.toBlock)]
  if (maxBlockRange !== undefined && to - from + 1 > maxBlockRange)
    return refuse(-32602, `query exceeds max block range ${maxBlockRange}`)
  const [first, end] = [firstLog(from), firstLog(to + 1)]
  if (maxResults !== undefined && end - first > maxResults) {
    const words = `query returned more than ${maxResults} results`
    // The last block that fits as a whole.
    const last = numbers[first + maxResults]! - 1
    return refuse(
      -32005,
      hint ? `${words}. Try with this block range [${toHex(from)}, ${toHex(last)}].` : words,
    )
  }
  const found = lines.slice(first, end)
  const topics = param.topics?.some((topic) => topic !== null) ? param.topics : undefined
  return reply(`[${(topics ? found.filter((line) => hasTopics(line, topics)) : found).join(',')}]`)
}

function listen(): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '7200',
      'content-type': 'application/json',
    }
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const due = performance.now() + latency
      let body = ''
      if (request.method === 'POST') {
        const message = JSON.parse(Buffer.concat(parts).toString()) as Call | Call[]
        calls += [message].flat().length
        body = Array.isArray(message) ? `[${message.map(answer).join(',')}]` : answer(message)
      }
      // The latency includes the time to make the answer.
      setTimeout(() => response.writeHead(200, headers).end(body), due - performance.now())
    })
  })
  // Connections stay open between runs, as a browser's do.
  server.keepAliveTimeout = 60_000
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

const port = parentPort!
port.on('message', () => {
  port.postMessage(calls)
  calls = 0
})
void Promise.all(Array.from({ length: options.endpoints }, listen)).then((urls) => port.postMessage(urls))
