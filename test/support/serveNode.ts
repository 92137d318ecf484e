import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FakeNode } from './fakeNode.ts'

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
}

/** Serves the first endpoint of a fake node over HTTP, on a free port, for other processes and browsers. */
export async function serveNode(node: FakeNode): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      if (request.method !== 'POST') return void response.writeHead(204, cors).end()
      const body = Buffer.concat(chunks).toString()
      node.fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
        async (reply) =>
          response
            .writeHead(reply.status, { ...cors, 'content-type': 'application/json' })
            .end(await reply.text()),
        () => response.destroy(),
      )
    })
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
