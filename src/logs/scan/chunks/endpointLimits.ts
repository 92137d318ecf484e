import { requestEndpoints } from '../../../rpc/endpoint/requestEndpoints.ts'
import type { Pool, EndpointStatus } from '../../../rpc/Pool.ts'

export interface BlockRangeChoice {
  /** The width at which the endpoints together read the most blocks at once; `undefined` when no limit is known. */
  readonly best: number | undefined
  /** The same as a limit to respect; `undefined` when wider ranges may be accepted. */
  readonly limit: number | undefined
  /** Whether the limit was inferred rather than named by an endpoint. */
  readonly isGuess: boolean
  /** Endpoints with unknown limits that are worth trying before the range is read in many narrow calls. */
  readonly untried: readonly string[]
}

/** The limit of blocks per call that most public endpoints have. */
export const usualBlockRange = 10_000
/** From this many calls on, other endpoints are tried: they may accept more blocks. */
const worthTrying = 200

/**
 * How many blocks to request in one call when endpoints have different limits. An endpoint with a low limit is left out
 * rather than slowing the others down, unless all read more blocks at once with it.
 */
export function chooseBlockRange(endpoints: readonly EndpointStatus[], blocks: number): BlockRangeChoice {
  const usable = reachedEndpoints(endpoints)
  const limits = usable.flatMap(({ limits: { blockRange } }) => blockRange ?? [])
  if (limits.length === 0) return { best: undefined, limit: undefined, isGuess: false, untried: [] }
  // Endpoints that have refused no range may accept any.
  const open = usable.filter((one) => one.limits.blockRange === undefined)
  const known = [...limits, ...open.flatMap(({ widest }) => widest ?? [])].sort((a, b) => a - b)
  let best = 0
  let maxRead = 0
  for (const range of known) {
    const read = range * (limits.filter((limit) => limit >= range).length + open.length)
    if (read > maxRead) [best, maxRead] = [range, read]
  }
  // An endpoint with the usual limit need not be compared with others.
  const isNarrow = best < usualBlockRange && blocks / best >= worthTrying
  const untried = isNarrow ? open.filter(({ widest = 0 }) => widest <= best).map(({ name }) => name) : []
  const limit = untried.length === 0 && limits.includes(best) ? best : undefined
  const isGuess = usable.every(
    ({ limits: { blockRange }, learnedLimits = [] }) =>
      blockRange !== limit || learnedLimits.some((one) => one.limit === 'blockRange' && !one.stated),
  )
  return { best, limit, isGuess, untried }
}

/** The endpoints that may answer `eth_getLogs`. */
export function logEndpoints(endpoints: readonly EndpointStatus[]): readonly EndpointStatus[] {
  return requestEndpoints(endpoints).filter(
    ({ state, unavailable = [] }) =>
      state !== 'wrong-network' && unavailable.every(({ method }) => method !== 'eth_getLogs'),
  )
}

/** Those of them that can be reached; all of them while none can. */
export function reachedEndpoints(endpoints: readonly EndpointStatus[]): readonly EndpointStatus[] {
  const able = logEndpoints(endpoints)
  const reached = able.filter(({ state }) => state !== 'unreachable')
  return reached.length > 0 ? reached : able
}

/** The most logs that every endpoint sends in one answer; `undefined` when no limit is known. */
export function lowestResults(endpoints: readonly EndpointStatus[]): number | undefined {
  const known = endpoints.flatMap(({ limits }) => limits.results ?? [])
  return known.length > 0 ? Math.min(...known) : undefined
}

export interface NarrowEndpoints {
  readonly names: readonly string[]
  /** The highest of their limits; 0 when there are none. */
  readonly maxWidth: number
}

/** The endpoints that do not accept this width, if others may. */
export function narrowEndpoints(endpoints: readonly EndpointStatus[], width: bigint): NarrowEndpoints {
  const able = logEndpoints(endpoints)
  const limits = able.flatMap(({ name, limits: { blockRange } }) =>
    blockRange !== undefined && blockRange < width ? [{ name, blockRange }] : [],
  )
  if (limits.length === able.length) return { names: [], maxWidth: 0 }
  const maxWidth = Math.max(0, ...limits.map(({ blockRange }) => blockRange))
  return { names: limits.map(({ name }) => name), maxWidth }
}

/** Opening an endpoint costs two calls (`eth_chainId`, `eth_blockNumber`): it is worth it from this many calls on. */
const callsPerEndpoint = 80

/** The work that is left. */
export interface ScanWork {
  readonly calls: number
  /** How many rounds of messages one endpoint would need, each with as many in flight as it may have. */
  readonly rounds: number
}

/**
 * Reads the heads of more endpoints if the work is worth it. Returns how many are ready or about to be, without paused
 * ones.
 */
export function openEndpoints(
  pool: Pool,
  { calls, rounds }: ScanWork,
  opened: Set<string>,
  signal: AbortSignal,
  onOpen: () => void,
): number {
  const endpoints = pool.getStatus().filter(({ type }) => type === 'http')
  const works = ({ state }: (typeof endpoints)[number]) => state === 'ok' || state === 'idle'
  const ready = endpoints.filter((endpoint) => works(endpoint) && endpoint.head !== undefined)
  const closed = endpoints.filter((endpoint) => works(endpoint) && endpoint.head === undefined)
  const opening = closed.filter(({ name }) => opened.has(name)).length
  // An endpoint that is opened now only helps from the next round on.
  const wanted = Math.min(1 + Math.floor(calls / callsPerEndpoint), Math.max(1, Math.floor(rounds)))
  const missing = Math.max(0, wanted - ready.length - opening)
  const untried = closed.filter(({ name }) => !opened.has(name))
  for (const [at, { name, state }] of untried.entries()) {
    // An endpoint in use is opened in any case: its answers count only once it has shown its head.
    if (at >= missing && state !== 'ok') continue
    opened.add(name)
    // An endpoint that does not answer is left out; the pool has the error.
    void pool
      .request({ method: 'eth_blockNumber', params: [] }, { endpoint: name, signal })
      .then(onOpen, () => {})
  }
  return Math.max(1, ready.length + closed.filter(({ name }) => opened.has(name)).length)
}
