import type { DraftState } from './draftReducer.ts'
import type { FilterDraft } from './FilterDraft.ts'

/** The parts of a draft that say of which blocks. */
export const rangeFields = [
  'rangeMode',
  'fromBlock',
  'toBlock',
  'blockHash',
  'last',
  'fromTime',
  'toTime',
  'zone',
] as const satisfies readonly (keyof FilterDraft)[]

/**
 * Whether something was written that nobody has heard of yet, however it came to stand there: typed, or taken back or done
 * again; of its blocks, or at all.
 */
export function isUnsubmitted({ draft, settled }: DraftState, part: 'range' | 'all'): boolean {
  const text = (one: FilterDraft) =>
    JSON.stringify(part === 'range' ? rangeFields.map((field) => one[field]) : { ...one, kept: undefined })
  return text(draft) !== text(settled)
}
