import { emptyDraft } from './FilterDraft.ts'
import type { FilterDraft, TopicDraft } from './FilterDraft.ts'

/** The fields that a message can stand at: `address`, `events`, `args[0]`, `topics[1]`, `fromBlock`, … */
export type DraftField = string

export interface DraftState {
  readonly draft: FilterDraft
  /** Fields that were left once: what is wrong there is said. */
  readonly touched: ReadonlySet<DraftField>
  /** Fields changed since the query was last sent: what the caller said of them no longer holds. */
  readonly edited: ReadonlySet<DraftField>
  /** Sending was tried: everything that is wrong is said. */
  readonly submitted: boolean
}

export type DraftAction =
  | { type: 'edit'; field: DraftField; patch: Partial<FilterDraft> }
  | { type: 'editArg'; position: number; text: string }
  | { type: 'editTopic'; position: number; patch: Partial<TopicDraft> }
  | { type: 'leave'; field: DraftField }
  | { type: 'refuse' }
  | { type: 'send' }
  | { type: 'replace'; draft: FilterDraft }

export function initialState(draft: FilterDraft = emptyDraft): DraftState {
  return { draft, touched: new Set(), edited: new Set(), submitted: false }
}

/** How the form changes. */
export function draftReducer(state: DraftState, action: DraftAction): DraftState {
  const { draft } = state
  switch (action.type) {
    case 'edit': {
      // Other events have other arguments.
      const reset = 'event' in action.patch || 'leftOut' in action.patch ? { args: {} } : {}
      return change(state, action.field, { ...draft, ...reset, ...action.patch })
    }
    case 'editArg':
      return change(state, `args[${action.position}]`, {
        ...draft,
        args: { ...draft.args, [action.position]: action.text },
      })
    case 'editTopic': {
      const [a, b, c, d] = draft.topics.map((topic, position) =>
        position === action.position ? { ...topic, ...action.patch } : topic,
      ) as [TopicDraft, TopicDraft, TopicDraft, TopicDraft]
      return change(state, `topics[${action.position}]`, { ...draft, topics: [a, b, c, d] })
    }
    case 'leave':
      return state.touched.has(action.field)
        ? state
        : { ...state, touched: new Set([...state.touched, action.field]) }
    case 'refuse':
      return { ...state, submitted: true }
    case 'send':
      return { ...state, submitted: false, touched: new Set(), edited: new Set() }
    case 'replace':
      return initialState(action.draft)
  }
}

function change(state: DraftState, field: DraftField, draft: FilterDraft): DraftState {
  return { ...state, draft, edited: new Set([...state.edited, field]) }
}
