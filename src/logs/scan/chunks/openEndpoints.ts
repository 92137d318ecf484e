import type { Pool } from '../../../rpc/Pool.ts'

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
