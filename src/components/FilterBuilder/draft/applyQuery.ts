import type { LogSearch } from '../../../logs/filter/LogSearch.ts'
import { draftReducer, initialState, type DraftState } from './draftReducer.ts'
import type { FilterDraft } from './FilterDraft.ts'
import { isSameQuery } from './isSameQuery.ts'
import { isUnsubmitted, rangeFields } from './isUnsubmitted.ts'
import { toDraft } from './toDraft.ts'

interface KnownQueries {
  /** The previous `value`. */
  readonly before: LogSearch | undefined
  /** The query in the form, if valid. */
  readonly current: LogSearch | undefined
  /** The last query reported to the caller. */
  readonly reported: LogSearch | undefined
}

const fields = ['range', ...rangeFields]

/**
 * The form after its `value` changed. A query that the form itself submitted changes nothing.
 * If only the blocks differ, only the range changes, unless the user is editing it; else the whole form changes, with undo.
 */
export function applyQuery(
  state: DraftState,
  next: LogSearch,
  { before, current, reported }: KnownQueries,
): DraftState {
  const { draft, past } = state
  const wanted = toDraft(next)
  if (!before && past.length === 0) return initialState(wanted)
  const isOwn = [before, current, reported].some((one) => one && isSameQuery(asShown(one), asShown(next)))
  if (!isOwn && !isSameQuery(filterOf(before ?? {}), filterOf(next)))
    return draftReducer(state, { type: 'replace', draft: wanted })
  const isWriting =
    isUnsubmitted(state, 'range') && !(current && isSameQuery(rangeOf(current), rangeOf(before ?? {})))
  if (!isOwn && !isWriting) return draftReducer(state, { type: 'move', fields, range: blocksOf(wanted) })
  return isSameQuery(draft.kept, wanted.kept) ? state : { ...state, draft: { ...draft, kept: wanted.kept } }
}

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

/** The part of a draft that names blocks, and its order and limit. */
function blocksOf(draft: FilterDraft) {
  const { rangeMode, last, lastUnit, fromBlock, toBlock, blockHash, kept } = draft
  return { rangeMode, last, lastUnit, fromBlock, toBlock, blockHash, kept }
}

function asShown({ order: _order, limit: _limit, strict: _strict, ...query }: LogSearch): LogSearch {
  return query
}

function filterOf(query: LogSearch): LogSearch {
  return { ...asShown(query), fromBlock: undefined, toBlock: undefined, blockHash: undefined }
}

function rangeOf({ fromBlock, toBlock, blockHash }: LogSearch): LogSearch {
  return { fromBlock, toBlock, blockHash }
}
