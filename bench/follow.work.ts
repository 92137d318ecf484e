import { AsyncLocalStorage } from 'node:async_hooks'
import {
  FetchRequest,
  FetchResponse,
  JsonRpcProvider,
  Network as EthersNetwork,
  WebSocketProvider,
  type Log as EthersLog,
} from 'ethers'
import {
  createClient,
  createPublicClient,
  defineChain,
  http,
  parseAbiItem,
  webSocket,
  type Address,
  type Hash,
} from 'viem'
import { createConfig } from 'wagmi'
import { watchContractEvent } from 'wagmi/actions'
import { defineNetwork } from '../src/logs/archive/defineNetwork.ts'
import { follow } from '../src/logs/follow/follow.ts'
import { xone } from '../src/rpc/networks/xone.ts'
import { nodePool } from '../src/rpc/pool/nodePool.ts'
import { startFakeNode, type FakeNode, type FakeNodeOptions } from '../test/support/startFakeNode.ts'

/** The result of following one token during a fault. */
export interface Outcome {
  readonly missed: number
  readonly duplicated: number
  readonly orphaned: number
  readonly requests: number
}

interface Subject {
  readonly node: FakeNode
  readonly address: Address
  readonly socket: boolean
  readonly seen: Seen
}

type Follow = (subject: Subject) => () => void

/** Milliseconds between two blocks, and between two polls of everyone. */
const blockTime = 60
const pollingInterval = 60
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** The logs that an application shows if it trusts its library. */
class Seen {
  readonly shown = new Map<string, number>()
  duplicated = 0

  add(log: { blockHash: string | null; logIndex: number | null }): void {
    const id = `${log.blockHash}:${log.logIndex}`
    if (this.shown.has(id)) this.duplicated++
    this.shown.set(id, 1)
  }

  remove(log: { blockHash: string | null; logIndex: number | null }): void {
    this.shown.delete(`${log.blockHash}:${log.logIndex}`)
  }
}

/** The node that is followed, for libraries that use the global `WebSocket`. */
const currentNode = new AsyncLocalStorage<FakeNode>()

export function openSocket(url: string): WebSocket {
  const { WebSocket } = currentNode.getStore()!
  const socket = new WebSocket(url)
  // Some libraries set `onmessage` and its like.
  for (const type of ['open', 'message', 'close', 'error'] as const)
    socket.addEventListener(type, (event) =>
      (socket as unknown as Record<string, ((event: Event) => void) | null>)[`on${type}`]?.(event),
    )
  return socket
}

/** A URL of its own for each race, because viem keeps one connection per URL forever. */
const socketUrls = new WeakMap<FakeNode, string>()
let races = 0
function socketUrl(node: FakeNode): string {
  let url = socketUrls.get(node)
  if (url === undefined) socketUrls.set(node, (url = `${node.webSocketUrl}?race=${++races}`))
  return url
}

const chainOf = (node: FakeNode) =>
  defineChain({
    id: 3721,
    name: 'Bench',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [node.url], webSocket: [socketUrl(node)] } },
  })

const viemTransport = ({ node, socket }: Subject) =>
  socket ? webSocket(socketUrl(node)) : http(node.url, { fetchFn: node.fetch, retryDelay: 20 })

const followers: Record<string, Follow> = {
  ours({ node, address, socket, seen }) {
    const network = defineNetwork(xone, {
      http: [node.url],
      webSocket: socket ? node.webSocketUrl : undefined,
      finality: 32,
      dailyQuota: 1_000_000_000,
    })
    const transport = nodePool(network, {
      fetch: node.fetch,
      WebSocket: node.WebSocket,
      storage: null,
      channel: null,
      // Shortened like the time between blocks.
      socketStallTimeout: 600,
      timeout: 1_000,
    })
    const client = createClient({ chain: network, transport })
    const controller = new AbortController()
    const { signal } = controller
    const query = { address, topics: [topic as Hash], fromBlock: node.chain.head + 1n }
    void (async () => {
      for await (const event of follow(client, query, { signal, pollingInterval })) {
        if (event.type !== 'change') continue
        for (const log of event.removed) seen.remove(log)
        for (const log of event.added) seen.add(log)
      }
    })().catch(() => {})
    return () => {
      controller.abort()
      client.transport.pool.close()
    }
  },
  viem(subject) {
    const { node, address, seen } = subject
    const transport = viemTransport(subject)
    const client = createPublicClient({ chain: chainOf(node), transport, pollingInterval })
    return client.watchEvent({
      address,
      event: transfer,
      onError: () => {},
      onLogs: (logs) => {
        for (const log of logs)
          if (log.removed) seen.remove(log)
          else seen.add(log)
      },
    })
  },
  'wagmi (the action of useWatchContractEvent)'(subject) {
    const { node, address, seen } = subject
    const chain = chainOf(node)
    const config = createConfig({
      chains: [chain],
      transports: { [chain.id]: viemTransport(subject) },
      pollingInterval,
    })
    return watchContractEvent(config, {
      address,
      abi: [transfer],
      eventName: 'Transfer',
      onError: () => {},
      onLogs: (logs) => {
        for (const log of logs)
          if (log.removed) seen.remove(log)
          else seen.add(log)
      },
    })
  },
  ethers({ node, address, socket, seen }) {
    const network = EthersNetwork.from(3721)
    const options = { staticNetwork: network, pollingInterval }
    const add = (log: EthersLog) => {
      const id = { blockHash: log.blockHash, logIndex: log.index }
      if (log.removed) seen.remove(id)
      else seen.add(id)
    }
    let provider: JsonRpcProvider | WebSocketProvider
    if (socket) provider = new WebSocketProvider(new WebSocket(socketUrl(node)) as never, network, options)
    else {
      const request = new FetchRequest(node.url)
      request.getUrlFunc = async (asked) => {
        const reply = await node.fetch(asked.url, {
          method: 'POST',
          headers: asked.headers,
          body: asked.body && new TextDecoder().decode(asked.body),
        })
        const body = new Uint8Array(await reply.arrayBuffer())
        return toEthersReply(reply, body, asked)
      }
      provider = new JsonRpcProvider(request, network, options)
      provider.pollingInterval = pollingInterval
    }
    void provider.on('error', () => {})
    void provider.on({ address, topics: [topic] }, add)
    return () => {
      void provider.destroy()
    }
  },
}

