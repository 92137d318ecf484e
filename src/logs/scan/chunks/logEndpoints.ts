import type { EndpointStatus } from '../../../rpc/Pool.ts'

/** The endpoints that answer `eth_getLogs`, as far as is known: the socket only where there is nothing else. */
export function logEndpoints(endpoints: readonly EndpointStatus[]): readonly EndpointStatus[] {
  const overHttp = endpoints.filter(({ type }) => type === 'http')
  const carriers = overHttp.length > 0 ? overHttp : endpoints
  const isAble = ({ state, unavailable = [] }: EndpointStatus) =>
    state !== 'wrong-network' && unavailable.every(({ method }) => method !== 'eth_getLogs')
  return carriers.filter(isAble)
}
