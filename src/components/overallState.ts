/** Endpoints in one word: those that were not asked yet do not count. */
export function overallState(
  endpoints: readonly { readonly state: string }[],
): 'idle' | 'ok' | 'degraded' | 'down' {
  const asked = endpoints.filter(({ state }) => state !== 'idle')
  if (asked.length === 0) return 'idle'
  const healthy = asked.filter(({ state }) => state === 'ok').length
  return healthy === asked.length ? 'ok' : healthy > 0 ? 'degraded' : 'down'
}
