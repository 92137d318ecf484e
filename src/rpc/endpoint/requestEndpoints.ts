import type { EndpointStatus, Pool } from '../Pool.ts'

/** The endpoints that carry requests: a socket does only if there is no HTTP endpoint. */
export function requestEndpoints<endpoint extends { readonly type: 'http' | 'webSocket' }>(
  endpoints: readonly endpoint[],
): readonly endpoint[] {
  const overHttp = endpoints.filter(({ type }) => type === 'http')
  return overHttp.length > 0 ? overHttp : endpoints
}

/** Whether a pool has a usable endpoint other than these. */
export function hasOtherEndpoints(pool: Pool, names: readonly string[]): boolean {
  return requestEndpoints(pool.getStatus()).some(
    ({ name, state }) => state !== 'wrong-network' && !names.includes(name),
  )
}

/** Whether an endpoint takes several calls in one message. */
export function takesBatches({ type, limits }: Pick<EndpointStatus, 'type' | 'limits'>): boolean {
  return type === 'http' && limits.batch !== 1 && limits.rate !== 1
}
