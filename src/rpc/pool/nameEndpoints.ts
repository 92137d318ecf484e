import type { Network } from '../networks/Network.ts'

/**
 * Names a network's endpoints, those over HTTP first: by host, with a number if several share it. Safe to show: without paths
 * and keys.
 */
export function nameEndpoints({ http, webSocket }: Network): readonly string[] {
  const seen = new Map<string, number>()
  return [...http, ...(webSocket === undefined ? [] : [webSocket])].map((url) => {
    const host = URL.canParse(url) ? new URL(url).host : 'endpoint'
    const count = (seen.get(host) ?? 0) + 1
    seen.set(host, count)
    return count === 1 ? host : `${host} (${count})`
  })
}
