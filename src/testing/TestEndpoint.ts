import type { Hash } from 'viem'
import type { TestCall, EndpointFaults, TestReply } from './EndpointFaults.ts'
import { logMatcher, type WireFilter } from './logMatcher.ts'
import { toRpcHeader, toRpcTransaction } from './rpcObjects.ts'
import type { TestBlock, TestChain } from './TestChain.ts'
import type { WireLog } from './WireLog.ts'

const hex = (value: number) => `0x${value.toString(16)}`
const ok = (result: unknown): TestReply => ({ result })
const fail = (code: number, message: string): TestReply => ({ error: { code, message } })

const reportRange = ({ limit }: { limit: number }) => ({
  code: -32602,
  message: `query exceeds max block range ${limit}`,
})
const reportResults = ({ limit }: { limit: number }) => ({
  code: -32005,
  message: `query returned more than ${limit} results`,
})

/** One endpoint of the fake node: its own view of the chain, its filters and its faults. */
export class TestEndpoint {
  readonly url: string
  readonly host: string
  readonly chain: TestChain
  faults: EndpointFaults
  readonly filters = new Map<string, { filter: WireFilter | 'blocks'; changes: unknown[] }>()
  #lastFilter = 0
  /** When the calls of the last second were answered. */
  #answered: number[] = []

  constructor(url: string, chain: TestChain, faults: EndpointFaults) {
    this.url = url
    this.host = new URL(url).host
    this.chain = chain
    this.faults = faults
    chain.onChange(({ added, orphaned }) => {
      for (const { filter, changes } of this.filters.values())
        changes.push(...this.changesFor(filter, added, orphaned))
    })
  }

  /** The head it shows. */
  get head(): number {
    return Math.max(0, Number(this.chain.head) - (this.faults.lag ?? 0)) + (this.faults.ahead ?? 0)
  }

