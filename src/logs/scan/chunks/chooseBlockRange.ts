import type { EndpointStatus } from '../../../rpc/Pool.ts'
import { logEndpoints } from './logEndpoints.ts'

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
    ({ limits: { blockRange }, lessons = [] }) =>
      blockRange !== limit || lessons.some((one) => one.limit === 'blockRange' && !one.stated),
  )
  return { best, limit, isGuess, strangers }
}
