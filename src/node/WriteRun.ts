import type { Client } from 'viem'
import { Finality } from '../logs/chain/Finality.ts'
import type { BlockInterval, Coverage, FailedInterval } from '../logs/Coverage.ts'
import type { LogWriter } from '../logs/export/LogWriter.ts'
import { readInSlices } from '../logs/export/readInSlices.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { earlier, subtract, toIntervalSet } from '../logs/intervals.ts'
import type { LogList } from '../logs/list/LogList.ts'
import type { LogRow } from '../logs/Log.ts'
import { scanFinal, type ScanFinalOptions } from '../logs/scan/scanFinal.ts'
import { Pace } from '../rpc/Pace.ts'
import type { Pool } from '../rpc/Pool.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import { unbudgetedPool } from '../rpc/poolViews.ts'
import { findBlockHash } from './findBlockHash.ts'
import type { WrittenState } from './OutputFile.ts'

export interface WriteLogsProgress {
  /** The blocks of the query, up to the newest one; `undefined` until they are known, or if there are none. */
  readonly range: BlockInterval | undefined
  /** All logs before this block are written (after it, with `order: 'desc'`), except those of `failed` blocks. */
  readonly next: bigint | undefined
  /** Logs written. */
  readonly written: number
  readonly failed: readonly FailedInterval[]
}

export interface WriteRunResult {
  /** Logs written. */
  readonly written: number
  /** All matching logs of `coverage.verified` are written. */
  readonly coverage: Coverage
  /** The newest known block; `undefined` when it was not needed. */
  readonly head: bigint | undefined
}

/** The blocks of a query that could not be read yet: they do not exist, or are above the tag that the query ends with. */
export function blocksAhead(
  { coverage, written }: WriteRunResult,
  { limit = Number.POSITIVE_INFINITY }: ParsedLogQuery,
): BlockInterval | undefined {
  return written < limit ? coverage.pending.at(-1) : undefined
}

/** Where writing a file can continue. */
type ResumePoint = Omit<WrittenState, 'key'>

type Checkpoint = WrittenState['checkpoint']

interface WriteRunOptions {
  readonly writer: LogWriter
  readonly write: (bytes: Uint8Array) => Promise<void> | void
  /** Bytes written so far. */
  readonly bytes: () => number
  /** Records where the file can be continued; `undefined` if it cannot. */
  readonly save: ((point: ResumePoint) => Promise<void>) | undefined
  /** Where the file already is. */
  readonly earlier: ResumePoint | undefined
  readonly onProgress: ((progress: WriteLogsProgress) => void) | undefined
}

/** Minimum milliseconds between two records of how far a file is. */
const saveInterval = 1_000

/** Writes the logs of one scan, and records which blocks are complete. */
export class WriteRun {
  readonly #options: WriteRunOptions
  readonly #verified: BlockInterval[] = []
  readonly #archived: BlockInterval[] = []
  readonly #trimmed: BlockInterval[] = []
  readonly #failed: FailedInterval[] = []
  readonly #pace = new Pace()
  #range: BlockInterval | undefined
  #requested: BlockInterval | undefined
  #head: bigint | undefined
  #next: bigint | undefined
  #written: number
  #last: ResumePoint['last']
  /** The file has all logs of the final blocks before it, and none of a later block. */
  #point: Omit<ResumePoint, 'checkpoint'> | undefined
  #finalTo: bigint | undefined
  /** The highest that was read, also by the call that wrote the file before. */
  #checkpoint: Checkpoint
  /** Whether the newest final block may be above the checkpoint. */
  #isCheckpointDue = false
  #savedAt = performance.now()
  /** Whether the file has logs of an archive that is being checked. */
  #isUnchecked = false

  constructor(options: WriteRunOptions) {
    this.#options = options
    this.#written = options.earlier?.logs ?? 0
    this.#last = options.earlier?.last
    this.#checkpoint = options.earlier?.checkpoint
  }

