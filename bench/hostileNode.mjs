// A node on a thread of its own that answers a method with a body that is small on the wire and large in memory.
import { createServer } from 'node:http'
import { isMainThread, parentPort } from 'node:worker_threads'
import { constants, deflateRawSync } from 'node:zlib'

const mebibyte = 2 ** 20
export const methods = ['eth_chainId', 'eth_getLogs']

/** What is repeated between a head and an end, up to a size. @type {Record<string, [head: string, unit: string, end: string, size: number]>} */
export const bodies = {
  '64 MiB of empty objects': ['[', '{},', '{}]', 64 * mebibyte],
  '120 MiB of empty objects': ['[', '{},', '{}]', 120 * mebibyte],
  '120 MiB of empty lists': ['[', '[],', '[]]', 120 * mebibyte],
  '120 MiB of zeros': ['[', '0,', '0]', 120 * mebibyte],
  '64 MiB of nesting': ['', '[', '', 64 * mebibyte],
  '64 MiB of nested objects': ['', '{"a":', '', 64 * mebibyte],
  '120 MiB of white space': ['', ' ', '0', 120 * mebibyte],
  'a number of 120 MiB': ['', '9', '0', 120 * mebibyte],
  'a list with a number of 120 MiB': ['[', '9', '0]', 120 * mebibyte],
  'a string of 120 MiB': ['"', 'x', '"', 120 * mebibyte],
  'a log with 120 MiB of escaped characters': ['[{"data":"', '\\"', '"}]', 120 * mebibyte],
  'a log with 120 MiB of data': ['[{"data":"0x', '00', '"}]', 120 * mebibyte],
  'an object of 120 MiB of members': ['{', '"a":{},', '"a":0}', 120 * mebibyte],
}

/** Compresses a part of a raw deflate stream, which has no checksum: parts can be joined. @param {string} text */
const part = (text) => deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH })

const middles = new Map()
/** @param {string} name @param {number} id */
function zip(name, id) {
  const [head, unit, end, size] = bodies[name]
  if (!middles.has(name)) middles.set(name, part(unit.repeat(size / unit.length)))
  const start = part(`{"jsonrpc":"2.0","id":${id},"result":${head}`)
  return Buffer.concat([start, middles.get(name), deflateRawSync(`${end}}`)])
}

if (!isMainThread) {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://node')
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*')
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      if (request.method !== 'POST') return response.end()
      const parsed = JSON.parse(text)
      const calls = [parsed].flat()
      response.setHeader('content-type', 'application/json')
      const hostile = calls.find(({ method }) => method === searchParams.get('method'))
      if (hostile)
        return response
          .setHeader('content-encoding', 'deflate')
          .end(zip(searchParams.get('body') ?? '', hostile.id))
      const results = { eth_chainId: '0xe89', eth_blockNumber: '0x9', eth_getBlockByNumber: null }
      const replies = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: results[method] ?? [] }))
      return response.end(JSON.stringify(Array.isArray(parsed) ? replies : replies[0]))
    })
  })
  server.listen(0, '127.0.0.1', () =>
    // @ts-ignore a TCP server has a port
    parentPort?.postMessage(`http://127.0.0.1:${server.address().port}`),
  )
}
