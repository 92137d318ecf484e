import type { AbiEvent } from 'viem'
import type { InputIssue } from '../../../errors/InvalidQueryError.ts'
import { inputWords } from '../../strings/errorWords.ts'
import type { FilterStrings } from './filterStrings.ts'
import type { DraftField, DraftState } from './draftReducer.ts'
import { issueField } from './issueField.ts'

interface Issues {
  /** Issues from the caller. */
  readonly given: readonly InputIssue[]
  /** Issues from validation. */
  readonly own: readonly InputIssue[]
}

/** The message of each field, at most one at a time. */
export function fieldMessages(
  { given, own }: Issues,
  { edited, touched }: DraftState,
  event: AbiEvent | undefined,
  strings: FilterStrings,
): ReadonlyMap<DraftField, string> {
  const messages = new Map<DraftField, string>()
  const say = (issues: readonly InputIssue[], isSaid: (field: DraftField) => boolean) => {
    for (const issue of issues) {
      const field = issueField(issue.path, event)
      if (isSaid(field) && !messages.has(field)) messages.set(field, inputWords(issue, strings))
    }
  }
  say(given, (field) => !edited.has(field))
  say(own, (field) => touched.has(field))
  return messages
}
