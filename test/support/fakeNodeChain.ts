import { bytesToHex, keccak256, type Address, type Hash, type Hex } from 'viem'
import { parseRpcLog } from '../../src/rpc/parseRpcLog.ts'
import type { RawLog } from '../../src/rpc/RawLog.ts'
import { createFakeRandom, type FakeRandom } from './fakeNodeRandom.ts'

/** A log as it goes over the wire. */
export interface WireLog {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hash
  transactionHash: Hash
  transactionIndex: Hex
  logIndex: Hex
  blockTimestamp?: Hex
  removed: boolean
}

/** What a test may say of a log it wants mined; the rest is drawn from the seed. */
export type LogDraft = Partial<Pick<WireLog, 'address' | 'topics' | 'data'>>

export interface WireFilter {
  address?: Address | Address[] | null
  topics?: (Hex | Hex[] | null)[] | null
  fromBlock?: string
  toBlock?: string
  blockHash?: Hash
  /** Ours alone: nodes do not know it. */
  anyOf?: readonly WireFilter[]
}

export interface FakeBlock {
  number: number
  hash: Hash
  parentHash: Hash
  timestamp: number
  logs: WireLog[]
}

export interface FakeChainOptions {
  seed: number
  chainId: number
  /** Blocks at the start, so the head is `blocks - 1`. */
  blocks: number
  /** Logs per block: a number, or drawn for each block. */
  logsPerBlock: number | ((block: number, random: FakeRandom) => number)
  /** Seconds between blocks. */
  blockTime: number
  /** Whether logs carry `blockTimestamp`. */
  timestamps: boolean
  /** How many blocks behind the head the `finalized` tag is; `undefined` where nodes do not have it. */
  finalized?: number | undefined
}

/** keccak-256 of `Transfer(address,address,uint256)`, `Approval(address,address,uint256)`, `Paused(address)`. */
export const fakeEvents = [
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  '0x62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258',
] as const

const hex = (value: number): Hex => `0x${value.toString(16)}`

/** A chain whose every block follows from the seed. Blocks are made when first read, so a million of them cost nothing. */
export class FakeChain {
  readonly chainId: number
  readonly contracts: readonly Address[]
  readonly accounts: readonly Address[]
  readonly #options: FakeChainOptions
  readonly #cache = new Map<number, FakeBlock>()
  /** Those that were made so far, also when they are on no chain any more. */
  readonly #byHash = new Map<string, FakeBlock>()
  readonly #drafts = new Map<number, readonly LogDraft[]>()
  readonly #listeners = new Set<(change: { added: FakeBlock[]; orphaned: FakeBlock[] }) => void>()
  /** Which fork each stretch of blocks belongs to. */
  #forks = [{ from: 0, id: 0 }]
  #lastFork = 0
  #head: number

  constructor(options: FakeChainOptions) {
    this.#options = options
    this.chainId = options.chainId
    this.#head = options.blocks - 1
    const random = createFakeRandom(options.seed, 0xc0ffee)
    this.contracts = Array.from({ length: 5 }, () => random.hex(20))
    this.accounts = Array.from({ length: 8 }, () => random.hex(20))
  }

  get finalized(): number | undefined {
    return this.#options.finalized
  }

