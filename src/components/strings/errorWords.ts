import {
  ExportError,
  findTopic0Error,
  InvalidAttributeError,
  InvalidNetworkError,
  InvalidQueryError,
  LookupError,
  MissingProviderError,
  NodeError,
  QuotaExceededError,
  StorageError,
  UnreadBlocksError,
} from '../../errors/errors.ts'
import type { BaseError } from '../../errors/errors.ts'
import { formatInterval } from './formatInterval.ts'
import { formatNumber } from './formatNumber.ts'
import { inputWords } from './inputWords.ts'
import { issueWords } from './issueWords.ts'
import type { ErrorKind, Strings } from './strings.ts'

interface ErrorWords {
  /** What happened. */
  readonly what: string
  /** What to do about it. */
  readonly advice?: string | undefined
  /** Technical words, as they came. */
  readonly details?: string | undefined
}

interface Reading {
  readonly kind: ErrorKind
  readonly subject?: string | undefined
  /** What those words leave out. @default the error's own words */
  readonly rest?: string | undefined
}

/** What to say of an error: by the catalogue where that knows its kind, with what that leaves out behind; else its own words. */
export function errorWords(error: Error, strings: Strings): ErrorWords {
  const ours = findTopic0Error(error)
  const { shortMessage, advice, details } = ours ?? { shortMessage: error.message }
  const { kind, subject, rest = shortMessage } = ours ? read(ours, strings) : unexpected
  const words = strings.errors[kind]
  if (!words) return { what: shortMessage, advice, details }
  const what = [ours && unread(ours, strings), words.what(subject)].filter(Boolean).join(' ')
  return { what, advice: words.advice, details: [rest, details].filter(Boolean).join(' ') }
}

const unexpected: Reading = { kind: 'unexpected' }

function read(error: BaseError, strings: Strings): Reading {
  if (error instanceof NodeError) return { kind: error.kind, subject: error.endpoint }
  if (error instanceof LookupError) return { kind: 'lookup', subject: error.service }
  if (error instanceof QuotaExceededError)
    return { kind: 'budget-spent', subject: formatNumber(error.quota, strings.locale), rest: '' }
  if (error instanceof InvalidQueryError)
    return {
      kind: 'invalid-query',
      rest: error.issues.map((issue) => issueWords(issue, strings)).join(' '),
    }
  if (error instanceof InvalidAttributeError)
    return { kind: 'invalid-attribute', subject: error.issue.path, rest: inputWords(error.issue, strings) }
  if (error instanceof StorageError) return { kind: `storage-${error.kind}`, rest: '' }
  if (error instanceof ExportError) return { kind: 'export-value', subject: error.column }
  if (error instanceof InvalidNetworkError) return { kind: 'invalid-network', subject: error.network }
  return error instanceof MissingProviderError ? { kind: 'missing-provider', rest: '' } : unexpected
}

function unread(error: BaseError, { failedBlocks, locale }: Strings): string | undefined {
  if (!(error instanceof UnreadBlocksError)) return undefined
  const { range } = error
  return failedBlocks(formatInterval(range, locale), range.from === range.to)
}
