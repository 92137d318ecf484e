import {
  findTopic0Error,
  InvalidQueryError,
  LookupError,
  NodeError,
  QuotaExceededError,
  UnreadBlocksError,
} from '../errors.ts'
import type { BaseError } from '../errors.ts'
import { formatInterval } from './formatInterval.ts'
import { formatNumber } from './formatNumber.ts'
import type { ErrorKind, Strings } from './strings.ts'

interface ErrorWords {
  /** What happened. */
  readonly what: string
  /** What to do about it. */
  readonly advice?: string | undefined
  /** Technical words, as they came. */
  readonly details?: string | undefined
}

/** What to say of an error: by the catalogue where that knows its kind, with the error's own words behind; else these alone. */
export function errorWords(error: Error, strings: Strings): ErrorWords {
  const ours = findTopic0Error(error)
  if (!ours) return { what: error.message }
  const { shortMessage, advice, details } = ours
  const { kind, subject } = classOf(ours, strings.locale)
  const words = kind && strings.errors[kind]
  if (!words) return { what: shortMessage, advice, details }
  const what = [unread(ours, strings), words.what(subject)].filter(Boolean).join(' ')
  return { what, advice: words.advice, details: [shortMessage, details].filter(Boolean).join(' ') }
}

function classOf(error: BaseError, locale: string): { kind?: ErrorKind; subject?: string | undefined } {
  if (error instanceof NodeError) return { kind: error.kind, subject: error.endpoint }
  if (error instanceof QuotaExceededError)
    return { kind: 'budget-spent', subject: formatNumber(error.quota, locale) }
  if (error instanceof InvalidQueryError) return { kind: 'invalid-query' }
  return error instanceof LookupError ? { kind: 'lookup', subject: error.service } : {}
}

function unread(error: BaseError, { failedBlocks, locale }: Strings): string | undefined {
  if (!(error instanceof UnreadBlocksError)) return undefined
  const { range } = error
  return failedBlocks(formatInterval(range, locale), range.from === range.to)
}
