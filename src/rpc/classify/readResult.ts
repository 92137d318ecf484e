import { parseRpcReply } from '../parseRpcReply.ts'
import type { Outcome, WireCall } from '../Wire.ts'
import { classify } from './classify.ts'

/** The outcome of a result that is plain JSON: encoded again for the caller's parser, if there is one. */
export async function readResult(
  endpoint: string,
  call: WireCall,
  result: unknown,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!call.parseReplies) return { result, endpoint }
  try {
    // Throws, too, if the result nests too deep.
    const bytes = new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id: 0, result }))
    const [reply] = await call.parseReplies(bytes, signal)
    const parsed = parseRpcReply(reply)?.result
    if (parsed === undefined) throw new Error('The result has an unknown shape.')
    return { result: parsed, endpoint }
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : 'The result has an unknown shape.'
    const error = classify({ endpoint, ...call, kind: 'malformed', message })
    return { error, scope: 'call', mayHaveRun: true }
  }
}
