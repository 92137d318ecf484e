import { findTopic0Error, InvalidQueryError } from '../../errors/errors.ts'
import { errorWords } from './errorWords.ts'
import { inputWords } from './inputWords.ts'
import type { Strings } from './strings.ts'

/** What an error says in one line, at a field: what is wrong with what stands there, else what happened and what to do. */
export function errorLine(error: Error, strings: Strings): string {
  const ours = findTopic0Error(error)
  if (ours instanceof InvalidQueryError)
    return ours.issues.map((issue) => inputWords(issue, strings)).join(' ')
  const { what, advice } = errorWords(error, strings)
  return [what, advice].filter(Boolean).join(' ')
}
