import { NodeError } from '../../errors/NodeError.ts'
import {
  archiveParts,
  filterOf,
  type ArchiveFile,
  type ArchiveManifest,
} from '../../logs/archive/ArchiveManifest.ts'
import { readHeader } from '../../logs/chain/readHeader.ts'
import { joinSegments } from '../../logs/columns/joinSegments.ts'
import type { LogSegment } from '../../logs/columns/LogSegment.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { filterKey } from '../../logs/filter/filterKey.ts'
import type { LogQuery } from '../../logs/filter/LogQuery.ts'
import { parseLogQuery } from '../../logs/filter/parseLogQuery.ts'
import type { BlockHeader } from '../../rpc/parseBlockHeader.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { unbudgetedPool } from '../../rpc/poolViews.ts'
import type { ArchiveFolder } from './ArchiveFolder.ts'
import type { FileKey } from './SegmentBytes.ts'

/** The state of an archive after a build. */
export interface BuildArchiveResult {
  /** The blocks in the archive; `undefined` if there are none. */
  readonly covered: BlockInterval | undefined
  readonly files: number
  /** Logs in the archive. */
  readonly logs: number
  readonly bytes: number
  /** Logs added by this call. */
  readonly added: number
  /** The public key of `signingKey`, for `archive: { publicKey }` of a network. */
  readonly publicKey: string | undefined
}

interface OpenOptions {
  readonly filter?: Pick<LogQuery, 'address' | 'topics'> | undefined
  /** The first block of a new archive. */
  readonly fromBlock: bigint
  readonly logsPerFile?: number | undefined
  readonly words?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

type DraftManifest = Omit<ArchiveManifest, 'keys'> & Partial<Pick<ArchiveManifest, 'keys'>>
const isPublished = (manifest: DraftManifest): manifest is ArchiveManifest => manifest.keys !== undefined
type Keys = readonly (readonly FileKey[])[]

/** An archive that is being written: collects logs, writes them as files, and merges small files. */
export class ArchiveTarget {
  readonly #pool: Pool
  readonly #folder: ArchiveFolder
  readonly #logsPerFile: number
  /** Whether new files get an index of words. */
  readonly #hasWords: boolean
  #manifest: DraftManifest
  #keys: Keys
  /** The logs of the last file, if it has room for more. */
  #last: LogSegment | undefined
  /** Logs that are not in a file yet, and their first block. */
  #pending: LogSegment[] = []
  #first: BlockHeader | undefined
  /** The next block to read. */
  next: bigint
  /** Logs read in this run. */
  added = 0

  private constructor(
    pool: Pool,
    folder: ArchiveFolder,
    state: { manifest: DraftManifest; keys: Keys; next: bigint; logsPerFile: number; hasWords: boolean },
  ) {
    this.#pool = pool
    this.#folder = folder
    this.#manifest = state.manifest
    this.#keys = state.keys
    this.next = state.next
    this.#logsPerFile = state.logsPerFile
    this.#hasWords = state.hasWords
  }

  static async open(
    pool: Pool,
    folder: ArchiveFolder,
    { filter, fromBlock, logsPerFile = 1_000_000, words, signal }: OpenOptions,
  ): Promise<ArchiveTarget> {
    const known = await folder.readManifest()
    const wanted = parseLogQuery({ ...filter }).filter
    const genesis = await readBlock(pool, 0n, signal)
    if (known) {
      if (known.chainId !== pool.network.id || known.genesisHash !== genesis.hash)
        throw folder.fail('belongs to another chain than the client')
      if (filter && filterKey(filterOf(known)) !== filterKey(wanted))
        throw folder.fail('has the logs of another filter: use that one, or another folder')
      await folder.checkSigner(known)
      await folder.removeStale(known)
    }
    const isAll = wanted.address === undefined && wanted.topics.length === 0
    const manifest: DraftManifest = known ?? {
      format: 'topic0-archive',
      version: 1,
      chainId: pool.network.id,
      genesisHash: genesis.hash,
      revision: 0,
      createdAt: '',
      filter: isAll ? null : [wanted.address ?? null, wanted.topics],
      covered: [],
      files: [],
    }
    const last = manifest.files.at(-1)
    return new ArchiveTarget(pool, folder, {
      manifest,
      keys: known ? await folder.readKeys(known) : [],
      next: last ? BigInt(last.toBlock) + 1n : fromBlock,
      logsPerFile,
      // Any file may lack one: logs without a second topic have no words.
      hasWords: words ?? manifest.files.some((file) => file.words),
    })
  }

  /** Which logs are collected. */
  get filter(): Pick<LogQuery, 'address' | 'topics'> {
    const { address = null, topics } = filterOf(this.#manifest)
    return { address, topics }
  }

  /** Whether enough logs are pending for a file. */
  get isFull(): boolean {
    return this.#pendingLogs >= this.#minLogs
  }

  /** Logs at which pending ones are written as a file. */
  get #minLogs(): number {
    return Math.max(1, this.#logsPerFile / 16)
  }

  get #pendingLogs(): number {
    return this.#pending.reduce((sum, { length }) => sum + length, 0)
  }

