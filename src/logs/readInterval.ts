import { NodeError } from '../errors.ts'
import type { NodeErrorKind } from '../errors.ts'
import type { Pool } from '../rpc/Pool.ts'
import type { BlockInterval } from './Coverage.ts'
import { createPackedLogList } from './createPackedLogList.ts'
import type { Filter } from './Filter.ts'
import type { LogSelection } from './LogSelection.ts'
import { packLogs } from './packLogs.ts'
import { requestLogs } from './requestLogs.ts'
import { splitFilter } from './splitFilter.ts'
import { toRpcFilter } from './toRpcFilter.ts'
import { verifyLogs } from './verifyLogs.ts'

export interface IntervalRead {
  readonly selection: LogSelection
  readonly endpoint: string
  readonly dropped: number
  /** As many logs as nodes are known to cut answers off at: perhaps not all there are. */
  readonly suspect: boolean
}

/** Answers of exactly so many logs may have been cut off without a word. */
const usualCaps: ReadonlySet<number> = new Set([25, 100, 256, 500, 1_000, 2_000, 5_000, 10_000])
const tooBig: ReadonlySet<NodeErrorKind> = new Set(['too-many-results', 'response-too-large', 'timeout'])

/**
 * Reads one interval with `eth_getLogs` and checks each log. Only an endpoint that had shown a block at or past the
 * interval's end is believed; one block that is too large is read by parts of the filter.
 */
export async function readInterval(
  pool: Pool,
  filter: Filter,
  interval: BlockInterval,
  signal: AbortSignal | undefined,
  { small = false }: { /** Few logs are expected. */ small?: boolean } = {},
): Promise<IntervalRead> {
  const request = toRpcFilter(filter, interval)
  const behind: string[] = []
  const refused: string[] = []
  const silent: string[] = []
  let silence: NodeError | undefined
  let replaced = 0
  const single = interval.from === interval.to
  for (;;) {
    let parts: readonly Filter[] | undefined
    try {
      const heads = headsOf(pool)
      const avoid = [...behind, ...refused, ...silent]
      const answer = await requestLogs(pool, request, { signal, avoid, small, preferKnown: true })
      const { segment, malformed, endpoint } = answer
      const head = heads.get(endpoint) ?? headsOf(pool).get(endpoint)
      if (head === undefined || head < interval.to) {
        // It may have caught up since, but its answer is from before: look again only once it shows the block.
        if (behind.includes(endpoint)) throw silence ?? behindError(endpoint, interval.to)
        refused.push(...(answer.refusedBy ?? []))
        silence = await showHead(pool, endpoint, signal)
        if ((headsOf(pool).get(endpoint) ?? -1n) < interval.to) behind.push(endpoint)
        // Those that are behind may catch up, but who refused will refuse again.
        if (refused.length > 0 && !hasOthers(pool, avoid.concat(behind, refused)))
          throw silence ?? behindError(endpoint, interval.to)
        continue
      }
      const { selection, dropped } = verifyLogs(segment, filter, interval)
      const suspect = usualCaps.has(segment.length + malformed)
      // What cannot be halved by blocks is compared with its parts.
      if (single && suspect) parts = splitFilter(filter)
      if (!parts) return { selection, dropped: dropped + malformed, endpoint, suspect }
    } catch (error) {
      // Silence: was the range too wide, or is nobody there? A smaller call tells, before narrower ones wait in vain.
      const gone = !single && isTimeout(error) ? await showHead(pool, error.endpoint, signal) : undefined
      if (gone?.endpoint !== undefined) {
        const again = silent.includes(gone.endpoint)
        silent.push(gone.endpoint)
        if (again || !hasOthers(pool, [...behind, ...refused, ...silent])) throw gone
        continue
      }
      parts = single && isTooBig(error) ? splitFilter(filter) : undefined
      if (!parts) throw error
    }
    const read = await readParts(pool, parts, interval, signal)
    if (isOfOneBlock(read.selection)) return read
    // The block was replaced between two parts: read it anew.
    if (++replaced > 2) throw replacedError(interval.from)
  }
}

/** Reads one block by parts of the filter. */
async function readParts(
  pool: Pool,
  parts: readonly Filter[],
  interval: BlockInterval,
  signal: AbortSignal | undefined,
): Promise<IntervalRead> {
  const reads = await Promise.all(parts.map((part) => readInterval(pool, part, interval, signal)))
  return {
    selection: joinSelections(reads.map(({ selection }) => selection)),
    endpoint: reads[0]!.endpoint,
    dropped: reads.reduce((sum, { dropped }) => sum + dropped, 0),
    suspect: false,
  }
}

/** All logs are of the same height: whether they are of the same block as well. */
function isOfOneBlock({ segment }: LogSelection): boolean {
  for (let log = 1; log < segment.length; log++)
    if (segment.blockHash(log) !== segment.blockHash(0)) return false
  return true
}

function headsOf(pool: Pool): ReadonlyMap<string, bigint | undefined> {
  return new Map(pool.getStatus().map(({ name, head }) => [name, head]))
}

function hasOthers(pool: Pool, asked: readonly string[]): boolean {
  return pool.getStatus().some(({ name, state }) => state !== 'wrong-network' && !asked.includes(name))
}

/** Has an endpoint show its head, which the pool takes note of. Says why it could not. */
async function showHead(
  pool: Pool,
  endpoint: string,
  signal: AbortSignal | undefined,
): Promise<NodeError | undefined> {
  try {
    await pool.request({ method: 'eth_blockNumber', params: [] }, { signal, endpoint })
    return undefined
  } catch (error) {
    if (error instanceof NodeError) return error
    throw error
  }
}

function isTimeout(error: unknown): error is NodeError & { endpoint: string } {
  return error instanceof NodeError && error.kind === 'timeout' && error.endpoint !== undefined
}

function isTooBig(error: unknown): boolean {
  return error instanceof NodeError && tooBig.has(error.kind)
}

function behindError(endpoint: string, block: bigint): NodeError {
  return new NodeError(`No endpoint has block ${block} yet.`, {
    kind: 'beyond-head',
    method: 'eth_getLogs',
    endpoint,
    advice: 'Try again in a moment: the endpoints are catching up.',
  })
}

function replacedError(block: bigint): NodeError {
  return new NodeError(`Block ${block} was replaced again and again while it was read.`, {
    kind: 'transient',
    method: 'eth_getLogs',
    advice: 'Try again in a moment.',
  })
}

/** Parts of one block, each in order, as one. */
function joinSelections(selections: readonly LogSelection[]): LogSelection {
  return { segment: packLogs(createPackedLogList({ segments: selections })), rows: undefined }
}
