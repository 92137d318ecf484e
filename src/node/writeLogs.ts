import { readFile, stat } from 'node:fs/promises'
import type { Client } from 'viem'
import { isCount, isObject } from '../base/unknownJson.ts'
import { InvalidQueryError } from '../errors/InvalidQueryError.ts'
import { NodeError } from '../errors/NodeError.ts'
import type { LogCache } from '../logs/cache/LogCache.ts'
import { createLogWriter } from '../logs/export/createLogWriter.ts'
import { declaredColumns } from '../logs/export/declaredColumns.ts'
import { formatOfPath, type ExportFormat } from '../logs/export/ExportFormat.ts'
import type { ExportProvenance } from '../logs/export/ExportProvenance.ts'
import type { LogQuery } from '../logs/filter/LogQuery.ts'
import { isBlockHash, rowsKey, withParts, type ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { parseLogQuery } from '../logs/filter/parseLogQuery.ts'
import { Pace } from '../rpc/Pace.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import { findBlockHash } from './findBlockHash.ts'
import { OutputFile, type WrittenBlock, type WrittenState } from './OutputFile.ts'
import { blocksAhead, WriteRun, type WriteLogsProgress, type WriteRunResult } from './WriteRun.ts'

/** Anything that takes bytes. The next chunk is written once `write` has resolved. */
export interface LogTarget {
  write(bytes: Uint8Array): Promise<void> | void
}

export interface WriteLogsOptions {
  /** @default by the file's extension: `.csv`, `.json`, `.ndjson`, `.jsonl` or `.parquet`; else `ndjson` */
  format?: ExportFormat | undefined
  /** With decoded arguments, or raw logs only. @default 'decoded' */
  content?: 'decoded' | 'raw' | undefined
  /**
   * The columns to write, in this order: `block_number`, `arg_value`, or `value` for short. JSON and NDJSON then have one
   * plain object per log. @default all
   */
  columns?: readonly string[] | undefined
  /** The origin of the logs, to write into the file. @default none */
  provenance?: ExportProvenance | undefined
  /**
   * Continues `FILE.part` of an earlier call that was interrupted, with the same chain, query and columns. Parquet files start
   * over, which needs no requests with a persistent `cache`. @default false
   */
  resume?: boolean | undefined
  /** Final blocks are read from this cache, and added to it. @default none */
  cache?: LogCache | undefined
  /** Continues even when the daily budget is spent. @default false */
  ignoreBudget?: boolean | undefined
  /** Writes only final blocks, and leaves the newest ones pending. @default false */
  finalOnly?: boolean | undefined
  /** Stops writing: no request is sent after it fires. Logs written so far stay in `FILE.part`. */
  signal?: AbortSignal | undefined
  /** Called after each range of blocks. */
  onProgress?: ((progress: WriteLogsProgress) => void) | undefined
}

export interface WriteLogsResult extends WriteRunResult {
  /**
   * Where the logs are: `FILE`, or `FILE.part` if blocks could not be read, do not exist yet, or are above the tag of
   * `toBlock`; `undefined` for a target that is not a file.
   */
  readonly path: string | undefined
}

/**
 * Reads logs (`eth_getLogs`) and writes them to a file as they arrive, so that memory does not limit their number.
 * Logs that a reorg may still replace are written last. The file is `FILE.part` until it is complete; if blocks could
 * not be read, or do not exist yet, it keeps that name, and `resume` reads them.
 *
 * @param file A path, or where to write the bytes.
 * @throws {@link InvalidQueryError} before any request; {@link NodeError} when no endpoint answers; {@link
 * ExportError} for a number that Parquet cannot hold; `ArchiveError` if spot checks of an archive fail after its logs were
 * written: the next call with this client reads nodes; the signal's reason when it fires; what Node throws when the
 * file cannot be written.
 *
 * @example
 * const { written, coverage } = await writeLogs(client, { address: token, events: [transfer], fromBlock: 0n }, 'transfers.csv')
 */
export async function writeLogs(
  client: Client,
  query: LogQuery | ParsedLogQuery,
  file: string | LogTarget,
  options: WriteLogsOptions = {},
): Promise<WriteLogsResult> {
  const parsed = parseLogQuery(query)
  checkFinalOnly(parsed, options)
  const path = typeof file === 'string' ? file : undefined
  const { key, canContinue, ...layout } = layoutOf(client, parsed, path, options)
  const resumed = options.resume && canContinue ? path : undefined
  const earlier =
    resumed === undefined ? undefined : await findEarlier(client, parsed, resumed, key, options.signal)
  const writer = await createLogWriter({
    ...layout,
    continuesAfter: earlier?.logs,
    provenance: options.provenance,
    pace: new Pace(),
  })
  const output = path === undefined ? undefined : await OutputFile.open(path, earlier)
  const target = output ?? (file as LogTarget)
  const run = new WriteRun({
    writer,
    write: (bytes) => target.write(bytes),
    save: canContinue && output ? (point) => output.save({ ...point, key }) : undefined,
    bytes: () => output?.bytes ?? 0,
    earlier,
    onProgress: options.onProgress,
  })
  try {
    await run.read(client, earlier ? restOf(parsed, earlier) : parsed, options)
  } catch (error) {
    await output?.close()
    throw error
  }
  const result = run.result()
  const lacksBlocks = !options.finalOnly && blocksAhead(result, parsed) !== undefined
  const isWhole = result.coverage.failed.length === 0 && !lacksBlocks
  if (isWhole) await output?.finish()
  else await output?.close()
  return { ...result, path: isWhole ? path : output?.partPath }
}

/** The part of a query that `writeLogs` reads with `resume`. @throws {@link InvalidQueryError} as it does. */
export async function queryToResume(
  client: Client,
  query: ParsedLogQuery,
  path: string,
  options: Pick<WriteLogsOptions, 'format' | 'columns' | 'signal'>,
): Promise<ParsedLogQuery> {
  const { key, canContinue } = layoutOf(client, query, path, options)
  const earlier = canContinue && (await findEarlier(client, query, path, key, options.signal))
  return earlier ? restOf(query, earlier) : query
}

/** What is written, and whether it can be continued if its `key` is the same. */
function layoutOf(
  client: Client,
  query: ParsedLogQuery,
  path: string | undefined,
  { format = formatOfPath(path), content = 'decoded', columns: names }: WriteLogsOptions,
) {
  const columns = declaredColumns(query.events, { format, content, names })
  const isFlat = names !== undefined
  return {
    format,
    content,
    columns,
    isFlat,
    key: JSON.stringify([
      getPool(client).network.id,
      rowsKey(query),
      format,
      content,
      isFlat,
      columns.map(({ name }) => name),
    ]),
    // A Parquet file cannot be continued, and neither can logs that are not in the order of the chain.
    canContinue: path !== undefined && format !== 'parquet' && query.order === 'asc',
  }
}

/** @throws {@link InvalidQueryError} */
function checkFinalOnly({ order, range }: ParsedLogQuery, { finalOnly }: WriteLogsOptions): void {
  if (!finalOnly || (order === 'asc' && !('blockHash' in range))) return
  const message = 'Only a range of blocks in ascending order can end at the last final one.'
  throw new InvalidQueryError([{ path: 'finalOnly', message }])
}

/**
 * How far an earlier call has written the same logs; `undefined` if nothing can be continued.
 *
 * @throws {@link InvalidQueryError} if it has written other logs, or those of another chain; {@link NodeError} if no
 * endpoint has the blocks that it has read.
 */
async function findEarlier(
  client: Client,
  query: ParsedLogQuery,
  path: string,
  key: string,
  signal: AbortSignal | undefined,
): Promise<WrittenState | undefined> {
  const state = await readWrittenState(path)
  if (!state) return undefined
  const refuse = (problem: string) => {
    const message = `${path}.part ${problem}, or do not resume.`
    return new InvalidQueryError([{ path: 'resume', message }])
  }
  if (state.key !== key) throw refuse('was written for another query, chain, format or columns. Repeat those')
  const known = highest(state)
  if (known) {
    const { hash, isBeyond } = await findBlockHash(getPool(client), BigInt(known.block), signal)
    if (hash !== undefined && hash !== known.hash)
      throw refuse('has logs of another chain than the node. Read the same one')
    if (isBeyond && state.checkpoint)
      throw new NodeError(
        `No endpoint has block ${known.block}, which was final when ${path}.part was written.`,
        {
          kind: 'beyond-head',
          method: 'eth_getBlockByNumber',
          advice: 'Try again once an endpoint has caught up. If the chain has been reset, do not resume.',
        },
      )
  }
  return state.logs < (query.limit ?? Number.POSITIVE_INFINITY) ? state : undefined
}

/** The highest block that is known to be on the chain of what was written. */
function highest({ last, checkpoint }: WrittenState): WrittenBlock | undefined {
  if (!last || !checkpoint) return checkpoint ?? last
  return BigInt(last.block) > BigInt(checkpoint.block) ? last : checkpoint
}

/** What is left of a query that an earlier call has written in part. */
function restOf(query: ParsedLogQuery, { next, logs }: WrittenState): ParsedLogQuery {
  const { range, limit } = query
  if ('blockHash' in range) return query
  return withParts(query, {
    range: { ...range, fromBlock: BigInt(next) },
    limit: limit === undefined ? undefined : limit - logs,
  })
}

/** Reads how far a file was written; `undefined` if nothing can be continued. */
async function readWrittenState(path: string): Promise<WrittenState | undefined> {
  try {
    const state = parseState(JSON.parse(await readFile(`${path}.part.json`, 'utf8')))
    const { size } = await stat(`${path}.part`)
    return state && size >= state.bytes ? state : undefined
  } catch {
    // Missing or damaged: the file is written from the start.
    return undefined
  }
}

function parseState(value: unknown): WrittenState | undefined {
  if (!isObject(value)) return undefined
  const { key, bytes, logs, next, last, checkpoint } = value
  if (typeof key !== 'string' || !isBlock(next) || !isCount(bytes) || !isCount(logs)) return undefined
  const blocks = [last, checkpoint].map((one) => (one === undefined ? undefined : parseBlock(one)))
  if (blocks.includes('damaged')) return undefined
  const [lastBlock, finalBlock] = blocks as (WrittenBlock | undefined)[]
  return { key, bytes, logs, next, last: lastBlock, checkpoint: finalBlock }
}

function parseBlock(value: unknown): WrittenBlock | 'damaged' {
  if (!isObject(value)) return 'damaged'
  const { block, hash } = value
  return isBlock(block) && isBlockHash(hash) ? { block, hash } : 'damaged'
}

function isBlock(text: unknown): text is string {
  return typeof text === 'string' && /^\d{1,20}$/.test(text)
}
