import { ArchiveError } from '../../errors/ArchiveError.ts'
import { BodyTooLargeError, readBody } from '../../rpc/http/readBody.ts'
import type { ArchivePart } from './ArchiveManifest.ts'

/** Milliseconds until a request must be answered. */
const timeout = 20_000

export interface ByteRange {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** Reads files of an archive over HTTP, below the folder of its manifest. */
export class ArchiveHost {
  /** The host of the archive, for messages. */
  readonly name: string
  readonly #manifest: URL

  constructor(manifest: string) {
    this.#manifest = new URL(manifest)
    this.name = this.#manifest.host
  }

  fail(problem: string, cause?: unknown): ArchiveError {
    return new ArchiveError(this.name, problem, { cause })
  }

  async readManifest(maxBytes: number, signal: AbortSignal | undefined): Promise<string> {
    const response = await this.#get(this.#manifest, { cache: 'no-cache' }, signal)
    if (response.status !== 200) throw await this.#refuse(response, 'its manifest')
    return new TextDecoder().decode(await this.#body(response, maxBytes, 'its manifest', signal))
  }

  /** A whole file, compared with its hash. */
  async readWhole(
    { path, bytes, sha256 }: ArchivePart,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    const response = await this.#get(this.#urlOf(path), {}, signal)
    if (response.status !== 200) throw await this.#refuse(response, path)
    const body = await this.#body(response, bytes, path, signal)
    if (body.length !== bytes) throw this.fail(`sent ${body.length} bytes of ${path} instead of ${bytes}`)
    const hash = await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>)
    if (toHex(new Uint8Array(hash)) !== sha256) throw this.fail(`sent ${path} with another hash`)
    return body
  }

  /** Some bytes of a file. A server that sends the whole file is refused. */
  async readRange(
    { path, bytes }: ArchivePart,
    { from, to }: ByteRange,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    // Chromium answers ranges of one URL one after another when they go through its cache.
    const response = await this.#get(
      this.#urlOf(path),
      { cache: 'no-store', headers: { range: `bytes=${from}-${to - 1}` } },
      signal,
    )
    if (response.status === 200) {
      await response.body?.cancel()
      throw this.fail('answered a range request with a whole file')
    }
    if (response.status !== 206) throw await this.#refuse(response, path)
    // Across origins, the header is only visible if the server exposes it.
    const sent = response.headers.get('content-range')
    const body = await this.#body(response, to - from, path, signal)
    const isAsked = sent === null || sent.replace(/\s/g, '') === `bytes${from}-${to - 1}/${bytes}`
    if (!isAsked || body.length !== to - from) throw this.fail(`sent another part of ${path} than requested`)
    return body
  }

  #urlOf(path: string): URL {
    return new URL(path, this.#manifest)
  }

  async #get(url: URL, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    signal?.throwIfAborted()
    try {
      return await fetch(url, {
        ...init,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: withTimeout(signal),
      })
    } catch (error) {
      signal?.throwIfAborted()
      throw this.fail('could not be reached', error)
    }
  }

  async #body(
    response: Response,
    maxBytes: number,
    what: string,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    try {
      return await readBody(response, maxBytes)
    } catch (error) {
      signal?.throwIfAborted()
      const isLarge = error instanceof BodyTooLargeError
      throw this.fail(
        isLarge ? `sent more bytes of ${what} than stated` : `did not send all of ${what}`,
        error,
      )
    }
  }

  async #refuse(response: Response, what: string): Promise<ArchiveError> {
    await response.body?.cancel()
    return this.fail(`answered with HTTP ${response.status} for ${what}`)
  }
}

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(timeout)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
