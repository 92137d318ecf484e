import { isObject } from '../base/unknownJson.ts'

/** The error of a JSON-RPC reply. */
export interface RpcError {
  readonly code?: number | undefined
  readonly message?: string | undefined
  readonly data?: unknown
}

/** One JSON-RPC reply. */
export interface RpcReply {
  readonly id?: number | string | null | undefined
  readonly result?: unknown
  readonly error?: RpcError | null | undefined
}

/** Parses one reply; `undefined` if it does not have the shape of one. `jsonrpc` is not required: some nodes leave it out of errors. */
export function parseRpcReply(value: unknown): RpcReply | undefined {
  if (!isObject(value)) return undefined
  const { id, result } = value
  if (id !== undefined && id !== null && !isNumber(id) && typeof id !== 'string') return undefined
  if (value['error'] === undefined || value['error'] === null) return { id, result, error: value['error'] }
  const error = parseRpcError(value['error'])
  return error && { id, result, error }
}

/** Codes are integers in the standard, and some nodes send strings; some send a text as the whole error. */
function parseRpcError(value: unknown): RpcError | undefined {
  if (typeof value === 'string') return { message: value }
  if (!isObject(value)) return undefined
  const { code, message, data } = value
  if (code !== undefined && !isNumber(code) && typeof code !== 'string') return undefined
  if (message !== undefined && typeof message !== 'string') return undefined
  // A name, such as `RATE_LIMITED`, is no code.
  return { code: Number.isNaN(Number(code)) ? undefined : Number(code), message, data }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
