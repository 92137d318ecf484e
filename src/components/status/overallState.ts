import { connectivityOf, isUnreachable, type ConnectivityStatus } from '../../logs/ConnectivityStatus.ts'

/** The overall state of endpoints. Unused ones do not count while others respond. `silent`: requests wait for an answer. */
export function overallState(
  endpoints: readonly { readonly type: 'http' | 'webSocket'; readonly state: string }[],
  connectivity: ConnectivityStatus = connectivityOf(endpoints),
  silent = false,
): 'idle' | 'ok' | 'degraded' | 'down' {
  if (isUnreachable(connectivity)) return 'down'
  if (connectivity === 'unknown') return 'idle'
  return !silent && endpoints.every(({ state }) => state === 'ok' || state === 'idle') ? 'ok' : 'degraded'
}
