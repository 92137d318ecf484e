/**
 * Whether a network can be reached:
 *
 * - `unknown`: no request has been sent yet
 * - `reachable`: at least one endpoint answers
 * - `unreachable`: none answers, or nothing has arrived for too long
 * - `offline`: the browser has no connection
 */
export type ConnectivityStatus = 'unknown' | 'reachable' | 'unreachable' | 'offline'

/**
 * Derives the status from the endpoints. A paused endpoint counts as reachable; one of another network is ignored, and so is an
 * unused WebSocket beside HTTP endpoints, which requests do not wait for.
 */
export function connectivityOf(
  endpoints: readonly { readonly type: 'http' | 'webSocket'; readonly state: string }[],
): ConnectivityStatus {
  if (endpoints.some(({ state }) => state === 'ok' || state === 'paused')) return 'reachable'
  const asked = endpoints.filter(({ type }) => type === 'http')
  const isUntried = (asked.length > 0 ? asked : endpoints).some(({ state }) => state === 'idle')
  return isUntried || endpoints.length === 0 ? 'unknown' : 'unreachable'
}

/** Whether no endpoint can be reached. */
export function isUnreachable(status: ConnectivityStatus | undefined): status is 'unreachable' | 'offline' {
  return status === 'offline' || status === 'unreachable'
}