  async read(client: Client, query: ParsedLogQuery, options: ScanFinalOptions): Promise<void> {
    const { writer } = this.#options
    const { signal, ignoreBudget = false } = options
    const pool = ignoreBudget ? unbudgetedPool(getPool(client)) : getPool(client)
    const isDescending = query.order === 'desc'
    try {
      for await (const event of scanFinal(client, query, options)) {
        if (event.type === 'planned') {
          const { from, to } = event.requested
          this.#range = event.range
          // A query that begins above its last block waits for its first one.
          this.#requested = from > to ? { from, to: from } : event.requested
          this.#head = event.head
          this.#next ??= isDescending ? event.range?.to : event.range?.from
          this.#finalTo = event.head === undefined ? undefined : Finality.of(pool).finalBlock(event.head)
          this.#isCheckpointDue = true
        } else {
          if (event.type === 'failed') this.#failed.push(event)
          else {
            await this.#add(event.logs, signal)
            this.#verified.push(event.range)
            if (event.isArchived) this.#archived.push(event.range)
            if (event.trimmed) this.#trimmed.push(event.trimmed)
          }
          this.#next = isDescending ? event.range.from - 1n : event.range.to + 1n
          // A file with logs that nodes may still contradict is not continued.
          if (event.type === 'logs') this.#isUnchecked ||= event.isUnchecked
          if (event.type === 'logs' && event.isFinal && !this.#isUnchecked)
            await this.#reach(this.#next, pool, signal)
        }
        const { onProgress } = this.#options
        onProgress?.({ range: this.#range, next: this.#next, written: this.#written, failed: this.#failed })
      }
    } finally {
      await this.#save()
    }
    await this.#write(await writer.finish())
  }

  result(): WriteRunResult {
    const verified = toIntervalSet(this.#verified)
    const trimmed = subtract(toIntervalSet(this.#trimmed), verified)
    const failed = toIntervalSet(this.#failed.map(({ range }) => range))
    const known = toIntervalSet([...verified, ...trimmed, ...failed])
    const pending = this.#requested ? subtract([this.#requested], known) : []
    const archived = toIntervalSet(this.#archived)
    const coverage = { verified, trimmed, pending, failed: this.#failed }
    return {
      written: this.#written,
      coverage: archived.length > 0 ? { ...coverage, archived } : coverage,
      head: this.#head,
    }
  }

  async #add(logs: LogList<LogRow>, signal: AbortSignal | undefined): Promise<void> {
    for await (const slice of readInSlices(logs, { pace: this.#pace, signal })) {
      await this.#write(await this.#options.writer.add(slice.logs))
      this.#written += slice.logs.length
      const last = slice.logs.at(-1)
      if (last) this.#last = { block: last.blockNumber.toString(), hash: last.blockHash }
    }
    // Readers of the file see these logs before the next blocks arrive.
    await this.#write(this.#options.writer.flush())
  }

  async #write(chunks: readonly Uint8Array[]): Promise<void> {
    for (const bytes of chunks) await this.#options.write(bytes)
  }

  async #reach(next: bigint, pool: Pool, signal: AbortSignal | undefined): Promise<void> {
    // Continues at the first blocks that could not be read, and never after the last block: that would be no range.
    if (this.#failed.length > 0 || next > this.#requested!.to) return
    this.#point = {
      bytes: this.#options.bytes(),
      logs: this.#written,
      next: next.toString(),
      last: this.#last,
    }
    // Read now: after an abort, no request is sent.
    if (this.#options.save && this.#isCheckpointDue) {
      this.#isCheckpointDue = false
      this.#checkpoint = await this.#readCheckpoint(pool, signal)
    }
    if (performance.now() - this.#savedAt >= saveInterval) await this.#save()
  }

  async #save(): Promise<void> {
    if (this.#point) await this.#options.save?.({ ...this.#point, checkpoint: this.#checkpoint })
    this.#savedAt = performance.now()
  }

  /**
   * The newest final block, which identifies all blocks before it (`eth_getBlockByNumber`, with one call if the first
   * endpoint has it).
   */
  async #readCheckpoint(pool: Pool, signal: AbortSignal | undefined): Promise<Checkpoint> {
    const known = this.#checkpoint
    // Without a head, all blocks are cached, and no node is needed.
    if (this.#finalTo === undefined) return known
    const { tag } = Finality.of(pool)
    const block = tag?.number === this.#finalTo ? tag.number : earlier(this.#finalTo, this.#requested!.to)
    if (known && block <= BigInt(known.block)) return known
    if (tag?.number === block) return { block: block.toString(), hash: tag.hash }
    // The scan reports problems of the nodes.
    const { hash } = await findBlockHash(pool, block, signal).catch(() => ({ hash: undefined }))
    return hash ? { block: block.toString(), hash } : known
  }
}
