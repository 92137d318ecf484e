import { isObject } from '../base/unknownJson.ts'
import { redact } from '../rpc/classify/redact.ts'

interface RedactReplyOptions {
  /** The response has an error status. */
  readonly isError: boolean
  /** The parts of the endpoint's URL that may be keys. */
  readonly secrets: readonly string[]
}

/**
 * Removes the parts of a node's URL that its errors repeat. Results are not changed: bytes of a key may occur in them
 * by chance.
 */
export function redactReply(
  bytes: Uint8Array,
  { isError, secrets }: RedactReplyOptions,
): string | Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isJson = /^\s*[{[]/.test(view.toString('latin1', 0, 64))
  if (isJson && !isError && !view.includes('"error"')) return bytes
  const clean = (_: string, value: unknown) =>
    typeof value === 'string' && !isData(value, secrets) ? redact(value, secrets) : cleanNames(value, secrets)
  try {
    const parsed: unknown = JSON.parse(view.toString())
    if (isError) return JSON.stringify(parsed, clean)
    const replies = (Array.isArray(parsed) ? parsed : [parsed]) as readonly Record<string, unknown>[]
    const cleaned = replies.map((reply) =>
      reply?.['error'] === undefined
        ? reply
        : { ...reply, error: JSON.parse(JSON.stringify(reply['error'], clean)) as unknown },
    )
    return JSON.stringify(Array.isArray(parsed) ? cleaned : cleaned[0])
  } catch {
    return redact(view.toString(), secrets)
  }
}

function cleanNames(value: unknown, secrets: readonly string[]): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, content]) => [redact(name, secrets), content]))
}

/** Revert data, which must not be shortened. */
function isData(value: string, secrets: readonly string[]): boolean {
  return /^0x[0-9a-f]*$/i.test(value) && !secrets.some((secret) => value.includes(secret))
}
