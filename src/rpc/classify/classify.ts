import { isObject } from '../../base/unknownJson.ts'
import { genericErrors } from '../../errors/BaseError.ts'
import { NodeError, type NodeErrorKind, type NodeErrorOptions } from '../../errors/NodeError.ts'
import { blockSpan } from '../blockSpan.ts'
import { kindByCode, nodeErrorTable, type NodeErrorRow } from './nodeErrorTable.ts'
import { missingMethodText, textByCode, textByKind, textByStatus, type ErrorText } from './nodeErrorTexts.ts'
import { redact } from './redact.ts'

/** The largest plausible limit: no node reads more blocks than this in one call. */
const maxBlocks = 100_000_000n

export interface NodeRefusal {
  readonly endpoint: string
  readonly method: string
  readonly params?: unknown
  readonly code?: number | undefined
  readonly message?: string | undefined
  readonly data?: unknown
  /** HTTP status, if not 200. */
  readonly status?: number | undefined
  readonly retryAt?: number | undefined
  /** The kind, if known whatever the message says. */
  readonly kind?: NodeErrorKind | undefined
  /** The text of the error, instead of that of its kind. */
  readonly text?: ErrorText | undefined
  /** Parts of the endpoint's URL that must not appear in the error. */
  readonly secrets?: readonly string[] | undefined
}

/** Turns a node's refusal into an error that says what it means: by its message first, then its code, then the HTTP status. */
export function classify(refusal: NodeRefusal): NodeError {
  const { endpoint, method, params, code, status, retryAt, secrets } = refusal
  const message = refusal.message?.slice(0, 1000) ?? ''
  const found = refusal.kind === undefined ? findRow(refusal, message) : undefined
  const byCode = kindByCode[code ?? 0]
  // A gateway without a node must send some code: its status says more.
  const isVague = byCode === 'fatal' && isGatewayError(status)
  const kind =
    refusal.kind ?? found?.row.kind ?? (isVague ? undefined : byCode) ?? kindByStatus(status) ?? 'fatal'
  const text =
    refusal.text ?? textFor(isVague ? { ...refusal, code: undefined } : refusal, kind, found !== undefined)
  const error = new NodeError(`${endpoint} ${text.what.replace('{method}', method)}.`, {
    kind,
    method,
    endpoint,
    code,
    status,
    retryAt,
    advice: text.advice,
    details: message !== '' ? redact(message, secrets) : status === undefined ? undefined : `HTTP ${status}`,
    data: safeData(refusal.data, secrets),
    ...readHints(found, params),
  })
  if (text === textByKind[kind]) genericErrors.add(error)
  return error
}

function findRow({ method, code }: NodeRefusal, message: string) {
  for (const row of nodeErrorTable) {
    if (row.codes && (code === undefined || !row.codes.includes(code))) continue
    if (row.methods && !row.methods.test(method)) continue
    const match = row.message.exec(message)
    if (match) return { row, match }
  }
  return undefined
}

/** The text of an error whose kind was given, or decided by its message (`hasRow`), else by its code or HTTP status. */
function textFor(
  { method, code, status, kind: given }: NodeRefusal,
  kind: NodeErrorKind,
  hasRow: boolean,
): ErrorText {
  if (given !== undefined) return textByKind[kind]
  const byCode = hasRow ? undefined : code === undefined ? textByStatus[status ?? 0] : textByCode[code]
  const mayBeMissing = byCode !== undefined || kind === 'unavailable'
  return (mayBeMissing ? missingMethodText(method, code) : undefined) ?? byCode ?? textByKind[kind]
}

/** Whether an HTTP status comes from a gateway whose node does not answer. */
export function isGatewayError(status: number | undefined): boolean {
  return status === 502 || status === 503 || status === 504
}

function kindByStatus(status: number | undefined): NodeErrorKind | undefined {
  if (status === undefined) return undefined
  if (status === 429) return 'rate-limited'
  if (status === 402) return 'quota'
  if (status === 413) return 'response-too-large'
  if (status === 408 || status === 504 || status === 524) return 'timeout'
  return 'transient'
}

/** Reads the limits a node's message names. They may be hostile: one counts only if it makes the same request smaller. */
function readHints(found: { row: NodeErrorRow; match: RegExpExecArray } | undefined, params: unknown) {
  const hints: Pick<NodeErrorOptions, 'maxBlockRange' | 'maxResults' | 'suggestedRange'> = {}
  if (!found?.row.hints) return hints
  const span = blockSpan(params)
  const requested = span && span[1] - span[0] + 1n
  let group = 1
  for (const meaning of found.row.hints) {
    const text = found.match[group++]
    if (meaning === 'range') {
      const end = found.match[group++]
      if (text === undefined || end === undefined || !span || !requested) continue
      const [from, to] = [readNumber(text), readNumber(end)]
      if (from === undefined || to === undefined || from > to || from < span[0] || to > span[1]) continue
      if (to - from + 1n < requested) hints.suggestedRange = [from, to]
      continue
    }
    const number = text === undefined ? undefined : readNumber(text)
    if (number === undefined || number < 1n || number > maxBlocks) continue
    if (meaning === 'results') hints.maxResults = Number(number)
    else if (requested === undefined || number < requested) hints.maxBlockRange = Number(number)
  }
  return hints
}

function readNumber(text: string): bigint | undefined {
  if (text.length > 24) return undefined
  const thousands = /k$/i.test(text)
  const digits = text.replaceAll(/[,_]|k$/gi, '')
  if (!/^(?:0x[0-9a-f]+|\d+)$/i.test(digits)) return undefined
  return BigInt(digits) * (thousands ? 1000n : 1n)
}

/** Keeps revert data, and redacts what may echo the URL. */
function safeData(data: unknown, secrets: readonly string[] = []): unknown {
  if (typeof data === 'string') {
    // Nethermind writes a word before it, which viem does not know.
    const hex = data.replace(/^reverted (?=0x)/i, '')
    return isHex(hex, secrets) ? hex : redact(data, secrets)
  }
  // Some nodes put the revert data one level down, and viem looks for it there.
  const inner = isObject(data) ? data['data'] : undefined
  return typeof inner === 'string' && isHex(inner, secrets) ? { data: inner } : undefined
}

/** Whether a text is hex that contains no secret. */
function isHex(text: string, secrets: readonly string[]): boolean {
  if (!/^0x[0-9a-f]*$/i.test(text)) return false
  const plain = text.toLowerCase()
  return !secrets.some((secret) => plain.includes(secret.toLowerCase()))
}
