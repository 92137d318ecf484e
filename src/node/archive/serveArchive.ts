import { open, type FileHandle } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface ServeArchiveOptions {
  /** @default any free port */
  readonly port?: number | undefined
  /** @default '127.0.0.1' */
  readonly host?: string | undefined
}

export interface ArchiveServer {
  /** The URL of the manifest, for `archive` of a network. */
  readonly manifest: string
  close(): Promise<void>
}

/** The files of an archive: nothing else in the folder is served. */
const served = /^\/(?:manifest\.json|(?:logs|index)\/[\w-]+\.parquet)$/

/**
 * Serves an archive's folder over HTTP, with range requests and CORS, for trying it out. Any static host can publish
 * it.
 *
 * @example
 * const server = await serveArchive('archive')
 * const network = defineNetwork(xone, { archive: server.manifest })
 */
export async function serveArchive(
  folder: string,
  options: ServeArchiveOptions = {},
): Promise<ArchiveServer> {
  const { port = 0, host = '127.0.0.1' } = options
  const server = createServer((request, response) => {
    answer(folder, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return {
    manifest: `http://${name}:${bound}/manifest.json`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method } = request
  const { pathname } = new URL(request.url ?? '/', 'http://archive')
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', 'range')
  response.setHeader('access-control-expose-headers', 'content-range, content-length, etag')
  response.setHeader('accept-ranges', 'bytes')
  if (method === 'OPTIONS') return void response.writeHead(204, { 'access-control-max-age': '86400' }).end()
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405).end()
  // Opened once: the file may be replaced or removed while it is sent.
  const file = served.test(pathname) ? await open(join(folder, pathname)).catch(() => undefined) : undefined
  if (!file) return void response.writeHead(404).end()
  try {
    await sendFile(file, pathname, request, response)
  } finally {
    await file.close()
  }
}

async function sendFile(
  file: FileHandle,
  pathname: string,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const found = await file.stat()
  if (!found.isFile()) return void response.writeHead(404).end()
  const isManifest = pathname === '/manifest.json'
  const etag = `"${found.size.toString(16)}-${found.mtimeMs.toString(16)}"`
  response.setHeader('etag', etag)
  response.setHeader('content-type', isManifest ? 'application/json' : 'application/vnd.apache.parquet')
  response.setHeader(
    'cache-control',
    isManifest ? 'max-age=30, must-revalidate' : 'public, max-age=31536000, immutable',
  )
  if (headers['if-none-match'] === etag) return void response.writeHead(304).end()
  const range = readRange(headers.range, found.size)
  if (range === 'unsatisfiable')
    return void response.writeHead(416, { 'content-range': `bytes */${found.size}` }).end()
  const { from, to } = range ?? { from: 0, to: found.size - 1 }
  response.writeHead(range ? 206 : 200, {
    'content-length': to - from + 1,
    ...(range && { 'content-range': `bytes ${from}-${to}/${found.size}` }),
  })
  if (method === 'HEAD') return void response.end()
  await pipeline(file.createReadStream({ start: from, end: to }), response)
}

/** A single range; any other header is ignored, as HTTP allows. */
function readRange(
  header: string | undefined,
  size: number,
): { from: number; to: number } | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined) return undefined
  const from = Number(first)
  const to = Math.min(last ? Number(last) : size - 1, size - 1)
  return from > to ? 'unsatisfiable' : { from, to }
}
