import { NodeError, UnreadBlocksError } from '../../../errors/NodeError.ts'
import type { NodeErrorKind } from '../../../errors/NodeError.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { createPackedLogList } from '../../list/createPackedLogList.ts'
import { detectPruned, prunedError } from './detectPruned.ts'
import type { Filter } from '../../filter/Filter.ts'
import { getEndpointHistory } from './EndpointHistory.ts'
import { countLogs } from '../../columns/LogSelection.ts'
import { hasOtherEndpoints } from './hasOtherEndpoints.ts'
import type { LogSelection } from '../../columns/LogSelection.ts'
import { avoidFor, malformedEndpoints } from './malformedEndpoints.ts'
import type { MalformedLogsError } from './MalformedLogsError.ts'
import { packLogs } from '../../columns/packLogs.ts'
import { requestLogs } from './requestLogs.ts'
import { splitFilter } from '../../filter/splitFilter.ts'
import { toRpcFilter } from '../../filter/toRpcFilter.ts'
import { verifyAnswer } from './verifyAnswer.ts'

export interface IntervalRead {
  readonly selection: LogSelection
  readonly endpoint: string
  readonly rejected: number
  /** As many logs as nodes are known to cut answers off at: perhaps not all there are. */
  readonly suspect: boolean
}

/** Answers of exactly so many logs may have been cut off without a word. */
const usualCaps: ReadonlySet<number> = new Set([25, 100, 256, 500, 1_000, 2_000, 5_000, 10_000])
const tooBig: ReadonlySet<NodeErrorKind> = new Set(['too-many-results', 'response-too-large', 'timeout'])

/** What an endpoint that says so will say again of the same blocks. One that is behind may catch up. */
const lastWord: ReadonlySet<NodeErrorKind> = new Set(['unavailable', 'pruned'])

/** Logs of an answer that may not be all there are. */
export interface Preview {
  readonly selection: LogSelection
  readonly endpoint: string
}

export interface ReadOptions {
  /** Few logs are expected. */
  readonly small?: boolean | undefined
  /** Endpoints to ask only when no other can answer. */
  readonly avoid?: readonly string[] | undefined
  /** Endpoints that do not take so many blocks. */
  readonly narrow?: readonly string[] | undefined
  /** What endpoints said that refused this very interval before. */
  readonly refusals?: readonly NodeError[] | undefined
  /** Told of the logs that came where it takes longer to find out whether these are all. */
  readonly onPreview?: ((answer: Preview) => void) | undefined
  /** The lowest block that will be read besides. @default that of the interval */
  readonly floor?: bigint | undefined
}

/**
 * Reads one interval with `eth_getLogs` and checks each log. Only an endpoint that had shown a block at or past the
 * interval's end is believed, and one that names no logs of old blocks only if it still holds such; one block that is too
 * large is read by parts of the filter, or from another endpoint.
 */
