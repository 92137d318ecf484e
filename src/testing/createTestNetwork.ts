import { createClient, defineChain, type Chain, type Client } from 'viem'
import type { NodeErrorKind } from '../errors/NodeError.ts'
import type { RawLog } from '../logs/Log.ts'
import { createLogsConfig } from '../query/createLogsConfig.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { createNetwork } from '../rpc/networks/createNetwork.ts'
import type { Network } from '../rpc/networks/Network.ts'
import { nodePool, type NodePoolTransport } from '../rpc/pool/nodePool.ts'
import { NetworkFailures } from './NetworkFailures.ts'
import type { FailOptions } from './nodeFailures.ts'
import { defaultBlockTime, TestChain, testSeed, transactionHash } from './TestChain.ts'
import { TestNode } from './TestNode.ts'

/** A log for a test network, such as {@link createTestLogs} makes. Its position in a block comes from the network. */
export type TestLog = Pick<RawLog, 'address' | 'topics' | 'data'>

export interface CreateTestNetworkParameters {
  /** Logs at their `blockNumber`, or a function that makes the logs of a block when it is first read. @default none */
  logs?:
    | readonly (TestLog & { readonly blockNumber: bigint })[]
    | ((blockNumber: bigint) => readonly TestLog[])
    | undefined
  /**
   * The newest block at the start. Logs of later blocks appear when these are mined. @default the block of the last
   * log
   */
  blockNumber?: bigint | undefined
  /** The chain whose id, name and currency the network has. @default "Test network", chain id 31337 */
  chain?: Chain | undefined
  /** Blocks behind the head after which a block is final. @default 64 */
  finality?: number | undefined
  /** JSON-RPC calls allowed per UTC day. @default unlimited */
  dailyQuota?: number | undefined
  /** How many endpoints serve the chain. @default 1 */
  endpoints?: number | undefined
  /** Whether new blocks are pushed over a WebSocket; without one, they are polled. @default true */
  webSocket?: boolean | undefined
  /** Seconds between two blocks. @default 12 */
  blockTime?: number | undefined
  /** Whether logs have the `blockTimestamp` of their block, as most nodes send it. @default true */
  timestamps?: boolean | undefined
  /** Answers further JSON-RPC methods, such as `eth_call`, with what the function returns. */
  methods?: Readonly<Record<string, (params: readonly unknown[]) => unknown>> | undefined
}

export interface TestRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A chain in memory with a node: see {@link createTestNetwork}. */
export interface TestNetwork {
  /** For `LogsProvider`, `logsQueryOptions`, `watchLogs`. */
  readonly config: LogsConfig
  /** For `LogsProvider`, `scan` and viem's actions. */
  readonly client: Client<NodePoolTransport, Network>
  /** For a viem client or wagmi config of your own. */
  readonly transport: NodePoolTransport
  /** The network with its endpoints. Only its own `fetch` and `WebSocket` reach their URLs. */
  readonly chain: Network
  readonly fetch: typeof globalThis.fetch
  readonly WebSocket: typeof globalThis.WebSocket
  /** The newest block. */
  readonly blockNumber: bigint
  /** Every JSON-RPC call that the node has received, oldest first. */
  readonly requests: readonly TestRequest[]
  /** All logs of the chain as it is now, oldest first. */
  getLogs(): readonly RawLog[]
  /** Mines a block with `logs`, or several blocks, the first with `logs`. Returns the new head. */
  mine(logs?: readonly TestLog[], options?: { blocks?: number | undefined }): bigint
  /** Replaces the last `depth` blocks with as many others. The first of them has `logs`, the others none. */
  reorg(depth: number, logs?: readonly TestLog[]): void
  /** Makes calls fail with a `NodeError` of this kind, in addition to earlier failures. */
  fail(kind: NodeErrorKind, options?: FailOptions): void
  /**
   * Ends all failures. As with a real node, the pool may still avoid an endpoint for a while, or until a user
   * retries.
   */
  recover(): void
  /**
   * Delays all answers by this many milliseconds. With `Infinity`, requests are never answered; a later call changes
   * the delay of new requests.
   */
  delay(milliseconds: number): void
}

