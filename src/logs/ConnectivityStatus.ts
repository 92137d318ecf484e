/**
 * Whether a network can be reached:
 *
 * - `unknown`: no request has been sent yet
 * - `reachable`: at least one endpoint answers
 * - `unreachable`: none answers, or nothing has arrived for too long
 * - `offline`: the browser has no connection
 */
export type ConnectivityStatus = 'unknown' | 'reachable' | 'unreachable' | 'offline'

/** Derives the status from the endpoints. A paused endpoint counts as reachable; one of another network is ignored. */
export function connectivityOf(endpoints: readonly { readonly state: string }[]): ConnectivityStatus {
  const has = (...states: readonly string[]) => endpoints.some(({ state }) => states.includes(state))
  if (has('ok', 'paused')) return 'reachable'
  return has('idle') || endpoints.length === 0 ? 'unknown' : 'unreachable'
}

/** Whether no endpoint can be reached. */
export function isUnreachable(status: ConnectivityStatus | undefined): status is 'unreachable' | 'offline' {
  return status === 'offline' || status === 'unreachable'
}
