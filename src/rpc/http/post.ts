import { basicAuthOf } from '../classify/findSecrets.ts'
import type { Clock } from '../Clock.ts'
import { onAbort } from '../onAbort.ts'
import { BodyTooLargeError, readBody } from './readBody.ts'
import { readRedirect } from './readRedirect.ts'

/** Maximum bytes of a response with another status than 200. */
const maxRefusalBytes = 2 ** 20

export interface PostOptions {
  fetch: typeof globalThis.fetch
  clock: Clock
  /** Milliseconds until the response must be complete. */
  timeout: number
  maxBytes: number
  headers?: Readonly<Record<string, string>> | undefined
  signal: AbortSignal
}

export type PostResult =
  | { readonly type: 'reply'; readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array }
  | { readonly type: 'too-large'; readonly status: number; readonly headers: Headers }
  | { readonly type: 'timeout' | 'aborted' }
  | { readonly type: 'unreachable'; readonly message: string }
  /** `to`: the target, without a path. */
  | { readonly type: 'redirect'; readonly to: string }

/** A response with a status and a body. */
export type HttpReply = Extract<PostResult, { type: 'reply' }>

/** Posts one JSON body and reads the response, limited in time and size. */
export async function post(url: string, body: string, options: PostOptions): Promise<PostResult> {
  const { fetch, clock, timeout, signal } = options
  if (signal.aborted) return { type: 'aborted' }
  const controller = new AbortController()
  const abort = () => controller.abort()
  const stopListening = onAbort(signal, abort)
  let isTimeout = false
  const timer = clock.setTimeout(() => {
    isTimeout = true
    abort()
  }, timeout)
  try {
    const { target, authorization } = splitUserinfo(url)
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...authorization,
        ...lowerCaseNames(options.headers),
      },
      body,
      redirect: 'manual',
      signal: controller.signal,
    })
    const to = readRedirect(response, target)
    if (to !== undefined) {
      await response.body?.cancel()
      return { type: 'redirect', to }
    }
    const { status, headers } = response
    const maxBytes = status === 200 ? options.maxBytes : Math.min(options.maxBytes, maxRefusalBytes)
    try {
      return { type: 'reply', status, headers, bytes: await readBody(response, maxBytes) }
    } catch (error) {
      if (error instanceof BodyTooLargeError) return { type: 'too-large', status, headers }
      throw error
    }
  } catch (error) {
    if (signal.aborted) return { type: 'aborted' }
    if (isTimeout) return { type: 'timeout' }
    return { type: 'unreachable', message: describe(error) }
  } finally {
    clock.clearTimeout(timer)
    stopListening()
  }
}

/** `fetch` would join the values of `accept` and `Accept`. */
function lowerCaseNames(headers: PostOptions['headers'] = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Browsers deliberately say only that a request failed; Node says why in the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? `${error.message}: ${cause.message}` : error.message
}

/** `fetch` refuses URLs with credentials; they are sent as a header instead. */
function splitUserinfo(url: string): { target: string; authorization?: { authorization: string } } {
  if (!/^https?:\/\/[^/?#]*@/i.test(url)) return { target: url }
  const parsed = new URL(url)
  const credentials = basicAuthOf(parsed)
  parsed.username = ''
  parsed.password = ''
  return {
    target: parsed.href,
    ...(credentials && { authorization: { authorization: `Basic ${credentials}` } }),
  }
}
