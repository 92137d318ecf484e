import { defineChain, type Client } from 'viem'
import type { Network, NodePoolTransport } from '../../../src/index.ts'
import { numberedEnd } from '../../../src/logs/chain/resolveRange.ts'
import type { ParsedLogQuery, Range, RangeEnd } from '../../../src/logs/filter/ParsedLogQuery.ts'
import { logMatcher } from '../../../src/testing/logMatcher.ts'
import type { WireLog } from '../../../src/testing/WireLog.ts'
import { clientOf } from '../clientOf.ts'
import { createFakeNode, type FakeNode } from '../fakeNode.ts'

/** Blocks that are deeper are never replaced. */
export const finality = 10

/** One version of a chain. */
export interface ChainVersion {
  readonly head: bigint
  /** All its logs, oldest first. */
  readonly logs: readonly WireLog[]
  /** When it was replaced by the next version, in milliseconds. */
  until: number
}

/** A chain that an explorer shows, with its node and all its versions. */
export class ShownChain {
  readonly node: FakeNode
  readonly network: Network
  readonly client: Client<NodePoolTransport, Network>
  readonly versions: ChainVersion[] = []

  constructor(seed: number, { id, name, latency }: { id: number; name: string; latency: () => number }) {
    this.node = createFakeNode({
      seed,
      chainId: id,
      blocks: 200,
      logsPerBlock: (_, random) => (random() < 0.3 ? 0 : random.below(4)),
      endpoints: 2,
      timestamps: true,
      latency,
    })
    const { chain, url, webSocketUrl, WebSocket } = this.node
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const webSocket = seed % 2 === 0 ? undefined : webSocketUrl
    this.client = clientOf(
      this.node,
      { webSocket, finality, dailyQuota: 1e9 },
      { WebSocket },
      defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }),
    )
    this.network = this.client.chain
    this.#keep(chain.head)
    chain.onChange(({ added }) => {
      // Nodes announce new blocks one by one.
      for (const { number } of added) {
        this.versions.at(-1)!.until = Date.now()
        this.#keep(BigInt(number))
      }
    })
  }

  #keep(head: bigint) {
    const logs = this.node.chain.wireLogs({}, 0, Number(head))
    this.versions.push({ head, logs, until: Number.POSITIVE_INFINITY })
  }
}

/** The rows of a query, in its order, as the chain was then. */
export function rowsOf({ head, logs }: ChainVersion, query: ParsedLogQuery): readonly WireLog[] {
  const { filter, range, order, limit } = query
  const address = filter.address && [...filter.address]
  const topics = filter.topics.map((topic) => topic && [...topic])
  const matches = logMatcher({ address, topics })
  const matching = logs.filter((log) => isInRange(log, range, head) && matches(log))
  return (order === 'desc' ? matching.toReversed() : matching).slice(0, limit)
}

function isInRange({ blockHash, blockNumber }: WireLog, range: Range, head: bigint): boolean {
  if ('blockHash' in range) return blockHash === range.blockHash
  const number = BigInt(blockNumber)
  return (
    number >= numberedEnd(range.fromBlock, head)! && number <= numberedEnd(range.toBlock as RangeEnd, head)!
  )
}
