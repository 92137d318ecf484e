import type { InputIssue } from '../../errors/errors.ts'
import { inputWords } from './inputWords.ts'
import type { Strings } from './strings.ts'

/** A mistake with the name of what it is in, away from any field: of a link or a text as a whole, that says nothing. */
export function issueWords(issue: InputIssue, strings: Strings): string {
  const words = inputWords(issue, strings)
  return issue.path === 'link' || issue.path === 'body' ? words : `${issue.path}: ${words}`
}
