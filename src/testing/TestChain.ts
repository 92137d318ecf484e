import type { Address, Hash, Hex } from 'viem'
import { parseRpcLog } from '../rpc/parseRpcLog.ts'
import type { RawLog } from '../rpc/RawLog.ts'
import { createSeededRandom } from './SeededRandom.ts'

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

export interface TestBlock {
  number: number
  hash: Hash
  parentHash: Hash
  timestamp: number
  logs: WireLog[]
}

/** Makes the logs of a block: from `drafts` if it was mined with logs, else whatever the chain holds there. */
export type MakeLogs = (
  block: { readonly number: number; readonly fork: number; readonly hash: Hash },
  drafts: readonly LogDraft[] | undefined,
) => readonly Pick<WireLog, 'address' | 'topics' | 'data' | 'transactionHash'>[]

export interface TestChainOptions {
  /** Determines the hashes. */
  seed: number
  chainId: number
  /** Blocks at the start: the head is `blocks - 1`. */
  blocks: number
  /** Seconds between blocks. */
  blockTime: number
  /** Whether logs carry `blockTimestamp`. */
  timestamps: boolean
  /** How many blocks the `finalized` tag is behind the head; `undefined` for a node without the tag. */
  finalized?: number | undefined
  makeLogs: MakeLogs
}

const hex = (value: number): Hex => `0x${value.toString(16)}`

/** A chain in memory. A block is made when first read, so a chain of a million blocks costs nothing. */
export class TestChain {
  readonly chainId: number
  readonly #options: TestChainOptions
  readonly #cache = new Map<number, TestBlock>()
  /** Those that were made so far, also when they are on no chain any more. */
  readonly #byHash = new Map<string, TestBlock>()
  readonly #drafts = new Map<number, readonly LogDraft[]>()
  readonly #listeners = new Set<(change: { added: TestBlock[]; orphaned: TestBlock[] }) => void>()
  /** Which fork each stretch of blocks belongs to. */
  #forks = [{ from: 0, id: 0 }]
  #lastFork = 0
  #head: number

  constructor(options: TestChainOptions) {
    this.#options = options
    this.chainId = options.chainId
    this.#head = options.blocks - 1
  }

  get finalized(): number | undefined {
    return this.#options.finalized
  }

  get head(): bigint {
    return BigInt(this.#head)
  }

  /** Adds blocks; `logs` are what the first of them holds, instead of what the seed says. */
  mine(count = 1, { logs }: { logs?: readonly LogDraft[] } = {}): readonly TestBlock[] {
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

  onChange(listener: (change: { added: TestBlock[]; orphaned: TestBlock[] }) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  block(number: number): TestBlock | undefined {
    if (number < 0 || number > this.#head || !Number.isSafeInteger(number)) return undefined
    let block = this.#cache.get(number)
    if (!block) {
      block = this.#make(number)
      this.#cache.set(number, block)
      this.#byHash.set(block.hash, block)
    }
    return block
  }

  blockByHash(hash: string): TestBlock | undefined {
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

  #cut(depth: number): TestBlock[] {
    const from = Math.max(0, this.#head - depth + 1)
    const orphaned: TestBlock[] = []
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

  #announce(numbers: readonly number[], orphaned: TestBlock[]): readonly TestBlock[] {
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
    return blockHash(this.#options.seed, number, this.#fork(number))
  }

  #make(number: number): TestBlock {
    const { blockTime, timestamps, makeLogs } = this.#options
    const hash = this.#hash(number)
    const timestamp = genesisTime + number * blockTime
    const logs = makeLogs({ number, fork: this.#fork(number), hash }, this.#drafts.get(number)).map(
      (log, index): WireLog => ({
        ...log,
        blockNumber: hex(number),
        blockHash: hash,
        transactionIndex: hex(index),
        logIndex: hex(index),
        ...(timestamps ? { blockTimestamp: hex(timestamp) } : {}),
        removed: false,
      }),
    )
    const parentHash = this.#cache.get(number - 1)?.hash ?? this.#hash(number - 1)
    return { number, hash, parentHash, timestamp, logs }
  }
}

/** The time of block 0, in seconds since the epoch. */
export const genesisTime = 1_700_000_000

/** The hash of a block: each fork has its own. */
export function blockHash(seed: number, number: number, fork: number): Hash {
  return number < 0 ? `0x${'0'.repeat(64)}` : createSeededRandom(seed, number, fork).hex(32)
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
