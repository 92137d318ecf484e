import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { abiLookup } from '../../src/logs/lookup/abiLookup.ts'
import { scan } from '../../src/logs/scan/scan.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { createPool } from '../../src/rpc/pool/createPool.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'

/** The target that requests to `asked` are redirected to, with the requests that arrived there. */
let other: { url: string; requests: IncomingMessage[] }
let asked: { url: string; requests: IncomingMessage[] }
let status = 307
let servers: Server[] = []

async function serve(location?: () => string) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      if (location) return response.writeHead(status, { location: location() }).end()
      const { id } = JSON.parse(body || '{}') as { id?: number }
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0xe89' }))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

beforeEach(async () => {
  status = 307
  other = await serve()
  asked = await serve(() => `${other.url}/a-secret-path?key=a-secret`)
})
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  servers = []
})

const options = {
  headers: { 'x-api-key': 'a-very-secret-key' },
  storage: null,
  channel: null,
  maxAttempts: 2,
}
const host = (url: string) => new URL(url).host

async function refusal(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error('it was answered')
    },
    (error: Error) => error,
  )
}

describe('a redirect to another host', () => {
  test.each([301, 302, 303, 307, 308])(
    'by HTTP %i gets no request, and the error names the host',
    async (code) => {
      status = code
      const pool = createPool(defineNetwork(xone, { http: [`${asked.url}/key`] }), options)
      const error = await refusal(pool.request({ method: 'eth_blockNumber' }))
      pool.close()
      expect(error).toMatchObject({ name: 'NodeError', details: `It redirects to ${host(other.url)}.` })
      expect(error.message).toContain(`${host(asked.url)} redirects`)
      expect(error.message).not.toContain('secret')
      expect(asked.requests[0]?.headers['x-api-key']).toBe('a-very-secret-key')
      expect(other.requests).toEqual([])
    },
  )

  test('gives no logs to a scan, and nothing to viem', async () => {
    const network = defineNetwork(xone, { http: [asked.url] })
    const client = createClient({ chain: network, transport: nodePool(network, options) })
    const read = async () => {
      for await (const part of scan(client, { fromBlock: 0n, toBlock: 1n })) void part
    }
    expect((await refusal(read())).message).toContain('redirects are not followed')
    expect((await refusal(getBlockNumber(client))).message).toContain(host(other.url))
    expect(other.requests).toEqual([])
  })

  test('is not followed by a lookup', async () => {
    const lookup = abiLookup({ url: `${asked.url}/api?apikey=a-very-secret-key` })
    const error = await refusal(lookup.find(`0x${'1'.repeat(40)}`, { signal: undefined }))
    expect(error).toMatchObject({ name: 'LookupError', service: host(asked.url) })
    expect(error.message).toContain(`redirects to ${host(other.url)}`)
    expect(other.requests).toEqual([])
  })
})

test('when another endpoint answers, only the status shows it', async () => {
  const http = [asked.url, other.url]
  const pool = createPool(defineNetwork(xone, { http }), { ...options, maxAttempts: 5 })
  const replies = await Promise.all([1, 2, 3].map(() => pool.request({ method: 'eth_blockNumber' })))
  expect(replies.map(({ endpoint }) => endpoint)).toEqual([1, 2, 3].map(() => host(other.url)))
  const [first, second] = pool.getStatus()
  pool.close()
  expect(first?.error?.message).toContain('redirects are not followed')
  expect(second?.error).toBeUndefined()
})

test('a refused connection is reported as such, without mention of pages', async () => {
  const pool = createPool(defineNetwork(xone, { http: ['http://127.0.0.1:9/key'] }), options)
  const error = await refusal(pool.request({ method: 'eth_blockNumber' }))
  pool.close()
  expect(error.message).toContain('could not be reached')
  expect(error.message).toMatch(/ECONNREFUSED|bad port/)
  expect(error.message).not.toMatch(/CORS|page|site|browser/i)
})
