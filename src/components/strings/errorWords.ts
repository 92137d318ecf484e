import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { findTopic0Error } from '../../errors/BaseError.ts'
import type { ErrorKind, ErrorStrings } from './errorStrings.ts'
import type { InputIssue } from '../../errors/InvalidQueryError.ts'
import type { InputProblem } from '../../logs/filter/inputProblem.ts'
import { StorageError } from '../../errors/StorageError.ts'
import { ExportError } from '../../errors/ExportError.ts'
import { LookupError } from '../../errors/LookupError.ts'
import { MissingProviderError } from '../../errors/MissingProviderError.ts'
import { QuotaExceededError } from '../../errors/QuotaExceededError.ts'
import { InvalidAttributeError } from '../../errors/InvalidAttributeError.ts'
import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'
import { NodeError, UnreadBlocksError } from '../../errors/NodeError.ts'
import type { BaseError } from '../../errors/BaseError.ts'
import { formatInterval } from './formatInterval.ts'
import { formatNumber } from './formatNumber.ts'

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
export function errorWords(error: Error, strings: ErrorStrings): ErrorWords {
  const ours = findTopic0Error(error)
  const { shortMessage, advice, details } = ours ?? { shortMessage: error.message }
  const { kind, subject, rest = shortMessage } = ours ? read(ours, strings) : unexpected
  const words = strings.errors[kind]
  if (!words) return { what: shortMessage, advice, details }
  const what = [ours && unread(ours, strings), words.what(subject)].filter(Boolean).join(' ')
  return { what, advice: words.advice, details: [rest, details].filter(Boolean).join(' ') }
}

const unexpected: Reading = { kind: 'unexpected' }

function read(error: BaseError, strings: ErrorStrings): Reading {
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

function unread(error: BaseError, { failedBlocks, locale }: ErrorStrings): string | undefined {
  if (!(error instanceof UnreadBlocksError)) return undefined
  const { range } = error
  return failedBlocks(formatInterval(range, locale), range.from === range.to)
}

/** What is wrong with something that was asked: in the catalogue's words where it has some, else in its own, which are English. */
export function inputWords({ message, kind, values = [] }: InputProblem, { problems }: ErrorStrings): string {
  // A caller may have kinds of its own, of any name.
  const own = new Map<string, ((...values: string[]) => string) | undefined>(Object.entries(problems))
  return (kind && own.get(kind)?.(...values)) || message
}

/** A mistake with the name of what it is in, away from any field: of a link or a text as a whole, that says nothing. */
export function issueWords(issue: InputIssue, strings: ErrorStrings): string {
  const words = inputWords(issue, strings)
  return issue.path === 'link' || issue.path === 'body' ? words : `${issue.path}: ${words}`
}

/** What an error says in one line, at a field: what is wrong with what stands there, else what happened and what to do. */
export function errorLine(error: Error, strings: ErrorStrings): string {
  const ours = findTopic0Error(error)
  if (ours instanceof InvalidQueryError)
    return ours.issues.map((issue) => inputWords(issue, strings)).join(' ')
  const { what, advice } = errorWords(error, strings)
  return [what, advice].filter(Boolean).join(' ')
}
