import type { Pool, EndpointStatus } from '../../../rpc/Pool.ts'

export interface BlockRangeChoice {
  /** The number with which the endpoints together read the most; `undefined` where nothing is known. */
  readonly best: number | undefined
  /** The same where no more should be asked for; `undefined` where nobody has refused more, or somebody may take it. */
  readonly limit: number | undefined
  /** Whether no endpoint has named that limit. */
  readonly isGuess: boolean
  /** Endpoints of which nothing is known, and that are worth asking for more before all is read in so many calls. */
  readonly strangers: readonly string[]
}

/** As many blocks as many nodes take: who says so need not be compared with others. */
const usualRange = 10_000
/** So many calls are worth one or two at each other endpoint, to find out whether it takes more blocks. */
const worthAsking = 200

/**
 * How many blocks to ask for in one call where endpoints have limits of their own. One that takes few blocks is left out
 * rather than followed by those that take many, unless it helps more than the larger calls would.
 */
export function chooseBlockRange(endpoints: readonly EndpointStatus[], blocks: number): BlockRangeChoice {
  const able = logEndpoints(endpoints)
  const reached = able.filter(({ state }) => state !== 'unreachable')
  const usable = reached.length > 0 ? reached : able
  const limits = usable.flatMap(({ limits: { blockRange } }) => blockRange ?? [])
  if (limits.length === 0) return { best: undefined, limit: undefined, isGuess: false, strangers: [] }
  // Nothing is known against those that have refused none.
  const open = usable.filter((one) => one.limits.blockRange === undefined)
  const known = [...limits, ...open.flatMap(({ widest }) => widest ?? [])].sort((a, b) => a - b)
  let best = 0
  let mostRead = 0
  for (const range of known) {
    const read = range * (limits.filter((limit) => limit >= range).length + open.length)
    if (read > mostRead) [best, mostRead] = [range, read]
  }
  const isNarrow = best < usualRange && blocks / best >= worthAsking
  const strangers = isNarrow ? open.filter(({ widest = 0 }) => widest <= best).map(({ name }) => name) : []
  const limit = strangers.length === 0 && limits.includes(best) ? best : undefined
  const isGuess = usable.every(
    ({ limits: { blockRange }, learnedLimits: lessons = [] }) =>
      blockRange !== limit || lessons.some((one) => one.limit === 'blockRange' && !one.stated),
  )
  return { best, limit, isGuess, strangers }
}

/** The endpoints that answer `eth_getLogs`, as far as is known: the socket only where there is nothing else. */
export function logEndpoints(endpoints: readonly EndpointStatus[]): readonly EndpointStatus[] {
  const overHttp = endpoints.filter(({ type }) => type === 'http')
  const carriers = overHttp.length > 0 ? overHttp : endpoints
  const isAble = ({ state, unavailable = [] }: EndpointStatus) =>
    state !== 'wrong-network' && unavailable.every(({ method }) => method !== 'eth_getLogs')
  return carriers.filter(isAble)
}

export interface NarrowEndpoints {
  readonly names: readonly string[]
  /** Most blocks that one of them takes. */
  readonly widest: number
}

/** The endpoints that do not take so many blocks in one call, where others may. */
export function narrowEndpoints(endpoints: readonly EndpointStatus[], width: bigint): NarrowEndpoints {
  const able = logEndpoints(endpoints)
  const limits = able.flatMap(({ name, limits: { blockRange } }) =>
    blockRange !== undefined && blockRange < width ? [{ name, blockRange }] : [],
  )
  if (limits.length === able.length) return { names: [], widest: 0 }
  const widest = Math.max(0, ...limits.map(({ blockRange }) => blockRange))
  return { names: limits.map(({ name }) => name), widest }
}

/** Asking an endpoint who it is and where it stands costs two calls: it must have so many to answer for that. */
const callsPerEndpoint = 80

/** What there is to do. */
export interface ScanWork {
  readonly calls: number
  /** How often one endpoint would be sent as many messages as it takes at once. */
  readonly volleys: number
}

/**
 * Has more endpoints show their heads, as many as the work is worth, and tells how many are ready for it or about to be.
 * Until then, a scan's calls go to those that are; one that rests does not count.
 */
export function openEndpoints(
  pool: Pool,
  { calls, volleys }: ScanWork,
  asked: Set<string>,
  signal: AbortSignal,
  onOpen: () => void,
): number {
  const endpoints = pool.getStatus().filter(({ type }) => type === 'http')
  const works = ({ state }: (typeof endpoints)[number]) => state === 'ok' || state === 'idle'
  const ready = endpoints.filter((endpoint) => works(endpoint) && endpoint.head !== undefined)
  const closed = endpoints.filter((endpoint) => works(endpoint) && endpoint.head === undefined)
  const opening = closed.filter(({ name }) => asked.has(name)).length
  // It joins in a volley later, so that it is of no use for the first one.
  const wanted = Math.min(1 + Math.floor(calls / callsPerEndpoint), Math.max(1, Math.floor(volleys)))
  const missing = Math.max(0, wanted - ready.length - opening)
  const strange = closed.filter(({ name }) => !asked.has(name))
  for (const [at, { name, state }] of strange.entries()) {
    // One that has answered something is asked more, and what it says counts only once it has shown its head.
    if (at >= missing && state !== 'ok') continue
    asked.add(name)
    // An endpoint that does not answer is left out; the pool knows why.
    void pool
      .request({ method: 'eth_blockNumber', params: [] }, { endpoint: name, signal })
      .then(onOpen, () => {})
  }
  return Math.max(1, ready.length + closed.filter(({ name }) => asked.has(name)).length)
}
