import { NodeError, type NodeErrorKind } from '../../errors/NodeError.ts'
import { blockSpan } from '../blockSpan.ts'
import { missingMethodText, textByCode, textByKind, type ErrorText } from './nodeErrorTexts.ts'
import { kindByCode, nodeErrorTable, type NodeErrorRow } from './nodeErrorTable.ts'
import { redact } from './redact.ts'

/** No node takes more blocks than this in one call; a larger hint is nonsense. */
const mostBlocks = 100_000_000n

export interface NodeRefusal {
  readonly endpoint: string
  readonly method: string
  readonly params?: unknown
  readonly code?: number | undefined
  readonly message?: string | undefined
  readonly data?: unknown
  /** HTTP status, when it was not 200. */
  readonly status?: number | undefined
  readonly retryAt?: number | undefined
  /** Known already, whatever the words are. */
  readonly kind?: NodeErrorKind | undefined
  /** What to say of it instead of what its kind says. */
  readonly sentence?: ErrorText | undefined
  /** Parts of the endpoint's URL that must not appear in the error. */
  readonly secrets?: readonly string[] | undefined
}

/** Turns a refusal into an error that says what it means: by the node's words first, then by its code, then by status. */
export function classify(refusal: NodeRefusal): NodeError {
  const { endpoint, method, params, code, status, retryAt, secrets } = refusal
  const words = refusal.message?.slice(0, 1000) ?? ''
  const found = refusal.kind === undefined ? findRow(refusal, words) : undefined
  const kind =
    refusal.kind ?? found?.row.kind ?? kindByCode.get(code ?? 0) ?? kindByStatus(status) ?? ('fatal' as const)
  const byCode = refusal.kind === undefined && found === undefined ? textByCode.get(code ?? 0) : undefined
  const isMissing = refusal.kind === undefined && (byCode !== undefined || kind === 'unavailable')
  const sentence =
    refusal.sentence ??
    (isMissing ? missingMethodText(method, code) : undefined) ??
    byCode ??
    textByKind[kind]
  return new NodeError(`${endpoint} ${sentence.what.replace('{method}', method)}.`, {
    kind,
    method,
    endpoint,
    code,
    status,
    retryAt,
    advice: sentence.advice,
    details: words === '' ? undefined : redact(words, secrets),
    data: safeData(refusal.data, secrets),
    ...readHints(found, params),
  })
}

function findRow({ method, code }: NodeRefusal, words: string) {
  for (const row of nodeErrorTable) {
    if (row.codes && (code === undefined || !row.codes.includes(code))) continue
    if (row.methods && !row.methods.test(method)) continue
    const match = row.message.exec(words)
    if (match) return { row, match }
  }
  return undefined
}

function kindByStatus(status: number | undefined): NodeErrorKind | undefined {
  if (status === undefined) return undefined
  if (status === 429) return 'rate-limited'
  if (status === 402) return 'quota'
  if (status === 413) return 'response-too-large'
  if (status === 408 || status === 504 || status === 524) return 'timeout'
  return 'transient'
}

/** A hint comes from outside and is believed only when it makes the same request smaller. */
function readHints(found: { row: NodeErrorRow; match: RegExpExecArray } | undefined, params: unknown) {
  const hints: {
    maxBlockRange?: number
    maxResults?: number
    suggestedRange?: readonly [bigint, bigint]
  } = {}
  if (!found?.row.hints) return hints
  const span = blockSpan(params)
  const asked = span && span[1] - span[0] + 1n
  let group = 1
  for (const meaning of found.row.hints) {
    const text = found.match[group++]
    if (meaning === 'range') {
      const end = found.match[group++]
      if (text === undefined || end === undefined || !span || !asked) continue
      const [from, to] = [readNumber(text), readNumber(end)]
      if (from === undefined || to === undefined || from > to || from < span[0] || to > span[1]) continue
      if (to - from + 1n < asked) hints.suggestedRange = [from, to]
      continue
    }
    const number = text === undefined ? undefined : readNumber(text)
    if (number === undefined || number < 1n || number > mostBlocks) continue
    if (meaning === 'results') hints.maxResults = Number(number)
    else if (asked === undefined || number < asked) hints.maxBlockRange = Number(number)
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

/** Revert data passes; anything that may hold an echo of the URL does not. */
function safeData(data: unknown, secrets: readonly string[] = []): unknown {
  if (typeof data === 'string') return isHex(data, secrets) ? data : redact(data, secrets)
  if (typeof data !== 'object' || data === null) return undefined
  // Some nodes put the revert data one level down, and viem looks for it there.
  const inner: unknown = 'data' in data ? data.data : undefined
  return typeof inner === 'string' && isHex(inner, secrets) ? { data: inner } : undefined
}

/** Keys may be hex as well, and would pass for data. */
function isHex(text: string, secrets: readonly string[]): boolean {
  if (!/^0x[0-9a-f]*$/i.test(text)) return false
  const plain = text.toLowerCase()
  return !secrets.some((secret) => plain.includes(secret.toLowerCase()))
}
