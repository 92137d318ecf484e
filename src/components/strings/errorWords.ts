import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { findTopic0Error } from '../../errors/BaseError.ts'
import type { ErrorKind, ErrorStrings } from './errorStrings.ts'
import type { InputIssue } from '../../errors/InvalidQueryError.ts'
import type { InputProblem } from '../../logs/filter/inputProblem.ts'
import { StorageError } from '../../errors/StorageError.ts'
import { ExportError } from '../../errors/ExportError.ts'
import { LookupError } from '../../errors/LookupError.ts'
import { MissingProviderError } from '../../errors/MissingProviderError.ts'
import { ModuleLoadError } from '../../errors/ModuleLoadError.ts'
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
  /** Technical details. */
  readonly details?: string | undefined
}

interface Reading {
  readonly kind: ErrorKind
  readonly subject?: string | undefined
  /** Details that the translated message omits. @default the error's own message */
  readonly rest?: string | undefined
}

/** The texts for an error: translated ones if `strings.errors` has its kind, else its own English message. */
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
  if (error instanceof ModuleLoadError) return { kind: 'module-load', rest: '' }
  return error instanceof MissingProviderError ? { kind: 'missing-provider', rest: '' } : unexpected
}

function unread(error: BaseError, { failedBlocks, locale }: ErrorStrings): string | undefined {
  if (!(error instanceof UnreadBlocksError)) return undefined
  const { range } = error
  return failedBlocks(formatInterval(range, locale), range.from === range.to)
}

/** The message of an input problem: translated if `strings.problems` has its kind, else its own English one. */
export function inputWords({ message, kind, values = [] }: InputProblem, { problems }: ErrorStrings): string {
  // Kinds of callers may have any name, such as `constructor`.
  const own = new Map<string, ((...values: string[]) => string) | undefined>(Object.entries(problems))
  return (kind && own.get(kind)?.(...values)) || message
}

/** An issue with its path in front, except for a link or body as a whole. */
export function issueWords(issue: InputIssue, strings: ErrorStrings): string {
  const words = inputWords(issue, strings)
  return issue.path === 'link' || issue.path === 'body' ? words : `${issue.path}: ${words}`
}

/** An error on one line, to show at a field. */
export function errorLine(error: Error, strings: ErrorStrings): string {
  const ours = findTopic0Error(error)
  if (ours instanceof InvalidQueryError)
    return ours.issues.map((issue) => inputWords(issue, strings)).join(' ')
  const { what, advice } = errorWords(error, strings)
  return [what, advice].filter(Boolean).join(' ')
}
