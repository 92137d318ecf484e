import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import type { RawLog } from '../../../src/rpc/RawLog.ts'
import { logMatcher, type WireFilter } from '../../../src/testing/logMatcher.ts'
import type { TestBlock, TestChain } from '../../../src/testing/TestChain.ts'
import { readWireLog } from '../../../src/testing/WireLog.ts'

/** A former chain, up to the reorg that replaced it. */
interface Version {
  readonly head: number
  /** Its blocks that are on no later chain. */
  readonly orphaned: ReadonlyMap<number, TestBlock>
  /** The head of its successor at first, which may be lower. */
  readonly nextHead: number
}

/** Remembers every former chain, to check whether an answer was right when it was sent. */
export class ChainHistory {
  readonly #chain: TestChain
  readonly #versions: Version[] = []

  constructor(chain: TestChain) {
    this.#chain = chain
    let head = Number(chain.head)
    chain.onChange(({ orphaned }) => {
      if (orphaned.length > 0)
        this.#versions.push({
          head,
          orphaned: new Map(orphaned.map((block) => [block.number, block])),
          nextHead: Number(chain.head),
        })
      head = Number(chain.head)
    })
  }

  /** Which chain is canonical now. */
  get version(): number {
    return this.#versions.length
  }

  /**
   * The logs of an interval on each chain that was canonical since `version`, the latest first. A node may show the head of
   * one chain and read the logs of the next, at a time when that is shorter: the follower sees it with the next head.
   */
  *truths(filter: Filter, range: BlockInterval, version: number): Generator<readonly RawLog[]> {
    for (let at = this.version; at >= version; at--) {
      const known = this.#versions[at]
      // A chain that differs from its successor only above the interval has the same logs in it.
      if (known && [...known.orphaned.keys()].every((number) => number > range.to)) continue
      if (range.to <= BigInt(known?.head ?? this.#chain.head)) yield this.#logs(filter, range, at)
      const before = this.#versions[at - 1]
      if (!before || range.to > BigInt(before.head)) continue
      for (let to = range.to - 1n; to >= BigInt(before.nextHead); to--)
        yield this.#logs(filter, { from: range.from, to }, at)
    }
  }

  #logs(filter: Filter, { from, to }: BlockInterval, version: number): readonly RawLog[] {
    const found: RawLog[] = []
    const matches = logMatcher(filter as WireFilter)
    for (let number = Number(from); number <= Number(to); number++)
      for (const log of this.#block(number, version)?.logs ?? [])
        if (matches(log)) found.push(readWireLog(log))
    return found
  }

  #block(number: number, version: number): TestBlock | undefined {
    for (let at = version; at < this.#versions.length; at++) {
      const block = this.#versions[at]?.orphaned.get(number)
      if (block) return block
    }
    return this.#chain.block(number)
  }
}