  /**
   * Adds logs. The first call after a save also reads the first block of `range` (`eth_getBlockByNumber`), because
   * {@link saveRead} sends no requests.
   */
  async add(range: BlockInterval, logs: LogSegment, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#first) {
      const first = await this.#readBlock(range.from, signal)
      const last = this.#manifest.files.at(-1)
      if (last && last.lastBlockHash !== first.parentHash)
        throw this.#folder.fail(`belongs to another chain than the client from block ${range.from} on`)
      this.#first = first
    }
    this.#pending.push(logs)
    this.next = range.to + 1n
    this.added += logs.length
  }

  /** Writes the pending logs: to the last file if that stays small, else to a new file. Then merges files. */
  async save(signal: AbortSignal | undefined): Promise<void> {
    if (!this.#first) return
    await this.#writePending(this.#first, await this.#readBlock(this.next - 1n, signal))
    await this.#merge(this.#logsPerFile / 4)
    await this.#merge(this.#logsPerFile)
  }

  /** After an error or an abort: writes the pending logs without a request. Their last block is then that of the last log. */
  async saveRead(): Promise<void> {
    const logs = this.#pending.findLast(({ length }) => length > 0)
    if (!this.#first || !logs) return
    const row = logs.length - 1
    await this.#writePending(this.#first, { number: logs.blockNumber(row), hash: logs.blockHash(row) })
  }

  async #writePending(first: BlockHeader, end: Pick<BlockHeader, 'number' | 'hash'>): Promise<void> {
    const { files } = this.#manifest
    const last = files.at(-1)
    const extended = last && last.rows + this.#pendingLogs <= this.#minLogs ? last : undefined
    const before = extended && (this.#last ?? (await this.#folder.readLogs(extended)))
    const logs = joinSegments([...(before ? [before] : []), ...this.#pending])
    const part = {
      fromBlock: extended?.fromBlock ?? Number(first.number),
      toBlock: Number(end.number),
      lastBlockHash: end.hash,
      parentHash: extended?.parentHash ?? first.parentHash,
    }
    const { file, keys } = await this.#folder.writeLogs(logs, part, this.#hasWords)
    await this.#publish(
      [...(extended ? files.slice(0, -1) : files), file],
      [...(extended ? this.#keys.slice(0, -1) : this.#keys), keys],
    )
    this.#last = logs
    this.#pending = []
    this.#first = undefined
  }

  #readBlock(block: bigint, signal: AbortSignal | undefined): Promise<BlockHeader> {
    // Also when the calls are used up: what they have read would be lost, in each run.
    return readBlock(unbudgetedPool(this.#pool), block, signal)
  }

  /** Merges the newest files, those with fewer logs than `size`, once they have that many together. */
  async #merge(size: number): Promise<void> {
    const { files } = this.#manifest
    const start = files.findLastIndex(({ rows }) => rows >= size) + 1
    const small = files.slice(start)
    if (small.length < 2 || small.reduce((sum, { rows }) => sum + rows, 0) < size) return
    const segments: LogSegment[] = []
    for (const file of small) segments.push(await this.#folder.readLogs(file))
    const [first, last] = [small[0]!, small.at(-1)!]
    const { fromBlock, parentHash } = first
    const part = { fromBlock, toBlock: last.toBlock, lastBlockHash: last.lastBlockHash, parentHash }
    const { file, keys } = await this.#folder.writeLogs(joinSegments(segments), part, this.#hasWords)
    this.#last = undefined
    await this.#publish([...files.slice(0, start), file], [...this.#keys.slice(0, start), keys])
    if (isPublished(this.#manifest)) await this.#folder.removeStale(this.#manifest)
  }

  /** Signs an archive that is not signed yet, if there is a key. */
  async sign(): Promise<void> {
    const { files } = this.#manifest
    if (files.length > 0 && this.#folder.isUnsigned(this.#manifest)) await this.#publish(files, this.#keys)
  }

  async #publish(files: readonly ArchiveFile[], keys: Keys): Promise<void> {
    const before = this.#manifest
    this.#manifest = await this.#folder.publish(
      {
        ...before,
        revision: before.revision + 1,
        createdAt: new Date().toISOString(),
        covered: [[files[0]!.fromBlock, files.at(-1)!.toBlock]],
        files,
      },
      keys,
      isPublished(before) ? before : undefined,
    )
    this.#keys = keys
  }

  result(): Omit<BuildArchiveResult, 'publicKey'> {
    const { files, keys } = this.#manifest
    const [first] = files
    return {
      covered: first && { from: BigInt(first.fromBlock), to: BigInt(files.at(-1)!.toBlock) },
      files: files.length,
      logs: files.reduce((sum, { rows }) => sum + rows, 0),
      bytes: (keys ? archiveParts({ files, keys }) : []).reduce((sum, { bytes }) => sum + bytes, 0),
      added: this.added,
    }
  }
}

async function readBlock(pool: Pool, block: bigint, signal: AbortSignal | undefined): Promise<BlockHeader> {
  const header = await readHeader(pool, block, signal)
  if (header) return header
  throw new NodeError(`No endpoint has block ${block}.`, {
    kind: 'beyond-head',
    method: 'eth_getBlockByNumber',
  })
}