  /** Whether `count` more calls are within a rate. If so, they are counted. */
  mayAnswer(count: number, perSecond: number, now: number): boolean {
    this.#answered = this.#answered.filter((at) => at > now - 1_000)
    if (this.#answered.length + count > perSecond) return false
    this.#answered.push(...Array.from({ length: count }, () => now))
    return true
  }

  /** Changes of the chain as a filter or subscription receives them. */
  changesFor(
    filter: WireFilter | 'blocks',
    added: readonly TestBlock[],
    orphaned: readonly TestBlock[],
  ): unknown[] {
    if (filter === 'blocks') return added.map(({ hash }) => hash)
    const gone = this.faults.sendsRemoved === false ? [] : orphaned.flatMap(({ logs }) => logs)
    const matches = logMatcher(filter)
    return [
      ...gone.filter(matches).map((log) => ({ ...log, removed: true })),
      ...added.flatMap(({ logs }) => logs.filter(matches)),
    ]
  }

  /** A block header as the node sends it. */
  header(block: TestBlock) {
    const { bloom } = this.faults
    const header = toRpcHeader(block)
    return bloom ? { ...header, logsBloom: `0x${(bloom === 'full' ? 'f' : '0').repeat(512)}` } : header
  }

  answer(call: TestCall): TestReply {
    const refusal = this.faults.refuse?.[call.method] ?? this.faults.refuseCall?.(call.method, call.params)
    if (refusal) return { error: refusal }
    const [first] = call.params
    switch (call.method) {
      case 'eth_chainId':
        return ok(hex(this.faults.chainId ?? this.chain.chainId))
      case 'net_version':
        return ok(String(this.faults.chainId ?? this.chain.chainId))
      case 'web3_clientVersion':
        return ok('fake/1.0.0')
      case 'eth_blockNumber':
        return ok(hex(this.head))
      case 'eth_getBlockByNumber': {
        const block = this.#visible(this.chain.block(this.#number(first)))
        return ok(block && this.#hasHeader(block) ? this.header(block) : null)
      }
      case 'eth_getBlockByHash': {
        const block = this.#visible(this.chain.blockByHash(String(first)))
        return ok(block && this.#hasHeader(block) ? this.header(block) : null)
      }
      case 'eth_getTransactionByHash':
      case 'eth_getTransactionReceipt': {
        const logs = this.chain.transactionLogs(String(first), this.head)
        return ok(logs[0] ? toRpcTransaction(logs[0], logs) : null)
      }
      case 'eth_getLogs':
        return this.#getLogs(call.method, first ?? {})
      case 'eth_newFilter':
        return ok(this.#newFilter(first ?? {}))
      case 'eth_newBlockFilter':
        return ok(this.#newFilter('blocks'))
      case 'eth_getFilterChanges':
      case 'eth_getFilterLogs': {
        if (this.faults.filters === 'silent') return ok([])
        if (this.faults.filters === 'gone') this.filters.delete(String(first))
        const held = this.filters.get(String(first))
        if (!held) return { error: this.faults.filterError ?? { code: -32000, message: 'filter not found' } }
        if (call.method === 'eth_getFilterLogs' && held.filter !== 'blocks')
          return this.#getLogs(call.method, held.filter)
        return ok(this.#report(held.changes.splice(0)))
      }
      case 'eth_uninstallFilter':
        return ok(this.filters.delete(String(first)))
      default:
        return fail(-32601, `the method ${call.method} does not exist/is not available`)
    }
  }

  /** The changes of a filter that a poll returns. */
  #report(changes: readonly unknown[]): readonly unknown[] {
    const { filters } = this.faults
    if (filters === 'skips') return changes.filter((_, at) => at % 2 === 1)
    if (filters === 'repeats')
      return changes.flatMap((one) =>
        typeof one === 'object' ? [one, one, { ...one, removed: true }] : [one, one],
      )
    return changes
  }

  #newFilter(filter: WireFilter | 'blocks'): string {
    const id = hex(++this.#lastFilter)
    this.filters.set(id, { filter, changes: [] })
    return id
  }

  #visible(block: TestBlock | undefined) {
    return block && block.number <= this.head ? block : undefined
  }

  /** The first block is never pruned. */
  #hasHeader({ number }: TestBlock): boolean {
    const { pruned } = this.faults
    return (
      !pruned || pruned.style === 'error' || pruned.headers === true || number >= pruned.below || number === 0
    )
  }

  #number(tag: unknown): number {
    if (tag === 'earliest') return 0
    if (tag === 'finalized') return Math.max(0, this.head - (this.chain.finalized ?? Number.NaN))
    if (tag === 'safe') return Math.max(0, this.head - 32)
    if (tag === undefined || tag === null || tag === 'latest' || tag === 'pending') return this.head
    return typeof tag === 'string' && /^0x[0-9a-f]{1,14}$/i.test(tag) ? Number(tag) : Number.NaN
  }

  #getLogs(method: string, filter: WireFilter): TestReply {
    const { faults } = this
    if (filter.anyOf) return fail(-32602, 'unknown field anyOf')
    if (filter.blockHash !== undefined) {
      if (filter.fromBlock !== undefined || filter.toBlock !== undefined)
        return fail(-32602, 'invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock')
      const block = this.#visible(this.chain.blockByHash(filter.blockHash satisfies Hash))
      if (!block) return fail(-32000, 'unknown block')
      const isPruned = faults.pruned && block.number < faults.pruned.below
      if (isPruned)
        return faults.pruned?.style === 'error' ? fail(4444, 'pruned history unavailable') : ok([])
      return this.#send(method, block.logs.filter(logMatcher(filter)), block.number, block.number)
    }
    const from = this.#number(filter.fromBlock)
    let to = this.#number(filter.toBlock)
    if (Number.isNaN(from) || Number.isNaN(to))
      return fail(-32602, 'invalid argument 0: hex string has leading zero digits')
    if (from > to) return fail(-32602, 'invalid block range params')
    const limit = faults.maxBlockRange
    const size = to - from + 1
    if (limit !== undefined && size > limit) {
      const { rangeError = reportRange } = faults
      const error = rangeError({ method, limit, size, from, to })
      if (error) return { error }
    }
    if (to > this.head) {
      if (faults.beyondHead === 'error') return fail(-32000, 'block range extends beyond current head block')
      if (faults.beyondHead === 'empty') return ok([])
      to = this.head
    }
    const { pruned } = faults
    const first = pruned ? Math.max(from, pruned.below) : from
    if (pruned && first > from && pruned.style === 'error') return fail(4444, 'pruned history unavailable')
    if (first > from && pruned?.style === 'empty') return ok([])
    return this.#send(method, this.chain.wireLogs(filter, first, to), from, to)
  }

  #send(method: string, logs: WireLog[], from: number, to: number): TestReply {
    const { maxResults: limit, truncateAt, tamper, resultsError = reportResults } = this.faults
    if (limit !== undefined && logs.length > limit) {
      const error = resultsError({ method, limit, size: logs.length, from, to })
      if (error) return { error }
    }
    const sent = truncateAt === undefined ? logs : logs.slice(0, truncateAt)
    return ok(tamper ? tamper(structuredClone(sent)) : sent)
  }
}