function toEthersReply(reply: Response, body: Uint8Array, request: FetchRequest) {
  return new FetchResponse(reply.status, reply.statusText, Object.fromEntries(reply.headers), body, request)
}

interface Fault {
  readonly name: string
  readonly socket: boolean
  readonly options?: FakeNodeOptions
  /** Changes the node before each block, 0 to 39. */
  readonly at: (block: number, node: FakeNode) => void
}

export const faults: readonly Fault[] = [
  { name: 'polling, nothing goes wrong', socket: false, at: () => {} },
  {
    name: 'the filter is lost twice',
    socket: false,
    at(block, { endpoints }) {
      if (block === 10 || block === 25) endpoints[0]!.filters.clear()
    },
  },
  {
    name: 'the node answers [] to every filter',
    socket: false,
    at(_, node) {
      node.faults.filters = 'silent'
    },
  },
  {
    name: 'the endpoint is unreachable for ten blocks',
    socket: false,
    at(block, node) {
      node.faults.down = block >= 10 && block < 20 ? 'cors' : undefined
    },
  },
  {
    name: 'a reorganization of 3, announced with removed: true',
    socket: false,
    at(block, { chain }) {
      if (block === 20) chain.reorg(3, { blocks: 3 })
    },
  },
  {
    name: 'a reorganization of 3, not announced',
    socket: false,
    at(block, node) {
      node.faults.sendsRemoved = false
      if (block === 20) node.chain.reorg(3, { blocks: 3 })
    },
  },
  {
    name: 'the head goes back 3 for a while',
    socket: false,
    at(block, node) {
      node.faults.lag = block >= 15 && block < 20 ? 3 : undefined
    },
  },
  { name: 'socket, nothing goes wrong', socket: true, at: () => {} },
  {
    name: 'socket: dropped twice, for two blocks',
    socket: true,
    at(block, node) {
      const away = (block >= 10 && block < 12) || (block >= 25 && block < 27)
      node.faults.socket = away ? { refuse: true } : undefined
      if (away) for (const socket of node.sockets) socket.drop()
    },
  },
  {
    name: 'socket: half-open',
    socket: true,
    at(block, { sockets }) {
      if (block === 10) for (const socket of sockets) socket.silence()
    },
  },
  {
    name: 'socket: the node forgets its subscriptions',
    socket: true,
    at(block, { sockets }) {
      if (block === 10) for (const socket of sockets) socket.forget()
    },
  },
  {
    name: 'socket: everything comes twice',
    socket: true,
    at(_, node) {
      node.faults.socket = { twice: true }
    },
  },
  {
    name: 'socket: a reorganization of 3, not announced',
    socket: true,
    at(block, node) {
      node.faults.sendsRemoved = false
      if (block === 20) node.chain.reorg(3, { blocks: 4 })
    },
  },
]

export const names = Object.keys(followers)

/** Follows 40 blocks during a fault, and counts the wrong logs at the end. */
export async function play(name: string, fault: Fault): Promise<Outcome> {
  const node = startFakeNode({ seed: 7, blocks: 50, logsPerBlock: 4, ...fault.options })
  return currentNode.run(node, async () => {
    const address = node.chain.contracts[0]!
    const seen = new Seen()
    const stop = followers[name]!({ node, address, socket: fault.socket, seen })
    await wait(600)
    const from = node.chain.head + 1n
    for (let block = 0; block < 40; block++) {
      fault.at(block, node)
      node.chain.mine(1)
      await wait(blockTime)
    }
    node.faults.down = undefined
    node.faults.lag = undefined
    const truth = () =>
      node.chain
        .logs({ address: [address], topics: [[topic as Hash]] }, from, node.chain.head)
        .map(({ blockHash, logIndex }) => `${blockHash}:${logIndex}`)
    // Time to recover, while more blocks arrive.
    for (let block = 0; block < 30; block++) {
      node.chain.mine(1)
      await wait(blockTime)
    }
    await wait(600)
    stop()
    const ids = truth()
    const canonical = new Set(ids)
    return {
      missed: ids.filter((id) => !seen.shown.has(id)).length,
      duplicated: seen.duplicated,
      orphaned: [...seen.shown.keys()].filter((id) => !canonical.has(id)).length,
      requests: node.calls.length,
    }
  })
}
