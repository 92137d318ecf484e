import { ArchiveError } from '../../errors/ArchiveError.ts'
import { BodyTooLargeError, readBody, readFullBody } from '../../rpc/http/readBody.ts'
import { readRedirect } from '../../rpc/http/readRedirect.ts'
import type { NetworkArchive } from '../../rpc/networks/NetworkArchive.ts'
import { bytesToHex } from '../columns/hex.ts'
import { untilAborted } from '../untilAborted.ts'
import type { ArchivePart } from './ArchiveManifest.ts'
import { HostSpeed } from './HostSpeed.ts'
import { findSignatureProblem } from './manifestSignature.ts'
import { PieceHashes, type ByteRange } from './PieceHashes.ts'

/** Milliseconds until a request times out, plus some per byte of the answer: a slow connection is not the archive's fault. */
const timeout = 20_000
const timeoutPerByte = 1 / 20
/** Maximum bytes of indexes in memory. */
const indexMemory = 16 * 1024 * 1024
/** Maximum bytes of an index to download: enough for 100,000,000 logs. */
const maxIndexBytes = 32 * 1024 * 1024

/** What to do if a URL is none, or not that of a manifest. */
export const manifestAdvice = 'Pass the URL of its manifest.json.'

/** The end of a file, needed to find rows and to check the bytes before it. */
export interface FileIndex {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** `undefined` if the file has no hashes of its pieces. */
  readonly pieces: PieceHashes | undefined
}

/** Some bytes of a file, at least those that were wanted. */
export interface FilePieces {
  /** Where they begin in the file. */
  readonly from: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Reads files of an archive over HTTP, below the folder of its manifest. */
export class ArchiveHost {
  /** The host of the archive, for messages. */
  readonly name: string
  readonly speed = new HostSpeed()
  readonly #manifest: URL
  /** The hash that the manifest must have, if one is given. */
  readonly #pinned: string | undefined
  /** The key that must have signed the manifest, if one is given. */
  readonly #publicKey: string | undefined
  /** Indexes by path, the most recently used last. */
  readonly #indexes = new Map<string, { readonly size: number; readonly index: Promise<FileIndex> }>()

  constructor(archive: string | NetworkArchive) {
    const { url, sha256, publicKey }: NetworkArchive =
      typeof archive === 'string' ? { url: archive } : archive
    this.#manifest = new URL(url)
    this.#pinned = sha256
    this.#publicKey = publicKey
    this.name = this.#manifest.host
  }

  /** An error whose message names the host, then the problem. */
  fail(problem: string, cause?: unknown): ArchiveError {
    return new ArchiveError(this.name, problem, { cause })
  }

  /** An error of the manifest. The URL may be that of its folder. */
  failManifest(problem: string): ArchiveError {
    const isFile = this.#manifest.pathname.endsWith('.json')
    return isFile ? this.fail(problem) : new ArchiveError(this.name, problem, { advice: manifestAdvice })
  }

