import { Agent, request } from 'node:http'

/** Forwards messages to a node, over connections that stay open. */
export function createForwarder(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })

  function post(bytes) {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': bytes.length }
      request(url, { method: 'POST', agent, headers }, resolve).once('error', reject).end(bytes)
    })
  }

  return {
    /** Sends calls, and resolves to the replies of the node, in the order of the calls. */
    async send(calls) {
      const parts = []
      for await (const part of await post(Buffer.from(JSON.stringify(calls)))) parts.push(part)
      const replies = JSON.parse(Buffer.concat(parts).toString())
      return calls.map(({ id }) => replies.find((reply) => reply.id === id))
    },
    /** Forwards a message unchanged, and streams the answer back. */
    async pipe(bytes, outgoing, headers) {
      const incoming = await post(bytes)
      outgoing.writeHead(incoming.statusCode, {
        'content-type': incoming.headers['content-type'] ?? 'application/json',
        ...headers,
      })
      incoming.once('error', () => outgoing.destroy())
      outgoing.once('close', () => incoming.destroy())
      incoming.pipe(outgoing)
    },
    close: () => agent.destroy(),
  }
}
