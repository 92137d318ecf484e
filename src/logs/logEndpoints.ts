import type { EndpointStatus } from '../rpc/Pool.ts'

/** The endpoints that can be asked for logs: the socket only where there is nothing else. */
export function logEndpoints(endpoints: readonly EndpointStatus[]): readonly EndpointStatus[] {
  const overHttp = endpoints.filter(({ type }) => type === 'http')
  const carriers = overHttp.length > 0 ? overHttp : endpoints
  return carriers.filter(({ state }) => state !== 'wrong-network')
}