  get head(): bigint {
    return BigInt(this.#head)
  }

  /** Adds blocks; `logs` are what the first of them holds, instead of what the seed says. */
  mine(count = 1, { logs }: { logs?: readonly LogDraft[] } = {}): readonly FakeBlock[] {
    if (logs) this.#drafts.set(this.#head + 1, logs)
    const added = Array.from({ length: count }, (_, index) => this.#head + 1 + index)
    this.#head += count
    return this.#announce(added, [])
  }

  /** Replaces the last `depth` blocks by as many others (or by `blocks` of them). */
  reorg(depth: number, { blocks = depth, logs }: { blocks?: number; logs?: readonly LogDraft[] } = {}) {
    const orphaned = this.#cut(depth)
    if (logs) this.#drafts.set(this.#head + 1, logs)
    const added = Array.from({ length: blocks }, (_, index) => this.#head + 1 + index)
    this.#head += blocks
    return this.#announce(added, orphaned)
  }

  /** Takes the last `depth` blocks away. */
  rollback(depth: number) {
    this.#announce([], this.#cut(depth))
  }

  onChange(listener: (change: { added: FakeBlock[]; orphaned: FakeBlock[] }) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  block(number: number): FakeBlock | undefined {
    if (number < 0 || number > this.#head || !Number.isSafeInteger(number)) return undefined
    let block = this.#cache.get(number)
    if (!block) {
      block = this.#make(number)
      this.#cache.set(number, block)
      this.#byHash.set(block.hash, block)
    }
    return block
  }

  blockByHash(hash: string): FakeBlock | undefined {
    const known = this.#byHash.get(hash.toLowerCase())
    if (known) return this.#cache.get(known.number) === known ? known : undefined
    for (let number = this.#head; number >= 0; number--)
      if (!this.#cache.has(number) && this.#hash(number) === hash.toLowerCase()) return this.block(number)
    return undefined
  }

  /** The logs of blocks `from` to `to` that pass the filter, as they go over the wire. */
  wireLogs(filter: WireFilter, from: number, to: number): WireLog[] {
    const found: WireLog[] = []
    for (let number = Math.max(0, from); number <= Math.min(to, this.#head); number++)
      for (const log of this.block(number)?.logs ?? []) if (fits(log, filter)) found.push(log)
    return found
  }

  /** The truth to compare a result with: canonical logs that pass the filter, in order. */
  logs(filter: WireFilter = {}, from: bigint | number = 0, to: bigint | number = this.#head): RawLog[] {
    return this.wireLogs(filter, Number(from), Number(to)).map(readWireLog)
  }

  #cut(depth: number): FakeBlock[] {
    const from = Math.max(0, this.#head - depth + 1)
    const orphaned: FakeBlock[] = []
    for (let number = from; number <= this.#head; number++) {
      const block = this.block(number)
      if (block) orphaned.push(block)
      this.#cache.delete(number)
      this.#drafts.delete(number)
    }
    this.#head = from - 1
    this.#forks = this.#forks.filter((fork) => fork.from < from || fork.from === 0)
    this.#forks.push({ from, id: ++this.#lastFork })
    return orphaned
  }

  #announce(numbers: readonly number[], orphaned: FakeBlock[]): readonly FakeBlock[] {
    const added = numbers.map((number) => this.block(number)).filter((block) => block !== undefined)
    for (const listener of [...this.#listeners]) listener({ added, orphaned })
    return added
  }

  #fork(number: number): number {
    let id = 0
    for (const fork of this.#forks) if (fork.from <= number) id = fork.id
    return id
  }

  #hash(number: number): Hash {
    return number < 0
      ? `0x${'0'.repeat(64)}`
      : createFakeRandom(this.#options.seed, number, this.#fork(number)).hex(32)
  }

  #make(number: number): FakeBlock {
    const { seed, logsPerBlock, blockTime, timestamps } = this.#options
    const hash = this.#hash(number)
    const random = createFakeRandom(seed, number, this.#fork(number), 1)
    const timestamp = 1_700_000_000 + number * blockTime
    const drafts = this.#drafts.get(number)
    const count =
      drafts?.length ?? (typeof logsPerBlock === 'number' ? logsPerBlock : logsPerBlock(number, random))
    const logs = Array.from({ length: count }, (_, index): WireLog => {
      const event = random.pick(fakeEvents)
      const account = (): Hex => `0x${'0'.repeat(24)}${random.pick(this.accounts).slice(2)}`
      const topics = event === fakeEvents[2] ? [event] : [event, account(), account()]
      return {
        address: random.pick(this.contracts),
        topics,
        data: random.hex(32),
        ...drafts?.[index],
        blockNumber: hex(number),
        blockHash: hash,
        transactionHash: random.hex(32),
        transactionIndex: hex(index >> 1),
        logIndex: hex(index),
        ...(timestamps ? { blockTimestamp: hex(timestamp) } : {}),
        removed: false,
      }
    })
    const parentHash = this.#cache.get(number - 1)?.hash ?? this.#hash(number - 1)
    return { number, hash, parentHash, timestamp, logs }
  }
}

/** Whether a log passes a filter: any of the addresses, and each topic position any, one, or one of several. */
export function fits(log: WireLog, { address, topics, anyOf }: WireFilter): boolean {
  if (anyOf) return anyOf.some((part) => fits(log, part))
  const addresses = address === undefined || address === null ? [] : [address].flat()
  const has = (list: readonly string[], value: string) => list.some((item) => item.toLowerCase() === value)
  if (addresses.length > 0 && !has(addresses, log.address.toLowerCase())) return false
  return (topics ?? []).every((topic, position) => {
    const actual = log.topics[position]?.toLowerCase()
    // A position beyond the log's topics fails even when it asks for nothing in particular.
    if (actual === undefined) return false
    const wanted = topic === null ? [] : [topic].flat()
    return wanted.length === 0 || has(wanted, actual)
  })
}

const parsedLogs = new WeakMap<WireLog, RawLog>()

/** A log of a fake chain as this library has it: always the same object. */
export function readWireLog(log: WireLog): RawLog {
  let parsed = parsedLogs.get(log)
  if (parsed) return parsed
  parsed = parseRpcLog(log)
  if (!parsed) throw new Error('the fake chain made a log of the wrong shape')
  parsedLogs.set(log, parsed)
  return parsed
}

const headers = new WeakMap<FakeBlock, ReturnType<typeof makeHeader>>()

/** The header as a node writes it, with the bloom its logs make. */
export function toWireHeader(block: FakeBlock) {
  const known = headers.get(block) ?? makeHeader(block)
  headers.set(block, known)
  return known
}

function makeHeader(block: FakeBlock) {
  return {
    number: hex(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: hex(block.timestamp),
    logsBloom: bloomOf(block.logs),
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    baseFeePerGas: '0x7',
    difficulty: '0x0',
    extraData: '0x',
    miner: `0x${'0'.repeat(40)}`,
    nonce: '0x0000000000000000',
    mixHash: `0x${'0'.repeat(64)}`,
    receiptsRoot: `0x${'0'.repeat(64)}`,
    stateRoot: `0x${'0'.repeat(64)}`,
    transactionsRoot: `0x${'0'.repeat(64)}`,
    sha3Uncles: `0x${'0'.repeat(64)}`,
    size: '0x0',
    uncles: [],
    transactions: [...new Set(block.logs.map(({ transactionHash }) => transactionHash))],
  }
}

/** The three bits of an item, each as byte and mask. Chains repeat their addresses and topics, and hashing is slow. */
const bloomBits = new Map<Hex, readonly (readonly [index: number, mask: number])[]>()

function bitsOf(item: Hex) {
  const known = bloomBits.get(item)
  if (known) return known
  const digest = keccak256(item, 'bytes')
  const bits = [0, 2, 4].map((at) => {
    const bit = (((digest[at] ?? 0) << 8) | (digest[at + 1] ?? 0)) & 2047
    return [255 - (bit >> 3), 1 << (bit & 7)] as const
  })
  bloomBits.set(item, bits)
  return bits
}

function bloomOf(logs: readonly WireLog[]): Hex {
  const bloom = new Uint8Array(256)
  for (const { address, topics } of logs)
    for (const item of [address, ...topics])
      for (const [index, mask] of bitsOf(item)) bloom[index] = (bloom[index] ?? 0) | mask
  return bytesToHex(bloom)
}
