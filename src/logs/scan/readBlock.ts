import type { Hash, Hex } from 'viem'
import { NodeError, UnreadBlocksError } from '../../errors/NodeError.ts'
import { hasOtherEndpoints } from '../../rpc/endpoint/requestEndpoints.ts'
import { parseBlockHeader } from '../../rpc/parseBlockHeader.ts'
import { readHeight } from '../../rpc/parseQuantity.ts'
import type { Pool, PoolReply } from '../../rpc/Pool.ts'
import { bloomExcludes } from '../chain/bloomExcludes.ts'
import { countLogs, type LogSelection } from '../columns/LogSelection.ts'
import type { LogsAnswer } from '../columns/scanReplies.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { detectPruned } from './read/detectPruned.ts'
import { isSuspect, type IntervalRead } from './read/IntervalRead.ts'
import { MalformedLogsError } from './read/MalformedLogsError.ts'
import { readInterval } from './read/readInterval.ts'
import { requestBlockLogs } from './read/requestLogs.ts'
import { verifyAnswers } from './read/verifyAnswer.ts'
import type { ScanEvent } from './ScanEvent.ts'
import type { ScanOptions } from './ScanOptions.ts'
import { toLogsEvent } from './toLogsEvent.ts'

/**
 * Reads one block by its hash (`eth_getBlockByHash`, then `eth_getLogs` with `blockHash`). When an endpoint lacks the block,
 * may have pruned its logs or sends malformed ones, another one is used. On nodes without `eth_getBlockByHash`, the logs
 * themselves give the block's number; without a log, the block may not exist, so the read fails.
 */
export async function* readBlock(
  pool: Pool,
  query: ParsedLogQuery,
  blockHash: Hash,
  { signal, wholeBlocks }: Pick<ScanOptions, 'signal' | 'wholeBlocks'>,
): AsyncGenerator<ScanEvent, void, void> {
  const { filter, order, limit } = query
  const exclude: string[] = []
  let range: BlockInterval | undefined
  /** The first error of an endpoint that has the block, else the last one. */
  let failure: NodeError | undefined
  do {
    let endpoint: string | undefined
    try {
      const found = await findBlock(pool, blockHash, filter, { signal, exclude })
      endpoint = found.endpoint
      if (!range) {
        range = found.range
        yield { type: 'planned', range, requested: range, head: range.to, order, limit }
      }
      // Read the logs from the endpoint that has the block: another may not have it yet.
      const answers = found.answers ?? (await requestBlockLogs(pool, filter, blockHash, { signal, endpoint }))
      const read = verifyAnswers(pool, answers, filter, found.range)
      if (read instanceof MalformedLogsError) throw read
      await checkBlock(read, found, { pool, filter, blockHash, signal })
      const whole = isSuspect(read) ? await readMore(read, { pool, filter, blockHash, signal }) : read
      yield toLogsEvent(whole, query, limit ?? Number.POSITIVE_INFINITY, wholeBlocks)
      return
    } catch (error) {
      if (!(error instanceof NodeError) || signal?.aborted) throw error
      if (!failure || failure.method === 'eth_getBlockByHash') failure = error
      endpoint ??= error.kind === 'invalid-input' ? error.endpoint : undefined
      if (endpoint === undefined) break
      exclude.push(endpoint)
    }
  } while (hasOtherEndpoints(pool, exclude))
  if (!range || !(failure instanceof MalformedLogsError)) throw failure
  yield { type: 'failed', range, error: UnreadBlocksError.of(range, failure.withoutLogs()) }
}

interface CheckOptions {
  readonly pool: Pool
  readonly filter: Filter
  readonly blockHash: Hash
  readonly signal: AbortSignal | undefined
}

/** Throws if the logs are of another block, or if the endpoint may have pruned some of them. */
async function checkBlock(
  { selection }: IntervalRead,
  { range, endpoint, bloom }: FoundBlock,
  { pool, filter, blockHash, signal }: CheckOptions,
): Promise<void> {
  if (!isOfBlock(selection, blockHash))
    throw new NodeError(`${endpoint} sent logs of another block than ${blockHash}.`, {
      kind: 'malformed',
      method: 'eth_getLogs',
      endpoint,
      advice: 'Use another endpoint.',
    })
  // If the block's bloom rules the filter out, an empty answer is correct.
  if (bloom !== undefined && bloomExcludes(bloom, filter)) return
  const head = range.to + BigInt(pool.network.finality)
  const pruned = await detectPruned(selection, range, head, { pool, endpoint, floor: range.from, signal })
  if (pruned) throw pruned
}

/** Reads a block by its number if its logs by hash may have been cut off: by parts of the filter, or from another endpoint. */
async function readMore(
  read: IntervalRead,
  { pool, filter, blockHash, signal }: CheckOptions,
): Promise<IntervalRead> {
  try {
    const other = await readInterval(pool, filter, read.range, signal, { small: true })
    const hasMore = countLogs(other.selection) > countLogs(read.selection)
    return hasMore && isOfBlock(other.selection, blockHash) ? other : read
  } catch (error) {
    if (!(error instanceof NodeError) || signal?.aborted) throw error
    return read
  }
}

interface FoundBlock {
  readonly range: BlockInterval
  readonly endpoint: string
  readonly bloom: Hex | undefined
  /** The answers that have its logs, if they showed its number. */
  readonly answers?: readonly PoolReply<LogsAnswer>[]
}

interface FindOptions {
  readonly signal: AbortSignal | undefined
  readonly exclude: readonly string[]
}

async function findBlock(
  pool: Pool,
  blockHash: Hash,
  filter: Filter,
  options: FindOptions,
): Promise<FoundBlock> {
  try {
    return await findHeader(pool, blockHash, options)
  } catch (error) {
    if (!(error instanceof NodeError) || error.kind !== 'unavailable') throw error
    const answers = await requestBlockLogs(pool, filter, blockHash, options)
    const answer = answers.find(({ result }) => result.segment.length > 0)
    if (!answer) throw error
    const { result, endpoint } = answer
    return { range: toRange(result.segment.blockNumber(0)), endpoint, bloom: undefined, answers }
  }
}

async function findHeader(pool: Pool, blockHash: Hash, options: FindOptions): Promise<FoundBlock> {
  const call = { method: 'eth_getBlockByHash', params: [blockHash, false] }
  const { result, endpoint } = await pool.request<{ number?: unknown } | null>(call, options)
  const number = readHeight(result?.number)
  if (number === undefined)
    throw new NodeError(`${endpoint} has no block with the hash ${blockHash}.`, {
      kind: 'invalid-input',
      method: 'eth_getBlockByHash',
      endpoint,
      advice: 'Check the hash and the network; after a reorg the block may be gone.',
    })
  const bloom = parseBlockHeader(result)?.logsBloom
  return { range: toRange(number), endpoint, bloom }
}

function toRange(block: bigint): BlockInterval {
  return { from: block, to: block }
}

function isOfBlock({ segment, rows }: LogSelection, blockHash: Hash): boolean {
  const first = rows ? rows[0] : 0
  return first === undefined || first >= segment.length || segment.blockHash(first) === blockHash
}