const testChain = defineChain({
  id: 31_337,
  name: 'Test network',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

/**
 * Creates a chain in memory with a node, for tests and stories, without a server or mocks. Blocks have consistent
 * hashes, headers and blooms; it answers `eth_chainId`, `eth_blockNumber`, `eth_getBlockByNumber`,
 * `eth_getBlockByHash`, `eth_getTransactionReceipt`, `eth_getLogs`, filters (`eth_newFilter` and others) and
 * subscriptions (`eth_subscribe`). Answers use no timers, unless delayed.
 *
 * @example
 * const network = createTestNetwork({ logs: createTestLogs(transfer, [{ from: me, to: token, value: 1n }]) })
 * watchLogs(network.config, { event: transfer, onLogs: (logs) => console.log(logs) })
 * network.mine(createTestLogs(transfer, [{ from: token, to: me, value: 2n }]))
 * network.reorg(1)
 * network.fail('rate-limited')
 */
export function createTestNetwork(parameters: CreateTestNetworkParameters = {}): TestNetwork {
  const { chain: given = testChain, webSocket = true, endpoints, methods = {} } = parameters
  const chain = createChain(given.id, parameters)
  const failures = new NetworkFailures(methods)
  const node = new TestNode({ chain, endpoints, latency: () => failures.latency })
  failures.applyTo(node)
  const network = createNetwork(given, {
    http: node.urls,
    webSocket: webSocket ? node.webSocketUrl : undefined,
    finality: parameters.finality,
    dailyQuota: parameters.dailyQuota,
  })
  const { fetch, WebSocket } = node
  const transport = nodePool(network, { fetch, WebSocket, storage: null, channel: null })
  const client = createClient({ chain: network, transport })
  return {
    config: createLogsConfig({ networks: [network], clients: [client] }),
    client,
    transport,
    chain: network,
    fetch,
    WebSocket,
    get blockNumber() {
      return chain.head
    },
    requests: node.calls,
    getLogs: () => chain.logs(),
    mine(logs, { blocks = 1 } = {}) {
      chain.mine(blocks, { logs })
      return chain.head
    },
    reorg(depth, logs = []) {
      const count = Math.min(depth, Number(chain.head) + 1)
      chain.reorg(count, { drafts: Array.from({ length: count }, (_, index) => (index === 0 ? logs : [])) })
    },
    fail: failures.fail,
    recover: failures.recover,
    delay: failures.delay,
  }
}

function createChain(chainId: number, parameters: CreateTestNetworkParameters): TestChain {
  const scripted = scriptLogs(parameters.logs ?? [])
  return new TestChain({
    seed: testSeed,
    chainId,
    blocks: Number(parameters.blockNumber ?? scripted.last) + 1,
    blockTime: parameters.blockTime ?? defaultBlockTime,
    timestamps: parameters.timestamps ?? true,
    isEmpty: scripted.isEmpty,
    // Blocks are mined with complete logs only.
    makeLogs: ({ number, hash }, drafts) =>
      ((drafts as readonly TestLog[] | undefined) ?? scripted.logsOf(number)).map(
        ({ address, topics, data }, index) => ({
          address,
          topics,
          data,
          transactionHash: transactionHash(hash, index),
        }),
      ),
  })
}

/** The scripted logs of each block, and the last block of a list. */
function scriptLogs(logs: NonNullable<CreateTestNetworkParameters['logs']>) {
  if (typeof logs === 'function') return { last: 0n, logsOf: (number: number) => logs(BigInt(number)) }
  const byBlock = new Map<number, TestLog[]>()
  let last = 0n
  for (const log of logs) {
    const number = Number(log.blockNumber)
    byBlock.set(number, [...(byBlock.get(number) ?? []), log])
    if (log.blockNumber > last) last = log.blockNumber
  }
  const isEmpty = (number: number) => !byBlock.has(number)
  return { last, isEmpty, logsOf: (number: number) => byBlock.get(number) ?? [] }
}
