import type { Hash } from 'viem'
import type { Pool } from '../../rpc/Pool.ts'
import type { RawLog } from '../Log.ts'
import { bloomExcludes } from '../chain/bloomExcludes.ts'
import type { Head } from '../chain/readHeader.ts'

const trusts = new WeakMap<Pool, BloomTrust>()
/** Blocks that were not read because of their bloom, remembered until an audit has passed over them. */
const mostSpared = 2_000

/** Which endpoints' blooms can be believed. Shared by everyone who follows a network. */
export class BloomTrust {
  /** Endpoints that were seen to fill in blooms at all. */
  readonly #fills = new Set<string>()
  readonly #liars = new Set<string>()
  readonly #spared = new Map<Hash, Head>()

  static of(pool: Pool): BloomTrust {
    let trust = trusts.get(pool)
    if (!trust) trusts.set(pool, (trust = new BloomTrust()))
    return trust
  }

  /** Whether a block need not be read when its bloom rules it out. */
  believes(head: Head): boolean {
    const { hash, logsBloom, gasUsed, endpoint } = head
    if (logsBloom === undefined || this.#liars.has(endpoint)) return false
    const isZero = /^0x0*$/.test(logsBloom)
    if (!isZero && !/^0xf*$/.test(logsBloom)) this.#fills.add(endpoint)
    // Some nodes leave every bloom empty: that says nothing, unless nothing was done in the block.
    if (isZero && gasUsed !== 0n && !this.#fills.has(endpoint)) return false
    if (this.#spared.size >= mostSpared) this.#spared.delete(this.#spared.keys().next().value!)
    this.#spared.set(hash, head)
    return true
  }

  /** These logs are in a block that was read although, or because, of its bloom. */
  note({ logsBloom, endpoint }: Head, logs: readonly RawLog[]): void {
    if (logs.some((log) => isRuledOut(logsBloom, log))) this.#liars.add(endpoint)
  }

  /** An audit found a log: if its block's bloom rules it out, the bloom lied. */
  caught(log: RawLog): void {
    const head = this.#spared.get(log.blockHash)
    if (head && isRuledOut(head.logsBloom, log)) this.#liars.add(head.endpoint)
  }
}

function isRuledOut(bloom: Head['logsBloom'], { address, topics }: RawLog): boolean {
  return (
    bloom !== undefined && bloomExcludes(bloom, { address: [address], topics: topics.map((one) => [one]) })
  )
}
