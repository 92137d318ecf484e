import type { AbiEvent } from 'viem'
import type { InputIssue } from '../../../errors/InvalidQueryError.ts'
import { inputWords } from '../../strings/errorWords.ts'
import type { DraftField, DraftState } from './draftReducer.ts'
import type { FilterStrings } from './filterStrings.ts'
import { rangeFields } from './isUnsubmitted.ts'

/** The field where a message about a path of the query belongs; empty when the form has none for it. */
export function issueField(path: string, event: AbiEvent | undefined): DraftField {
  const [root = ''] = path.split(/[.[]/, 1)
  if (root === 'address' || root === 'events') return root
  // Conditions are identified by their field: a path by list index has no field in the form.
  if (root === 'where') return /^where\[\d+\.\d\]$/.test(path) ? path : ''
  if (['fromBlock', 'toBlock', 'blockHash', 'fromTime', 'toTime', 'last'].includes(path)) return path
  if (root === 'topics') return /^topics\[[0-3]\]/.exec(path)?.[0] ?? 'topics[0]'
  if (root !== 'args') return ''
  const byPosition = /^args\[\d+\]/.exec(path)?.[0]
  if (byPosition) return byPosition
  const position = (event?.inputs ?? [])
    .filter((input) => input.indexed)
    .findIndex((input) => path === `args.${input.name}` || path.startsWith(`args.${input.name}[`))
  return position < 0 ? 'events' : `args[${position}]`
}

/** The choices that a field depends on. */
function choicesAbove(field: DraftField): readonly DraftField[] {
  if (/^(args|where)/.test(field)) return ['mode', 'events']
  if (/^(events|topics)/.test(field)) return ['mode']
  return rangeFields.some((one) => one === field) ? ['rangeMode'] : []
}

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
  say(given, (field) => ![field, ...choicesAbove(field)].some((one) => edited.has(one)))
  say(own, (field) => touched.has(field))
  return messages
}
