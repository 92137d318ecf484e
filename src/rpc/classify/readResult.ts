import { classify } from './classify.ts'
import type { Outcome, WireCall } from '../Wire.ts'

/** A result that came as a value, handed to the caller's own parser where there is one, as the bytes it expects. */
export async function readResult(endpoint: string, call: WireCall, result: unknown): Promise<Outcome> {
  if (!call.parseBody) return { ok: true, result }
  try {
    // Throws as well, where it nests too deep.
    const bytes = new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id: 0, result }))
    return { ok: true, result: await call.parseBody(bytes) }
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : 'The result has an unknown shape.'
    const error = classify({ endpoint, ...call, kind: 'malformed', message })
    return { ok: false, error, scope: 'call', mayHaveRun: true }
  }
}
