import { connectivityOf, isUnreachable, type ConnectivityStatus } from '../../logs/ConnectivityStatus.ts'

/** The overall state of endpoints. Unused ones do not count while others respond. */
export function overallState(
  endpoints: readonly { readonly type: 'http' | 'webSocket'; readonly state: string }[],
  connectivity: ConnectivityStatus = connectivityOf(endpoints),
): 'idle' | 'ok' | 'degraded' | 'down' {
  if (isUnreachable(connectivity)) return 'down'
  if (connectivity === 'unknown') return 'idle'
  return endpoints.every(({ state }) => state === 'ok' || state === 'idle') ? 'ok' : 'degraded'
}
