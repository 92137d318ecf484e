import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Budget } from '../rpc/Budget.ts'
import type { AbiFeed } from './AbiFeed.ts'
import { forwardCalls } from './forwardCalls.ts'
import { UsageError } from './options/UsageError.ts'
import type { PageSettings } from './PageSettings.ts'

export interface ExplorerServerOptions {
  /** HTTP endpoints. Their URLs stay in this process. */
  readonly endpoints: readonly string[]
  /** Counts the calls of all pages. */
  readonly budget: Budget
  readonly settings: Omit<PageSettings, 'endpoints' | 'hasAbis' | 'quota'>
  readonly abis?: AbiFeed | undefined
  /** The built package. */
  readonly folder: string
  /** @default {@link usualPort}, or a free one if that is in use */
  readonly port?: number | undefined
}

/** Always the same port: browsers store the explorer's data by origin. */
const usualPort = 4_747
const host = '127.0.0.1'
const maxBodyBytes = 2 ** 20

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Log explorer</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="page.css" />
    <script src="element.js" defer></script>
    <script type="module" src="page.js"></script>
  </head>
  <body></body>
</html>
`

/** The files of the page, below the built package. */
const files: Readonly<Record<string, string>> = {
  'element.js': 'element.standalone.js',
  'page.js': 'widget/local/page.js',
  'page.css': 'embed/page.css',
}

const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The address of the page has its token.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * Serves the explorer on this machine. Every website can send requests to 127.0.0.1: the token in the path keeps them out.
 * `Host` is checked because other names may resolve to 127.0.0.1, and `Origin` because a site may have learned the token.
 */
export class ExplorerServer {
  readonly #options: ExplorerServerOptions
  readonly #token = randomBytes(24).toString('base64url')
  readonly #settings: PageSettings
  readonly #server = createServer((request, response) => this.#answer(request, response))
  readonly #ending = new AbortController()
  #port = 0

  private constructor(options: ExplorerServerOptions) {
    const { endpoints, budget, abis } = options
    this.#options = options
    this.#settings = {
      ...options.settings,
      endpoints: endpoints.length,
      hasAbis: abis !== undefined,
      quota: budget.getStatus().quota,
    }
  }

  static async start(options: ExplorerServerOptions): Promise<ExplorerServer> {
    const server = new ExplorerServer(options)
    server.#port = await listen(server.#server, options.port)
    return server
  }

  /** The page's address, with its token. */
  get url(): string {
    return `http://${host}:${this.#port}/${this.#token}/`
  }

  close(): void {
    this.#ending.abort()
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.#respond(request, response).catch(() => {
      // The reason may name paths of this machine.
      if (response.headersSent) response.destroy()
      else send(response, 500, 'text/plain', 'The request failed.')
    })
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { endpoints, budget, folder, abis } = this.#options
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const reason = refusalOf(request, this.#token)
    if (reason !== undefined) return send(response, 403, 'text/plain', reason)
    const path = new URL(request.url ?? '', `http://${host}`).pathname.slice(this.#token.length + 2)
    const [, endpoint] = /^rpc\/(\d{1,3})$/.exec(path) ?? []
    const url = endpoint === undefined ? undefined : endpoints[Number(endpoint)]
    if (url !== undefined) return this.#forward(url, request, response)
    if (request.method !== 'GET') return send(response, 405, 'text/plain', 'Only GET is allowed here.')
    if (path === '') return send(response, 200, 'text/html; charset=utf-8', page)
    const json = path === 'settings.json' ? this.#settings : path === 'budget.json' && budget.getStatus()
    if (json) return send(response, 200, 'application/json', JSON.stringify(json))
    if (path === 'abis' && abis) return abis.serve(response)
    const file = Object.hasOwn(files, path) ? files[path] : /^strings\/[A-Za-z]+\.js$/.exec(path)?.[0]
    const body = file && (await readFile(join(folder, file)).catch(() => undefined))
    if (!body) return send(response, 404, 'text/plain', 'There is no such file.')
    send(response, 200, path.endsWith('.css') ? 'text/css' : 'text/javascript', body)
  }

  async #forward(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || !/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      return send(response, 405, 'text/plain', 'Expected JSON-RPC over POST.')
    const text = await readText(request)
    if (text === undefined) {
      response.setHeader('connection', 'close')
      return send(response, 413, 'text/plain', `A message has at most ${maxBodyBytes} bytes.`)
    }
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, this.#ending.signal])
    const { budget } = this.#options
    const { status, retryAfter, body } = await forwardCalls(url, text, { budget, signal })
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    send(response, status, 'application/json', body)
  }
}

/** Why a request is refused; `undefined` if it comes from the page. */
function refusalOf({ headers, url = '', socket }: IncomingMessage, token: string): string | undefined {
  // Browsers omit the default port.
  const port = socket.localPort === 80 ? '' : `:${socket.localPort}`
  const own = [host, 'localhost'].map((name) => `${name}${port}`)
  if (!own.includes(headers.host ?? '')) return 'This is not the name of this server.'
  const { origin } = headers
  const site = headers['sec-fetch-site']
  const isForeign = origin !== undefined && origin !== `http://${headers.host}`
  if (isForeign || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    return 'Other websites cannot use this server.'
  const [, given = ''] = url.split(/[/?#]/)
  const [givenBytes, bytes] = [Buffer.from(given), Buffer.from(token)]
  const isToken = givenBytes.length === bytes.length && timingSafeEqual(givenBytes, bytes)
  return isToken && url.startsWith(`/${token}/`) ? undefined : 'Open the address that topic0 has printed.'
}

/** Reads a body; `undefined` if it is too long. */
async function readText(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length']) > maxBodyBytes) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
}

async function listen(server: Server, port: number | undefined): Promise<number> {
  const attempt = (number: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject)
      server.listen(number, host, () => {
        server.off('error', reject)
        resolve((server.address() as AddressInfo).port)
      })
    })
  try {
    return await attempt(port ?? usualPort)
  } catch (cause) {
    if (port === undefined) return attempt(0)
    throw new UsageError(`--port: ${port} cannot be used: ${(cause as Error).message}.`, { cause })
  }
}