export async function readInterval(
  pool: Pool,
  filter: Filter,
  interval: BlockInterval,
  signal: AbortSignal | undefined,
  options: ReadOptions = {},
): Promise<IntervalRead> {
  const { small = false, avoid: disliked = [], narrow = [], refusals: told = [] } = options
  const { floor = interval.from, onPreview } = options
  const request = toRpcFilter(filter, interval)
  const reach = getEndpointHistory(pool)
  const single = interval.from === interval.to
  // A look at what endpoints still hold asks for all logs of a block.
  const isLook = single && !filter.address && filter.topics.length === 0
  const looks = isLook ? reach.tooBigAt(interval.from) : []
  const known = [...told, ...looks.map((error) => tooLargeError(interval.from, error))]
  const behind: string[] = []
  const refused = [...told, ...looks].flatMap(({ endpoint }) => endpoint ?? [])
  const silent: string[] = []
  let silence: NodeError | undefined
  let [refusal] = known
  let cutOff: IntervalRead | undefined
  let malformed: MalformedLogsError | undefined
  let isReread = false
  const senders = malformedEndpoints(pool)
  let replaced = 0
  // Also where somebody else spoils the whole call afterwards.
  const onRefused = ({ kind, endpoint }: NodeError) => {
    if (kind === 'pruned' && endpoint !== undefined) reach.sawPruned(endpoint, interval.from)
  }
  for (;;) {
    let parts: readonly Filter[] | undefined
    const lacking = reach.lacking(interval.from)
    const except = [...refused, ...lacking, ...narrow]
    if (except.length > 0 && !hasOtherEndpoints(pool, except)) {
      if (cutOff) return cutOff
      throw malformed ?? refusal ?? prunedError(interval, lacking[0])
    }
    try {
      const heads = headsOf(pool)
      const avoid = [...disliked, ...behind, ...silent]
      // Better one that may send malformed logs again than one that lacks the blocks.
      const careful = behind.length + silent.length > 0 ? avoid : [...avoid, ...senders.names]
      const asking = {
        signal,
        avoid: careful,
        exclude: except,
        smallReply: small,
        preferVerified: true,
        onRefused,
      }
      const answer = await requestLogs(pool, request, asking)
      const { endpoint, refusals = [] } = answer
      const sent = answer.segment.length + answer.malformed.count
      const head = heads.get(endpoint) ?? headsOf(pool).get(endpoint)
      if (head === undefined || head < interval.to) {
        // It may have caught up since, but its answer is from before: look again only once it shows the block.
        if (behind.includes(endpoint)) throw silence ?? behindError(endpoint, interval.to)
        for (const { endpoint: name } of refusals) if (name !== undefined) refused.push(name)
        silence = await showHead(pool, endpoint, signal)
        if ((headsOf(pool).get(endpoint) ?? -1n) < interval.to) behind.push(endpoint)
        // Those that are behind may catch up, but who refused will refuse again.
        if (refused.length > 0 && !hasOtherEndpoints(pool, [...avoid, ...behind, ...refused]))
          throw silence ?? behindError(endpoint, interval.to)
        continue
      }
      // If another has to be asked, those that refused this need not be asked again.
      for (const { kind, endpoint: name } of refusals) {
        if (name === undefined || !lastWord.has(kind)) continue
        refused.push(name)
        except.push(name)
      }
      const verified = verifyAnswer(pool, answer, filter, interval)
      const { selection, rejected } = verified
      if (verified.malformed) {
        senders.add(endpoint, avoidFor)
        malformed = better(malformed, verified.malformed)
        if (cutOff && sent > countLogs(cutOff.selection)) cutOff = undefined
        // A reorganisation while it answered looks the same, and is over by now.
        const isAgain =
          verified.isContradictory && !isReread && !hasOtherEndpoints(pool, [...except, endpoint])
        if (isAgain) isReread = true
        else refused.push(endpoint)
        continue
      }
      const onDoubt = () => onPreview?.({ selection, endpoint })
      const doubt = await detectPruned(selection, interval, head, { pool, endpoint, floor, signal, onDoubt })
      if (doubt) {
        refused.push(endpoint)
        if (doubt.kind !== 'pruned') refusal = doubt
        continue
      }
      const suspect = usualCaps.has(sent)
      const read = { selection, rejected, endpoint, suspect }
      if (cutOff) return countLogs(cutOff.selection) > countLogs(selection) ? cutOff : read
      // What cannot be halved by blocks is compared with its parts, or with what another endpoint says.
      if (single && suspect) parts = splitFilter(filter)
      if (!parts) {
        if (!single || !suspect || !hasOtherEndpoints(pool, [...except, endpoint])) return read
        cutOff = read
        refused.push(endpoint)
        continue
      }
    } catch (error) {
      // Silence: was the range too wide, or is nobody there? A smaller call tells, before narrower ones wait in vain.
      const gone = !single && isTimeout(error) ? await showHead(pool, error.endpoint, signal) : undefined
      if (gone?.endpoint !== undefined) {
        const again = silent.includes(gone.endpoint)
        silent.push(gone.endpoint)
        if (again || !hasOtherEndpoints(pool, [...except, ...behind, ...silent])) throw malformed ?? gone
        continue
      }
      const tooLarge = single && isTooBig(error) ? error : undefined
      parts = tooLarge && splitFilter(filter)
      // What one cannot send at once, another may.
      if (!parts && tooLarge?.endpoint !== undefined && tooLarge.kind !== 'timeout') {
        if (isLook) reach.sawTooBig(interval.from, tooLarge)
        refused.push(tooLarge.endpoint)
        refusal = tooLargeError(interval.from, tooLarge)
        cutOff = undefined
        continue
      }
      if (!parts) {
        if (signal?.aborted) throw error
        if (cutOff) return cutOff
        throw malformed ?? (refusal && isTooBig(refusal) ? refusal : error)
      }
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
    rejected: reads.reduce((sum, { rejected }) => sum + rejected, 0),
    suspect: false,
  }
}

/** All logs are of the same height: whether they are of the same block as well. */
function isOfOneBlock({ segment }: LogSelection): boolean {
  for (let log = 1; log < segment.length; log++)
    if (segment.blockHash(log) !== segment.blockHash(0)) return false
  return true
}

/** The one that says more about where logs may be missing. */
function better(known: MalformedLogsError | undefined, next: MalformedLogsError): MalformedLogsError {
  const reach = ({ partial: { blocks } }: MalformedLogsError) => blocks?.length ?? Number.POSITIVE_INFINITY
  return known && reach(known) <= reach(next) ? known : next
}

function headsOf(pool: Pool): ReadonlyMap<string, bigint | undefined> {
  return new Map(pool.getStatus().map(({ name, head }) => [name, head]))
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
  return isOfLogs(error) && error.kind === 'timeout' && error.endpoint !== undefined
}

function isTooBig(error: unknown): error is NodeError {
  return isOfLogs(error) && tooBig.has(error.kind)
}

function isOfLogs(error: unknown): error is NodeError {
  return error instanceof NodeError && error.method === 'eth_getLogs'
}

function tooLargeError(block: bigint, error: NodeError): NodeError {
  const { kind, method, endpoint, code, details } = error
  const cause = new NodeError('No endpoint sends all logs of one block at once.', {
    kind,
    method,
    endpoint,
    code,
    details,
    advice: 'Ask for fewer of them by address or topic, or add an endpoint that allows larger answers.',
    cause: error,
  })
  return new UnreadBlocksError({ from: block, to: block }, cause)
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
  const cause = new NodeError('It was replaced again and again meanwhile.', {
    kind: 'transient',
    method: 'eth_getLogs',
    advice: 'Try again in a moment.',
  })
  return new UnreadBlocksError({ from: block, to: block }, cause)
}

/** Parts of one block, each in order, as one. */
function joinSelections(selections: readonly LogSelection[]): LogSelection {
  return { segment: packLogs(createPackedLogList({ segments: selections })), rows: undefined }
}
