import type { Hash, Hex } from 'viem'
import { Listeners } from '../base/Listeners.ts'
import type { RawLog } from '../rpc/RawLog.ts'
import { logMatcher, type WireFilter } from './logMatcher.ts'
import { seededHex } from './SeededRandom.ts'
import { readWireLog, type WireLog } from './WireLog.ts'

/** The part of a log that a block is mined with; `makeLogs` adds the rest. */
export type LogDraft = Partial<Pick<RawLog, 'address' | 'topics' | 'data'>>

export interface TestBlock {
  number: number
  hash: Hash
  parentHash: Hash
  timestamp: number
  logs: WireLog[]
}

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
  /** How many blocks the `finalized` tag lags behind the head; `undefined` for a node without the tag. */
  finalized?: number | undefined
  /** Makes the logs of a block. `drafts` are those it was mined with, if any. */
  makeLogs: (
    block: { readonly number: number; readonly fork: number; readonly hash: Hash },
    drafts: readonly LogDraft[] | undefined,
  ) => readonly Pick<WireLog, 'address' | 'topics' | 'data' | 'transactionHash'>[]
  /** Whether a block has no logs, so that it can be skipped without being created. */
  isEmpty?: ((number: number) => boolean) | undefined
  /** Where blocks of the first fork that were mined without drafts are kept, for chains with the same options. */
  sharedBlocks?: Map<number, TestBlock> | undefined
}

interface MineOptions {
  readonly logs?: readonly LogDraft[] | undefined
  readonly drafts?: readonly (readonly LogDraft[])[] | undefined
}

const hex = (value: number): Hex => `0x${value.toString(16)}`

/** A chain in memory. A block is created when it is first read, so a chain of a million blocks costs nothing. */
export class TestChain {
  readonly chainId: number
  readonly #options: TestChainOptions
  readonly #cache = new Map<number, TestBlock>()
  /** All blocks made so far, orphaned ones included. */
  readonly #byHash = new Map<string, TestBlock>()
  readonly #drafts = new Map<number, readonly LogDraft[]>()
  readonly #changes = new Listeners<{ added: TestBlock[]; orphaned: TestBlock[] }>()
  /** Blocks at or above `from` belong to fork `id`, unless a later entry applies. */
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

  /** Adds blocks. `logs` go into the first, `drafts` into each; `makeLogs` fills the others. */
  mine(count = 1, { logs, drafts = logs && [logs] }: MineOptions = {}): readonly TestBlock[] {
    return this.#announce(this.#append(count, drafts), [])
  }

  /** Replaces the last `depth` blocks with as many others, or with `blocks` others. */
  reorg(
    depth: number,
    { blocks = depth, logs, drafts = logs && [logs] }: MineOptions & { blocks?: number } = {},
  ): readonly TestBlock[] {
    const orphaned = this.#cut(depth)
    return this.#announce(this.#append(blocks, drafts), orphaned)
  }

  /** Removes the last `depth` blocks. */
  rollback(depth: number) {
    this.#announce([], this.#cut(depth))
  }

  readonly onChange = this.#changes.add

  block(number: number): TestBlock | undefined {
    if (number < 0 || number > this.#head || !Number.isSafeInteger(number)) return undefined
    let block = this.#cache.get(number)
    if (!block) {
      block = this.#makeOrShare(number)
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
    const { isEmpty } = this.#options
    const matches = logMatcher(filter)
    for (let number = Math.max(0, from); number <= Math.min(to, this.#head); number++) {
      if (isEmpty?.(number) && !this.#drafts.has(number)) continue
      for (const log of this.block(number)?.logs ?? []) if (matches(log)) found.push(log)
    }
    return found
  }

  /** The logs of a transaction in a block that was read before; other blocks do not exist yet. */
  transactionLogs(hash: string, head: number): readonly WireLog[] {
    for (const { number, logs } of this.#cache.values()) {
      if (number > head) continue
      const found = logs.filter(({ transactionHash }) => transactionHash === hash.toLowerCase())
      if (found.length > 0) return found
    }
    return []
  }

  /** The canonical logs that match the filter, in order: what a result should equal. */
  logs(filter: WireFilter = {}, from: bigint | number = 0, to: bigint | number = this.#head): RawLog[] {
    return this.wireLogs(filter, Number(from), Number(to)).map(readWireLog)
  }

  #append(count: number, drafts: readonly (readonly LogDraft[])[] = []): number[] {
    const numbers = Array.from({ length: count }, (_, index) => this.#head + 1 + index)
    for (const [index, logs] of drafts.entries()) this.#drafts.set(this.#head + 1 + index, logs)
    this.#head += count
    return numbers
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
    this.#changes.notify({ added, orphaned })
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

  #makeOrShare(number: number): TestBlock {
    const { sharedBlocks } = this.#options
    if (!sharedBlocks || this.#drafts.has(number) || this.#fork(number) > 0) return this.#make(number)
    const block = sharedBlocks.get(number) ?? this.#make(number)
    sharedBlocks.set(number, block)
    return block
  }

  #make(number: number): TestBlock {
    const { blockTime, timestamps, makeLogs } = this.#options
    const hash = this.#hash(number)
    const timestamp = blockTimestamp(number, blockTime)
    const blockNumber = hex(number)
    const timeText = timestamps ? hex(timestamp) : undefined
    const logs = makeLogs({ number, fork: this.#fork(number), hash }, this.#drafts.get(number)).map(
      ({ address, topics, data, transactionHash: transaction }, index) => {
        const at = hex(index)
        const log: WireLog = {
          address,
          topics,
          data,
          transactionHash: transaction,
          blockNumber,
          blockHash: hash,
          transactionIndex: at,
          logIndex: at,
          removed: false,
        }
        if (timeText) log.blockTimestamp = timeText
        return log
      },
    )
    const parentHash = this.#cache.get(number - 1)?.hash ?? this.#hash(number - 1)
    return { number, hash, parentHash, timestamp, logs }
  }
}

/** The seed of the chains of `createTestNetwork`. */
export const testSeed = 1

/** The time of a block, in seconds since the epoch. */
export const blockTimestamp = (number: number, blockTime = defaultBlockTime) =>
  1_700_000_000 + number * blockTime

/** Seconds between two blocks. */
export const defaultBlockTime = 12

/** The hash of a block: each fork has its own. */
export function blockHash(seed: number, number: number, fork: number): Hash {
  return number < 0 ? `0x${'0'.repeat(64)}` : seededHex(32, seed, number, fork)
}

/** The hash of the transaction of a block's log: each log has its own. */
export function transactionHash(hash: Hash, index: number): Hash {
  return seededHex(32, Number.parseInt(hash.slice(2, 10), 16), Number.parseInt(hash.slice(10, 18), 16), index)
}
