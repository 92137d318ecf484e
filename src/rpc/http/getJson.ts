import { LookupError } from '../../errors/LookupError.ts'
import { findSecrets } from '../classify/findSecrets.ts'
import { redact } from '../classify/redact.ts'
import { parseJsonInSlices } from './parseJsonInSlices.ts'
import { BodyTooLargeError, readBody } from './readBody.ts'
import { readRedirect } from './readRedirect.ts'

export interface GetJsonOptions {
  /** @default the global one */
  fetch?: typeof globalThis.fetch | undefined
  signal?: AbortSignal | undefined
}

/** Milliseconds until the response must be complete. */
const timeout = 10_000
const maxBytes = 2_000_000

/**
 * Reads JSON from a public service (GET), without cookies or referrer, limited in time and size.
 *
 * @throws {@link LookupError} that names the host only; the signal's reason once it fires.
 */
export async function getJson(url: URL, options: GetJsonOptions = {}): Promise<unknown> {
  const { fetch = globalThis.fetch, signal } = options
  signal?.throwIfAborted()
  const limits = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]
  let bytes: Uint8Array
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      signal: AbortSignal.any(limits),
    })
    const to = readRedirect(response, url.href)
    if (to !== undefined) {
      await response.body?.cancel()
      throw new LookupError(url.host, `redirects to ${to}, and redirects are not followed`)
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw new LookupError(url.host, `answered with HTTP ${response.status}`)
    }
    bytes = await readBody(response, maxBytes)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof LookupError) throw error
    if (error instanceof BodyTooLargeError)
      throw new LookupError(url.host, `answered with more than ${maxBytes} bytes`)
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new LookupError(url.host, `did not answer within ${timeout} ms`)
    throw new LookupError(
      url.host,
      'could not be reached',
      redact(error instanceof Error ? error.message : '', findSecrets(url.href)),
    )
  }
  const value = await parseJsonInSlices(bytes, { signal })
  if (value === undefined) throw new LookupError(url.host, 'answered with something that is not JSON')
  return value
}
