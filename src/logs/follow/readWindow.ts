import { NodeError, type NodeErrorKind } from '../../errors/NodeError.ts'
import { blockSpan } from '../../rpc/blockSpan.ts'
import { takesBatches } from '../../rpc/endpoint/requestEndpoints.ts'
import type { Pool, PoolReply } from '../../rpc/Pool.ts'
import { requestHeader, type Head, type ShownHeader } from '../chain/readHeader.ts'
import { joinSegments } from '../columns/joinSegments.ts'
import { readSelection, type LogSelection } from '../columns/LogSelection.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { getEndpointHistory } from '../scan/read/EndpointHistory.ts'
import { isSuspect } from '../scan/read/IntervalRead.ts'
import { readInterval } from '../scan/read/readInterval.ts'
import { ScanRun } from '../scan/ScanRun.ts'
import type { WindowLogs } from './RecentLogs.ts'

const needsChunks: ReadonlySet<NodeErrorKind> = new Set([
  'range-too-wide',
  'too-many-results',
  'response-too-large',
  'timeout',
])

export interface ReadWindowOptions {
  /** The head of the chain that the logs must belong to. */
  readonly head: Head
  readonly signal: AbortSignal
  readonly onProgress: () => void
  /** Called when it takes several ranges. */
  readonly onParts: () => void
}

/** The batch that each reply came in. */
type Batches = readonly PoolReply<unknown>['batch'][]

interface WindowRead extends RangeLogs {
  /** Those of the answers; none if the range was read in chunks. */
  readonly batches: Batches
}

/**
 * Reads all logs of a range: in one call for each part of the filter if possible, batched with other pending requests, else in
 * chunks like a scan, each of which must belong to the head's chain.
 *
 * @throws when any block could not be read.
 */
export async function readWindow(
  pool: Pool,
  filter: Filter,
  range: BlockInterval,
  { head, signal, onProgress, onParts }: ReadWindowOptions,
): Promise<WindowRead> {
  const result = readInterval(pool, filter, range, signal, { small: true })
  try {
    const read = await result
    if (!isSuspect(read) || range.from === range.to)
      return { ...read, batches: read.answers.map(({ batch }) => batch) }
  } catch (error) {
    // The node may only have left logs out. The next attempt probes again.
    if (error instanceof NodeError && error.kind === 'pruned') getEndpointHistory(pool).forgetPruned()
    const isTooMuch = error instanceof NodeError && needsChunks.has(error.kind) && range.from < range.to
    if (!isTooMuch || signal.aborted) throw error
  }
  onParts()
  const run = new ScanRun(withHead(pool, head), filter, {
    range,
    cached: [],
    newestFirst: false,
    careful: false,
    allOrNothing: true,
    // The same request is not repeated.
    first: { range, result },
    signal,
    control: undefined,
    onRead: onProgress,
  })
  const selections: LogSelection[] = []
  try {
    for await (const result of run) {
      if (result.type === 'failed') throw result.error
      if (result.type === 'logs') selections.push(result.selection)
    }
  } finally {
    run.stop()
  }
  return { range, selection: { segment: joinSegments(selections), rows: undefined }, batches: [] }
}

/** Unpacks the logs of a range. */
export function toWindow({ range, selection }: RangeLogs): WindowLogs {
  return { range, selection, logs: readSelection(selection) }
}

/**
 * A view of a pool whose logs near the head count only if the endpoint still has the head. Otherwise an endpoint that falls
 * behind while a range is read in chunks, and catches up before the last one, would leave a gap.
 */
function withHead(pool: Pool, head: Head): Pool {
  return {
    ...pool,
    async request<result>(...[call, options = {}]: Parameters<Pool['request']>) {
      // An endpoint that is a little behind still has blocks far below the head.
      const span = call.method === 'eth_getLogs' ? blockSpan(call.params) : undefined
      const near = head.number - 2n * BigInt(pool.network.finality)
      if (!span || span[1] < near) return pool.request<result>(call, options)
      const read = () => pool.request<result>(call, { ...options, smallReply: true })
      const [reply, batch] = await readWithHead(pool, head, options.signal, read)
      await confirmUnlessTogether(pool, head, [batch, reply.batch], options.signal)
      return reply
    },
  }
}

/**
 * Reads logs in one message with the head. In a message of its own, the read may reach another node behind the same load
 * balancer, which has fallen behind and leaves logs out. An endpoint that takes single calls must show the head before it
 * answers: afterwards, a node that was behind may have caught up. Also resolves to the batch of the head.
 *
 * @throws when the endpoint does not have the head.
 */
async function readWithHead<result>(
  pool: Pool,
  head: Head,
  signal: AbortSignal | undefined,
  read: () => Promise<result>,
): Promise<[result: result, batch: PoolReply<unknown>['batch'] | undefined]> {
  const [status] = pool.getStatus()
  if (status && !takesBatches(status)) {
    await confirmHead(pool, head, signal)
    return [await read(), undefined]
  }
  const [result, shown] = await Promise.all([read(), readHead(pool, head, signal)])
  checkHead(head, shown)
  return [result, shown.batch]
}

function readHead(pool: Pool, head: Head, signal: AbortSignal | undefined): Promise<ShownHeader> {
  return requestHeader(pool, head.number, { signal, reason: 'header' })
}

/** Confirms the head unless all replies came in one message: others may be of different chains. */
async function confirmUnlessTogether(
  pool: Pool,
  head: Head,
  batches: Batches,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [first] = batches
  const isSingle = batches.length === 1
  const isTogether = isSingle || (first !== undefined && batches.every((batch) => batch === first))
  if (!isTogether) await confirmHead(pool, head, signal)
}

/** @throws when the endpoint of the head no longer has it. */
export async function confirmHead(pool: Pool, head: Head, signal: AbortSignal | undefined): Promise<void> {
  checkHead(head, await readHead(pool, head, signal))
}

function checkHead(head: Head, { header }: ShownHeader): void {
  if (typeof header !== 'object' || header.hash !== head.hash)
    throw transientError(head, 'no longer has its head')
}

interface ReadAtHeadOptions extends ReadWindowOptions {
  /** Whether these blocks are not read again soon: then an answer counts only if the endpoint still has the head. */
  readonly isPermanent: boolean
}

/**
 * Reads a range on the chain of a head, from the endpoint that showed it (the only one in `pinned`).
 *
 * @throws when the endpoint has switched to another chain.
 */
export async function readAtHead(
  pinned: Pool,
  filter: Filter,
  range: BlockInterval,
  { isPermanent, ...options }: ReadAtHeadOptions,
): Promise<WindowLogs> {
  const { head, signal } = options
  const readLogs = () => readWindow(pinned, filter, range, options)
  const [{ batches, ...logs }, batch] = isPermanent
    ? await readWithHead(pinned, head, signal, readLogs)
    : [await readLogs()]
  const read = toWindow(logs)
  const top = read.logs.at(-1)
  if (top && top.blockNumber === head.number && top.blockHash !== head.hash)
    throw transientError(head, 'replaced its head while it was read')
  const isInChunks = batches.length === 0
  const replies = isPermanent && !isInChunks ? [batch, ...batches] : batches
  await confirmUnlessTogether(pinned, head, replies, signal)
  return read
}

/** The error for a chain that changed while it was read. The next sync starts from the new one. */
export function transientError({ endpoint }: Head, what: string): NodeError {
  return new NodeError(`${endpoint} ${what}.`, {
    kind: 'transient',
    method: 'eth_getLogs',
    endpoint,
    advice: 'The blocks are read again.',
  })
}
