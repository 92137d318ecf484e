import type { Hash } from 'viem'
import type { Pool } from '../../rpc/Pool.ts'
import type { RawLog } from '../Log.ts'
import { bloomExcludes } from '../chain/bloomExcludes.ts'
import type { Head } from '../chain/readHeader.ts'
import { perPool } from '../../rpc/perPool.ts'

const trusts = /* @__PURE__ */ perPool(() => new BloomTrust())
/** Blocks skipped because of their bloom that are remembered, so that an audit can prove a bloom wrong. */
const mostSkipped = 2_000

/** Which endpoints send correct blooms. Shared by all followers of a network. */
export class BloomTrust {
  /** Endpoints that are known to fill in blooms. */
  readonly #fills = new Set<string>()
  readonly #wrong = new Set<string>()
  readonly #skipped = new Map<Hash, Head>()

  static of(pool: Pool): BloomTrust {
    return trusts(pool)
  }

  /** Whether a block need not be read if its bloom excludes the filter. */
  trusts(head: Head): boolean {
    const { hash, logsBloom, gasUsed, endpoint } = head
    if (logsBloom === undefined || this.#wrong.has(endpoint)) return false
    const isZero = /^0x0*$/.test(logsBloom)
    if (!isZero && !/^0xf*$/.test(logsBloom)) this.#fills.add(endpoint)
    // Some nodes leave every bloom empty: an empty bloom counts only for a block without transactions, or from other nodes.
    if (isZero && gasUsed !== 0n && !this.#fills.has(endpoint)) return false
    if (this.#skipped.size >= mostSkipped) this.#skipped.delete(this.#skipped.keys().next().value!)
    this.#skipped.set(hash, head)
    return true
  }

  /** Checks a bloom against the logs of its block. */
  checkBlock({ logsBloom, endpoint }: Head, logs: readonly RawLog[]): void {
    if (logs.some((log) => excludes(logsBloom, log))) this.#wrong.add(endpoint)
  }

  /** Checks a log that an audit has found against the bloom of its block, if that was skipped. */
  check(log: RawLog): void {
    const head = this.#skipped.get(log.blockHash)
    if (head && excludes(head.logsBloom, log)) this.#wrong.add(head.endpoint)
  }
}

function excludes(bloom: Head['logsBloom'], { address, topics }: RawLog): boolean {
  return (
    bloom !== undefined && bloomExcludes(bloom, { address: [address], topics: topics.map((one) => [one]) })
  )
}
