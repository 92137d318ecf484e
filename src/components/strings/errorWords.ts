import type { ArchiveError } from '../../errors/ArchiveError.ts'
import { findTopic0Error, genericErrors, type BaseError } from '../../errors/BaseError.ts'
import type { ExportError } from '../../errors/ExportError.ts'
import type { InvalidAttributeError } from '../../errors/InvalidAttributeError.ts'
import type { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'
import type { InputIssue, InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import type { LookupError } from '../../errors/LookupError.ts'
import type { MissingProviderError } from '../../errors/MissingProviderError.ts'
import type { NodeError, UnreadBlocksError } from '../../errors/NodeError.ts'
import type { QuotaExceededError } from '../../errors/QuotaExceededError.ts'
import type { StorageError } from '../../errors/StorageError.ts'
import type { InputProblem } from '../../logs/filter/inputProblem.ts'
import type { ErrorKind, ErrorStrings } from './errorStrings.ts'
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

/** What a translation of an error's message needs. */
interface MessageParts {
  readonly kind: ErrorKind
  readonly subject?: string | undefined
  /** What the translated message omits, shown among the details. @default the error's own message */
  readonly omitted?: string | undefined
}

/** The texts for an error: translated ones if `strings.errors` has its kind, else its own English message. */
export function errorWords(error: Error, strings: ErrorStrings): ErrorWords {
  const ours = findTopic0Error(error)
  const { shortMessage, advice, details } = ours ?? { shortMessage: error.message }
  const { kind, subject, omitted = shortMessage } = ours ? messageParts(ours, strings) : unexpected
  const words = strings.errors[kind]
  // The short message of an invalid query names fields as in code, its issues as on screen.
  if (!words) return { what: kind === 'invalid-query' ? omitted : shortMessage, advice, details }
  const what = [ours && unreadBlocks(ours, strings), words.what(subject)].filter(Boolean).join(' ')
  const translated = (text: string | undefined) => text && strings.errorSentence(text)
  const own = translated(advice)
  return {
    what,
    // More specific than that of the kind.
    advice: own === advice ? words.advice : own,
    details: [translated(omitted), translated(details)].filter(Boolean).join(' '),
  }
}

const unexpected: MessageParts = { kind: 'unexpected' }

/** Errors by name: importing their classes would add the code of all of them to every component. */
interface ErrorFields {
  NodeError: NodeError
  UnreadBlocksError: UnreadBlocksError
  LookupError: LookupError
  QuotaExceededError: QuotaExceededError
  InvalidQueryError: InvalidQueryError
  QueryNotReadyError: InvalidQueryError
  InvalidAttributeError: InvalidAttributeError
  StorageError: StorageError
  ArchiveError: ArchiveError
  ExportError: ExportError
  InvalidNetworkError: InvalidNetworkError
  ModuleLoadError: BaseError
  MissingProviderError: MissingProviderError
}

type NamedError = { [name in keyof ErrorFields]: ErrorFields[name] & { name: name } }[keyof ErrorFields]

function messageParts(error: BaseError, strings: ErrorStrings): MessageParts {
  const named = error as NamedError
  switch (named.name) {
    case 'NodeError':
    case 'UnreadBlocksError': {
      // The blocks are named by `failedBlocks`.
      const refusal = named.name === 'NodeError' ? named : named.cause
      const omitted = genericErrors.has(refusal) ? '' : refusal.shortMessage
      return { kind: named.kind, subject: named.endpoint, omitted }
    }
    case 'LookupError':
      return { kind: 'lookup', subject: named.service }
    case 'QuotaExceededError':
      return { kind: 'budget-spent', subject: formatNumber(named.quota, strings.locale), omitted: '' }
    case 'InvalidQueryError':
    case 'QueryNotReadyError':
      return {
        kind: 'invalid-query',
        omitted: named.issues.map((issue) => issueWords(issue, strings)).join(' '),
      }
    case 'InvalidAttributeError':
      return {
        kind: 'invalid-attribute',
        subject: named.issue.path,
        omitted: inputWords(named.issue, strings),
      }
    case 'StorageError':
      return { kind: `storage-${named.kind}`, omitted: '' }
    case 'ArchiveError':
      return { kind: 'archive', subject: named.archive }
    case 'ExportError':
      return { kind: 'export-value', subject: named.column }
    case 'InvalidNetworkError':
      return { kind: 'invalid-network', subject: named.network }
    case 'ModuleLoadError':
      return { kind: 'module-load', omitted: '' }
    case 'MissingProviderError':
      return { kind: 'missing-provider', subject: named.provider, omitted: '' }
  }
  return unexpected
}

function unreadBlocks(error: BaseError, { failedBlocks, locale }: ErrorStrings): string | undefined {
  const named = error as NamedError
  if (named.name !== 'UnreadBlocksError') return undefined
  const { range } = named
  return failedBlocks(formatInterval(range, locale), range.from === range.to)
}

/** The message of an input problem: translated if `strings.problems` has its kind, else its own English one. */
export function inputWords({ message, kind, values = [] }: InputProblem, { problems }: ErrorStrings): string {
  // A caller's own kind may have any name, such as `constructor`.
  const own = new Map<string, ((...values: string[]) => string) | undefined>(Object.entries(problems))
  return (kind && own.get(kind)?.(...values)) || message
}

/** An issue with the name of its field in front. Paths of other things, such as a link as a whole, are not shown. */
export function issueWords(issue: InputIssue, strings: ErrorStrings): string {
  const words = inputWords(issue, strings)
  const names = new Map(Object.entries(strings.queryFields))
  // `topics[1]`, or `params[0].fromBlock` of a request.
  const parts = issue.path.split(/[.[\]]+/)
  const at = parts.findIndex((part) => names.has(part))
  const name = names.get(parts[at] ?? '')
  if (!name) return words
  return `${typeof name === 'string' ? name : name(parts[at + 1] || undefined)}: ${words}`
}

/** An error on one line, to show at a field. */
export function errorLine(error: Error, strings: ErrorStrings): string {
  const ours = findTopic0Error(error)
  const named = ours as NamedError | undefined
  if (named?.name === 'InvalidQueryError' || named?.name === 'QueryNotReadyError')
    return named.issues.map((issue) => inputWords(issue, strings)).join(' ')
  const { what, advice } = errorWords(error, strings)
  return [what, advice].filter(Boolean).join(' ')
}
