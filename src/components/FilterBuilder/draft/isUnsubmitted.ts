import type { DraftState } from './draftReducer.ts'
import type { FilterDraft } from './FilterDraft.ts'

/** The range fields of a draft. */
export const rangeFields = [
  'rangeMode',
  'fromBlock',
  'toBlock',
  'blockHash',
  'last',
  'lastUnit',
  'fromTime',
  'toTime',
  'zone',
] as const satisfies readonly (keyof FilterDraft)[]

type Part = 'range' | 'all'

/** Whether the draft, or only its range, differs from the last submitted or given query. */
export function isDirty({ draft, sent }: DraftState, part: Part): boolean {
  return textOf(draft, part) !== textOf(sent, part)
}

/** Whether the draft, or only its range, has input of the user that was not submitted. */
export function isUnsubmitted(state: DraftState, part: Part): boolean {
  const { draft, reset } = state
  return isDirty(state, part) && !(reset && textOf(draft, part) === textOf(reset, part))
}

function textOf(draft: FilterDraft, part: Part): string {
  if (part === 'range') return JSON.stringify(rangeFields.map((field) => draft[field]))
  const { kept: _kept, args, conditions, decimals, ...fields } = draft
  // Fields that were filled in and emptied again change nothing.
  return JSON.stringify([
    fields,
    Object.entries(args).filter(([, text]) => text !== ''),
    Object.entries(conditions).filter(([, { text }]) => text !== ''),
    Object.entries(decimals).filter(([, count]) => count !== 0),
  ])
}
