import type { LogSearch } from '../../../logs/filter/LogSearch.ts'
import { initialState } from './draftReducer.ts'
import type { DraftState } from './draftReducer.ts'
import { applyQuery } from './applyQuery.ts'
import { isUnsubmitted } from './isUnsubmitted.ts'
import { toDraft } from './toDraft.ts'

/** The form once another network is asked, of which `next` is the query: what was typed and not sent stays. */
export function applyNetwork(
  state: DraftState,
  next: LogSearch | undefined,
  before: LogSearch | undefined,
): DraftState {
  if (!isUnsubmitted(state, 'all')) return initialState(toDraft(next ?? {}))
  if (!next) return state
  // Blocks of the network that was left mean nothing on this one, unless somebody is writing them.
  const { fromBlock, toBlock, blockHash } = next
  const moved = { ...before, fromBlock, toBlock, blockHash }
  return applyQuery(state, moved, { before, current: undefined, told: undefined })
}
