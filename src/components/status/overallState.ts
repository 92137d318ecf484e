import { connectivityOf, isUnreachable } from '../../logs/ConnectivityStatus.ts'
import type { ConnectivityStatus } from '../../logs/ConnectivityStatus.ts'

/** Endpoints in one word: those that were not asked yet do not count while others answer. */
export function overallState(
  endpoints: readonly { readonly state: string }[],
  connectivity: ConnectivityStatus = connectivityOf(endpoints),
): 'idle' | 'ok' | 'degraded' | 'down' {
  if (isUnreachable(connectivity)) return 'down'
  if (connectivity === 'unknown') return 'idle'
  return endpoints.every(({ state }) => state === 'ok' || state === 'idle') ? 'ok' : 'degraded'
}
