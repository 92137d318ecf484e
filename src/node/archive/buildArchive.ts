import type { Client } from 'viem'
import { ArchiveError } from '../../errors/ArchiveError.ts'
import { UnreadBlocksError } from '../../errors/NodeError.ts'
import type { LogCache } from '../../logs/cache/LogCache.ts'
import { packLogs } from '../../logs/columns/packLogs.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import type { LogQuery } from '../../logs/filter/LogQuery.ts'
import { parseLogQuery } from '../../logs/filter/parseLogQuery.ts'
import { scanFinal } from '../../logs/scan/scanFinal.ts'
import { getPool } from '../../rpc/pool/getPool.ts'
import { unbudgetedPool } from '../../rpc/poolViews.ts'
import { ArchiveFolder } from './ArchiveFolder.ts'
import { ArchiveTarget, type BuildArchiveResult } from './ArchiveTarget.ts'
import { LogFiles } from './LogFiles.ts'
import { ManifestSigner } from './ManifestSigner.ts'

export interface BuildArchiveOptions {
  /** Which logs to collect. @default those of the existing archive; all for a new one */
  readonly filter?: Pick<LogQuery, 'address' | 'topics'> | undefined
  /** The first block of a new archive. An existing one is continued. @default 0n */
  readonly fromBlock?: bigint | undefined
  /** The last block, if it is final. @default the newest final block */
  readonly toBlock?: bigint | undefined
  /**
   * Small files are merged into ones of this many logs or more: with few large files, a query takes fewer requests. New logs
   * go to files of about a sixteenth of this, which are merged to a quarter and then to the full size.
   * @default 1_000_000
   */
  readonly logsPerFile?: number | undefined
  /**
   * Adds an index that finds rare values of indexed parameters, such as one account, at about 8 bytes per log.
   * @default as in the existing archive; `false` for a new one
   */
  readonly words?: boolean | undefined
  /**
   * Parquet files of logs, or folders of them, to read instead of the nodes: those of cryo, DuckDB or an export. They must
   * have all logs of `filter` in their blocks, which `fromBlock` and `toBlock` state, or the names of all files
   * (`…__00000000_to_00000999.parquet`). Block hashes that they lack are read from the nodes. @default none
   */
  readonly files?: readonly string[] | undefined
  /**
   * An Ed25519 private key in PEM format (`openssl genpkey -algorithm ed25519`), which signs the manifest. Readers check it with
   * `archive: { url, publicKey }`. An archive that is signed is only changed with its key. @default none
   */
  readonly signingKey?: string | undefined
  /** Final blocks are read from this cache, and added to it. @default none */
  readonly cache?: LogCache | undefined
  /** Reads on even when the day's budget is spent. @default false */
  readonly ignoreBudget?: boolean | undefined
  /** Stops the build: no request is sent after it fires. The logs read so far are then in the archive. */
  readonly signal?: AbortSignal | undefined
  /** Called whenever blocks have been read. */
  readonly onProgress?: ((progress: BuildArchiveProgress) => void) | undefined
}

export interface BuildArchiveProgress {
  /** The blocks that this call reads; `undefined` if there are none. */
  readonly range: BlockInterval | undefined
  /** The next block to read. */
  readonly next: bigint
  /** Logs read by this call. */
  readonly logs: number
}

/** Maximum milliseconds until logs are added to the archive. */
const saveAfter = 60_000

/**
 * Builds an archive: the logs of all final blocks (`eth_getLogs`) as Parquet files in a folder, to publish on any
 * static host. Called again, it adds the blocks that have become final since; after an interruption, it continues.
 * Readers see either the old state or the new one.
 *
 * @throws {@link ArchiveError} if the folder has another archive, or the chain is another one; {@link
 * UnreadBlocksError} if blocks could not be read: those before them are in the archive; {@link BaseError} if `files`
 * or `signingKey` cannot be used; the signal's reason when it fires.
 *
 * @example
 * const { covered, logs } = await buildArchive(client, 'archive', { fromBlock: 0n })
 */
export async function buildArchive(
  client: Client,
  folder: string,
  options: BuildArchiveOptions = {},
): Promise<BuildArchiveResult> {
  const { fromBlock, toBlock, signingKey, cache, ignoreBudget, signal, onProgress } = options
  const pool = getPool(client)
  if (pool.network.archive !== undefined)
    throw new ArchiveError(folder, 'cannot be built from another archive', {
      advice: 'Pass a client whose network has no `archive`.',
    })
  const signer = signingKey === undefined ? undefined : new ManifestSigner(signingKey)
  const files = options.files && (await LogFiles.open(pool, options.files, { fromBlock, toBlock, signal }))
  const archive = new ArchiveFolder(folder, signer)
  const target = await ArchiveTarget.open(pool, archive, {
    ...options,
    fromBlock: files?.range.from ?? fromBlock ?? 0n,
  })
  let range: BlockInterval | undefined
  let failed: Error | undefined
  let savedAt = performance.now()
  const end = files?.range.to ?? toBlock
  const readNext = () => {
    if (end !== undefined && target.next > end) return []
    const query = parseLogQuery({ ...target.filter, fromBlock: target.next, toBlock: end ?? 'latest' })
    if (!files) return scanFinal(client, query, { finalOnly: true, cache, ignoreBudget, signal })
    const reader = ignoreBudget ? unbudgetedPool(pool) : pool
    return files.read(reader, { filter: query.filter, next: target.next, signal })
  }
  try {
    for await (const event of readNext()) {
      if (event.type === 'planned') {
        range = event.range
        // Wrong files end in an error that leaves no folders.
        if (range && !files) await archive.checkWritable()
      }
      if (event.type === 'failed') failed = UnreadBlocksError.of(event.range, event.error)
      if (failed) break
      if (event.type !== 'logs') continue
      await target.add(event.range, 'segment' in event ? event.segment : packLogs(event.logs), signal)
      if (target.isFull || performance.now() - savedAt >= saveAfter) {
        await target.save(signal)
        savedAt = performance.now()
      }
      onProgress?.({ range, next: target.next, logs: target.added })
    }
  } catch (error) {
    await target.saveRead().catch(() => {})
    throw error
  }
  await target.save(signal)
  await target.sign()
  if (failed) throw failed
  return { ...target.result(), publicKey: signer?.publicKey }
}
