import { QueryClient } from '@tanstack/react-query'
import { createClient, createPublicClient, http, type Client } from 'viem'
import { defineNetwork } from '../src/logs/archive/defineNetwork.ts'
import { createLogCache } from '../src/logs/cache/createLogCache.ts'
import { countLogs } from '../src/logs/columns/LogSelection.ts'
import { readHistory } from '../src/logs/scan/readHistory.ts'
import { xone } from '../src/rpc/networks/xone.ts'
import { nodePool } from '../src/rpc/pool/nodePool.ts'

export interface Question {
  from: number
  to: number
  topics?: readonly `0x${string}`[]
  /** Blocks in one call. */
  size: number
}

export interface Answer {
  ms: number
  logs: number
  /** JSON-RPC calls of all kinds. */
  calls: number
  /** Blocks whose logs were asked for. */
  blocks: number
}

type Read = (urls: readonly string[], question: Question) => Promise<number>

const sent = { calls: 0, blocks: 0 }
const { fetch } = globalThis
globalThis.fetch = (input, init) => {
  for (const { method, params } of [JSON.parse(init?.body as string)].flat()) {
    sent.calls++
    if (method === 'eth_getLogs') sent.blocks += Number(params[0].toBlock) - Number(params[0].fromBlock) + 1
  }
  return fetch(input, init)
}

function measured(read: Read): (urls: readonly string[], question: Question) => Promise<Answer> {
  return async (urls, question) => {
    Object.assign(sent, { calls: 0, blocks: 0 })
    const start = performance.now()
    const logs = await read(urls, question)
    return { ms: performance.now() - start, logs, ...sent }
  }
}

const cache = createLogCache()
let client: Client | undefined

/** The client of a page, created once per visit. */
function openClient(urls: readonly string[]): Client {
  const network = defineNetwork(xone, { http: urls, finality: 0 })
  const transport = nodePool({ ...network, webSocket: undefined }, { storage: null, channel: null })
  return createClient({ chain: network, transport })
}

export const ours = measured(async (urls, { from, to, topics }) => {
  client ??= openClient(urls)
  const query = { topics: topics ?? null, fromBlock: BigInt(from), toBlock: BigInt(to) }
  let logs = 0
  for await (const event of readHistory(client, query, { cache })) {
    if (event.type === 'failed') throw event.error
    if (event.type === 'logs') logs += countLogs(event.selection)
  }
  return logs
})

/** What most people write first: one call after the other, without a cache. */
const readLoop: Read = async ([url], { from, to, topics = [], size }) => {
  const reader = createPublicClient({ transport: http(url) })
  let logs = 0
  for (let at = from; at <= to; at += size) {
    const range = { fromBlock: toHex(at), toBlock: toHex(Math.min(at + size - 1, to)) }
    // viem's own action takes an event rather than topics.
    const filter = { topics: [...topics], ...range }
    logs += (await reader.request({ method: 'eth_getLogs', params: [filter] })).length
  }
  return logs
}

export const viemLoop = measured(readLoop)

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })

/** The same with react-query, under a key of all parameters, as most hooks have it: only the same question is answered from its cache. */
export const keyedQuery = measured((urls, question) =>
  queryClient.fetchQuery({ queryKey: ['logs', question], queryFn: () => readLoop(urls, question) }),
)

function toHex(block: number): `0x${string}` {
  return `0x${block.toString(16)}`
}