  async readManifest(maxBytes: number, signal: AbortSignal | undefined): Promise<string> {
    const response = await this.#get(this.#manifest, { cache: 'no-cache' }, signal)
    if (response.status !== 200) throw this.failManifest(await this.#refusal(response, 'its manifest'))
    const body = await this.#body(response, maxBytes, 'its manifest', signal, readBody)
    if (this.#pinned !== undefined && (await sha256Of(body)) !== this.#pinned)
      throw this.fail('has another manifest than the pinned one')
    const problem = this.#publicKey && (await findSignatureProblem(body, this.#publicKey))
    if (problem) throw this.fail(problem)
    return new TextDecoder().decode(body)
  }

  /** Reads a whole file, and compares it with its hash. */
  async readWhole(
    { path, bytes, sha256 }: ArchivePart,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    const response = await this.#get(this.#urlOf(path), {}, signal, bytes)
    if (response.status !== 200) throw this.fail(await this.#refusal(response, path))
    const body = await this.#body(response, bytes, path, signal)
    if (body.length !== bytes) throw this.fail(`sent ${body.length} bytes of ${path} instead of ${bytes}`)
    if ((await sha256Of(body)) !== sha256) throw this.fail(`sent ${path} with another hash`)
    return body
  }

  /** Reads the index of a file, and compares it with its hash if it has one. Kept for all readers: no signal aborts the request. */
  readIndex(part: ArchivePart): Promise<FileIndex> {
    const known = this.#indexes.get(part.path)
    this.#indexes.delete(part.path)
    const entry = known ?? { size: part.bytes - part.indexStart, index: this.#loadIndex(part) }
    this.#indexes.set(part.path, entry)
    if (known) return known.index
    entry.index.catch(() => this.#indexes.delete(part.path))
    let size = [...this.#indexes.values()].reduce((sum, one) => sum + one.size, 0)
    for (const [path, one] of this.#indexes) {
      if (size <= indexMemory || path === part.path) break
      this.#indexes.delete(path)
      size -= one.size
    }
    return entry.index
  }

  /** Whether the index of a file is in memory, or on its way. */
  hasIndex({ path }: ArchivePart): boolean {
    return this.#indexes.has(path)
  }

  async #loadIndex(part: ArchivePart): Promise<FileIndex> {
    const { path, bytes, indexStart, indexSha256 } = part
    if (bytes - indexStart > maxIndexBytes)
      throw this.fail(`has ${bytes - indexStart} bytes of indexes in ${path}, too many to read`)
    const read = await this.#readRange(part, { from: indexStart, to: bytes }, undefined)
    if (indexSha256 === undefined) return { bytes: read, pieces: undefined }
    if ((await sha256Of(read)) !== indexSha256) throw this.fail(`sent another index of ${path} than stated`)
    const pieces = PieceHashes.parse(read, indexStart)
    if (!pieces) throw this.fail(`has malformed hashes in ${path}`)
    return { bytes: read, pieces }
  }

  /** Reads the pages that have some bytes, and compares them with their hashes if the file has any. */
  async readPieces(
    part: ArchivePart,
    wanted: ByteRange,
    signal: AbortSignal | undefined,
  ): Promise<FilePieces> {
    // Without the index, nothing could be checked.
    const { pieces } = await untilAborted(this.readIndex(part), signal)
    const range = pieces?.widen(wanted) ?? wanted
    const bytes = await this.#readRange(part, range, signal)
    if (pieces && !(await pieces.matches(bytes, range.from)))
      throw this.fail(`sent other bytes of ${part.path} than its index states`)
    return { from: range.from, bytes }
  }

  /** Reads some bytes of a file. Fails if the server sends the whole file instead. */
  async #readRange(
    { path, bytes }: ArchivePart,
    { from, to }: ByteRange,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    // Through its cache, Chromium would read ranges of one URL one after another.
    const response = await this.#get(
      this.#urlOf(path),
      { cache: 'no-store', headers: { range: `bytes=${from}-${to - 1}` } },
      signal,
      to - from,
    )
    if (response.status === 200) {
      await response.body?.cancel()
      throw this.fail('answered a range request with a whole file')
    }
    if (response.status !== 206) throw this.fail(await this.#refusal(response, path))
    // Across origins, the header is only visible if the server exposes it.
    const sent = response.headers.get('content-range')
    const body = await this.#body(response, to - from, path, signal)
    const isRequested = sent === null || sent.replace(/\s/g, '') === `bytes${from}-${to - 1}/${bytes}`
    if (!isRequested || body.length !== to - from)
      throw this.fail(`sent another part of ${path} than requested`)
    return body
  }

  #urlOf(path: string): URL {
    return new URL(path, this.#manifest)
  }

  async #get(url: URL, init: RequestInit, signal: AbortSignal | undefined, bytes = 0): Promise<Response> {
    signal?.throwIfAborted()
    const sentAt = performance.now()
    let response: Response
    try {
      response = await fetch(url, {
        ...init,
        credentials: 'omit',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
        signal: withTimeout(signal, timeout + bytes * timeoutPerByte),
      })
    } catch (error) {
      signal?.throwIfAborted()
      throw this.fail('could not be reached', error)
    }
    this.speed.addAnswer(performance.now() - sentAt)
    const to = readRedirect(response, url.href)
    if (to === undefined) return response
    await response.body?.cancel()
    throw this.fail(`redirects to ${to}, and redirects are not followed`)
  }

  async #body(
    response: Response,
    maxBytes: number,
    what: string,
    signal: AbortSignal | undefined,
    read = readFullBody,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const begunAt = performance.now()
    try {
      const body = (await read(response, maxBytes)) as Uint8Array<ArrayBuffer>
      this.speed.addBody(body.length, performance.now() - begunAt)
      return body
    } catch (error) {
      signal?.throwIfAborted()
      const isLarge = error instanceof BodyTooLargeError
      throw this.fail(
        isLarge ? `sent more bytes of ${what} than stated` : `did not send all of ${what}`,
        error,
      )
    }
  }

  /** The problem of a response with an unexpected status. */
  async #refusal(response: Response, what: string): Promise<string> {
    await response.body?.cancel()
    return `answered with HTTP ${response.status} for ${what}`
  }
}

function withTimeout(signal: AbortSignal | undefined, milliseconds: number): AbortSignal {
  const limit = AbortSignal.timeout(Math.ceil(milliseconds))
  return signal ? AbortSignal.any([signal, limit]) : limit
}

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return bytesToHex(new Uint8Array(hash)).slice(2)
}
