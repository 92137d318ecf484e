/**
 * Whether a network can be reached:
 *
 * - `unknown`: no endpoint has been asked yet
 * - `reachable`: at least one endpoint answers
 * - `unreachable`: none does, or none has been heard of for longer than waiting explains
 * - `offline`: the browser has no connection
 */
export type ConnectivityStatus = 'unknown' | 'reachable' | 'unreachable' | 'offline'

/** What the health of its endpoints says: one that only asks for a pause answers, one of another network does not count. */
export function connectivityOf(endpoints: readonly { readonly state: string }[]): ConnectivityStatus {
  const has = (...states: readonly string[]) => endpoints.some(({ state }) => states.includes(state))
  if (has('ok', 'paused')) return 'reachable'
  return has('idle') || endpoints.length === 0 ? 'unknown' : 'unreachable'
}

/** Nobody can be reached. */
export function isUnreachable(status: ConnectivityStatus | undefined): status is 'unreachable' | 'offline' {
  return status === 'offline' || status === 'unreachable'
}
