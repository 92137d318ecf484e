import type { RequestEvent } from '../../base/RequestEvent.ts'

const local = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|$)/

/**
 * A call as a `curl` command; `undefined` if it went over a WebSocket, or if its parameters are not known. `$RPC_KEY` stands for
 * the path of the URL, which is not recorded because it may hold a key.
 */
export function toCurl({ endpoint, type, method, params }: RequestEvent): string | undefined {
  if (type !== 'http' || params === undefined) return undefined
  // Endpoints that share a host are numbered: "rpc.example (2)".
  const host = endpoint.replace(/ \(\d+\)$/, '')
  // An app's own client may have any name.
  const url = URL.canParse(`https://${host}`) && !/["'`$\\\s/]/.test(host) ? host : '$RPC_HOST'
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }).replaceAll("'", String.raw`'\''`)
  const protocol = local.test(host) ? 'http' : 'https'
  return `curl "${protocol}://${url}/$RPC_KEY" -H 'content-type: application/json' -d '${body}'`
}
