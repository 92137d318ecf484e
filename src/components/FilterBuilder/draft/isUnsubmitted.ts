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

/** Whether the draft, or only its range, differs from the last submitted or given query. */
export function isUnsubmitted({ draft, settled }: DraftState, part: 'range' | 'all'): boolean {
  const text = (one: FilterDraft) =>
    JSON.stringify(part === 'range' ? rangeFields.map((field) => one[field]) : { ...one, kept: undefined })
  return text(draft) !== text(settled)
}
