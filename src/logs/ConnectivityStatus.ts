/**
 * Whether a network can be reached:
 *
 * - `unknown`: no request has been sent yet
 * - `reachable`: at least one endpoint answers
 * - `unreachable`: none answers, or nothing has arrived for too long
 * - `wrong-network`: all of them serve another network
 * - `offline`: the browser has no connection
 */
export type ConnectivityStatus = 'unknown' | 'reachable' | 'unreachable' | 'wrong-network' | 'offline'

/**
 * Derives the status from the endpoints. A paused endpoint counts as reachable. Endpoints of another network are ignored
 * unless all are. A WebSocket beside HTTP endpoints counts only if it works: requests do not wait for it.
 */
export function connectivityOf(
  endpoints: readonly { readonly type: 'http' | 'webSocket'; readonly state: string }[],
): ConnectivityStatus {
  if (endpoints.some(({ state }) => state === 'ok' || state === 'paused')) return 'reachable'
  const http = endpoints.filter(({ type }) => type === 'http')
  const asked = http.length > 0 ? http : endpoints
  if (asked.length === 0 || asked.some(({ state }) => state === 'idle')) return 'unknown'
  return asked.every(({ state }) => state === 'wrong-network') ? 'wrong-network' : 'unreachable'
}

/** Why a network cannot be reached. */
export type Outage = Exclude<ConnectivityStatus, 'unknown' | 'reachable'>

/** Whether no endpoint of the network can be reached. */
export function isUnreachable(status: ConnectivityStatus | undefined): status is Outage {
  return status !== undefined && status !== 'unknown' && status !== 'reachable'
}
