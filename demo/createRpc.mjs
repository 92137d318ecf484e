import { Agent, request as send } from 'node:http'

/**
 * A JSON-RPC client for a local node, over one connection that stays open: calls arrive in the order in which they are made,
 * even if their answers are not awaited.
 */
export function createRpc(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let lastId = 0

  const post = (body) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      const outgoing = send(url, { method: 'POST', agent, headers }, (incoming) => {
        const parts = []
        incoming.on('data', (part) => parts.push(part))
        incoming.once('error', reject)
        incoming.once('end', () => {
          try {
            resolve(JSON.parse(Buffer.concat(parts).toString()))
          } catch (error) {
            reject(error)
          }
        })
      })
      outgoing.once('error', reject).end(text)
    })

  return {
    async request(method, params = []) {
      const { result, error } = await post({ jsonrpc: '2.0', id: ++lastId, method, params })
      if (error) throw new Error(`${method}: ${error.message} (${error.code})`)
      return result
    },
    close: () => agent.destroy(),
  }
}
