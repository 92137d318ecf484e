import type { Clock } from './Clock.ts'
import { onAbort } from './onAbort.ts'
import { BodyTooLarge, readBody } from './readBody.ts'

export interface PostOptions {
  fetch: typeof globalThis.fetch
  clock: Clock
  /** Milliseconds until the whole answer must be there. */
  timeout: number
  maxBytes: number
  headers?: Readonly<Record<string, string>> | undefined
  signal: AbortSignal
}

export type PostResult =
  | { readonly type: 'reply'; readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array }
  | { readonly type: 'timeout' | 'too-large' | 'aborted' }
  | { readonly type: 'unreachable'; readonly message: string }

/** Posts one JSON body and reads the answer, within a time and a size. */
export async function post(url: string, body: string, options: PostOptions): Promise<PostResult> {
  const { fetch, clock, timeout, maxBytes, signal } = options
  if (signal.aborted) return { type: 'aborted' }
  const controller = new AbortController()
  const abort = () => {
    controller.abort()
  }
  const stopListening = onAbort(signal, abort)
  let late = false
  const timer = clock.setTimeout(() => {
    late = true
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
        ...options.headers,
      },
      body,
      signal: controller.signal,
    })
    const bytes = await readBody(response, maxBytes)
    return { type: 'reply', status: response.status, headers: response.headers, bytes }
  } catch (error) {
    if (signal.aborted) return { type: 'aborted' }
    if (late) return { type: 'timeout' }
    if (error instanceof BodyTooLarge) return { type: 'too-large' }
    // A browser says nothing more than this about DNS, TLS and CORS, on purpose.
    return { type: 'unreachable', message: error instanceof Error ? error.message : 'the request failed' }
  } finally {
    clock.clearTimeout(timer)
    stopListening()
  }
}

/** `fetch` refuses URLs with a user and password in them; as a header they work. */
function splitUserinfo(url: string): { target: string; authorization?: { authorization: string } } {
  if (!/^https?:\/\/[^/?#]*@/i.test(url)) return { target: url }
  const parsed = new URL(url)
  const pair = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`
  parsed.username = ''
  parsed.password = ''
  const binary = String.fromCharCode(...new TextEncoder().encode(pair))
  return { target: parsed.href, authorization: { authorization: `Basic ${btoa(binary)}` } }
}
