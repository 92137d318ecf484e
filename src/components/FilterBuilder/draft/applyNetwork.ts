import type { LogSearch } from '../../../logs/filter/LogSearch.ts'
import { applyQuery } from './applyQuery.ts'
import { initialState } from './draftReducer.ts'
import type { DraftState } from './draftReducer.ts'
import { isUnsubmitted } from './isUnsubmitted.ts'
import { toDraft } from './toDraft.ts'

/** The form after a network change, where `next` is the new network's query. Unsubmitted input stays. */
export function applyNetwork(
  state: DraftState,
  next: LogSearch | undefined,
  before: LogSearch | undefined,
): DraftState {
  if (!isUnsubmitted(state, 'all')) return initialState(toDraft(next ?? {}))
  if (!next) return state
  // Block numbers of the previous network do not apply, unless the user is editing them.
  const { fromBlock, toBlock, blockHash } = next
  const moved = { ...before, fromBlock, toBlock, blockHash }
  return applyQuery(state, moved, { before, current: undefined, reported: undefined })
}
