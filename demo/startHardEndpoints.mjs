import { once } from 'node:events'
import { createServer } from 'node:http'
import { createForwarder } from './createForwarder.mjs'
import { createLimiter } from './createLimiter.mjs'
import { limitations, profiles } from './limitations.mjs'

/** The path at which the page switches limitations. */
const controlPath = '/limitations'

/**
 * Starts three endpoints in front of a node, on ports of 127.0.0.1. At first they forward everything. Limitations are switched
 * while they run, by `set`, or by `PUT` at the URL `control` with `{ on: { ranges: true, … } }`. `GET` there returns
 * `{ on: { ranges: true, … }, endpoints: [{ name, served, refused }, …] }`, as `state` does.
 */
export async function startHardEndpoints(target, { seed = 1, ports = [0, 0, 0] } = {}) {
  const on = Object.fromEntries(limitations.map(({ key }) => [key, false]))
  const forwarder = createForwarder(target)
  const limiters = profiles.map((_, index) => createLimiter({ index, seed, on, node: forwarder.send }))
  const servers = limiters.map((limiter, index) =>
    createServer((incoming, outgoing) => {
      void serve(incoming, outgoing, limiter, index).catch(() => {
        // The node or the caller has closed the connection.
        outgoing.destroy()
      })
    }),
  )

  function set(next) {
    for (const key of Object.keys(on)) if (typeof next[key] === 'boolean') on[key] = next[key]
  }

  function state() {
    return {
      on: { ...on },
      endpoints: limiters.map(({ count }, index) => ({
        name: `127.0.0.1:${portOf(servers[index])}`,
        ...count,
      })),
    }
  }

  async function serve(incoming, outgoing, limiter, index) {
    const reply = (status, headers, body) => {
      outgoing.writeHead(status, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'content-type',
        'access-control-allow-methods': 'GET, POST, PUT',
        'access-control-expose-headers': 'retry-after',
        'access-control-max-age': '600',
        ...headers,
      })
      outgoing.end(body)
    }
    const json = (status, value) =>
      reply(status, { 'content-type': 'application/json' }, JSON.stringify(value))
    if (incoming.method === 'OPTIONS') return reply(204, {})
    if (index === 0 && incoming.url === controlPath) {
      if (incoming.method === 'PUT') {
        const next = parse(await readText(incoming))
        if (typeof next?.on !== 'object' || next.on === null)
          return json(400, { error: 'An object with `on` is expected.' })
        set(next.on)
      }
      return json(200, state())
    }
    if (incoming.method !== 'POST') return reply(405, { allow: 'POST' })
    const bytes = await readBytes(incoming)
    // Without limitations, messages are forwarded unchanged, however large.
    if (!Object.values(on).some(Boolean)) {
      limiter.count.served++
      return forwarder.pipe(bytes, outgoing, { 'access-control-allow-origin': '*' })
    }
    const message = parse(bytes.toString())
    if (typeof message !== 'object' || message === null)
      return json(200, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })
    const { status, headers, body } = await limiter.answer(message)
    if (typeof body === 'string') return reply(status, { 'content-type': 'text/plain', ...headers }, body)
    return json(status, body)
  }

  await Promise.all(
    servers.map(async (server, index) => {
      server.listen(ports[index] ?? 0, '127.0.0.1')
      await once(server, 'listening')
    }),
  )
  const http = servers.map((server) => `http://127.0.0.1:${portOf(server)}`)
  return {
    http,
    control: `${http[0]}${controlPath}`,
    set,
    state,
    async stop() {
      forwarder.close()
      await Promise.all(
        servers.map((server) => {
          const closed = once(server, 'close')
          server.close()
          server.closeAllConnections()
          return closed
        }),
      )
    },
  }
}

const portOf = (server) => server.address().port

async function readBytes(incoming) {
  const parts = []
  for await (const part of incoming) parts.push(part)
  return Buffer.concat(parts)
}

async function readText(incoming) {
  return (await readBytes(incoming)).toString()
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
