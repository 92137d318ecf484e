import { emptyDraft } from './FilterDraft.ts'
import type { FilterDraft, TopicDraft } from './FilterDraft.ts'

/** The fields that a message can stand at: `address`, `events`, `args[0]`, `where[2.0]`, `topics[1]`, `fromBlock`, … */
export type DraftField = string

export interface DraftState {
  readonly draft: FilterDraft
  /** The draft without unsubmitted input: last submitted, given or reset. */
  readonly settled: FilterDraft
  /** What it was before, oldest first. */
  readonly past: readonly FilterDraft[]
  /** Undone drafts, the next to redo first. */
  readonly future: readonly FilterDraft[]
  /** The field being typed in: consecutive edits are undone word by word. */
  readonly typing: DraftField | undefined
  /** Fields that were left, or refused: what is wrong there is said. */
  readonly touched: ReadonlySet<DraftField>
  /** Fields changed since the query was last sent: what the caller said of them no longer holds. */
  readonly edited: ReadonlySet<DraftField>
  /** Sending was tried. */
  readonly submitted: boolean
}

export type DraftAction =
  | { type: 'edit'; field: DraftField; patch: Partial<FilterDraft> }
  | { type: 'editArg'; position: number; text: string }
  | { type: 'editTopic'; position: number; patch: Partial<TopicDraft> }
  /** What is written is right so far: should it become wrong, that is said when its field is left. */
  | { type: 'trust'; field: DraftField }
  | { type: 'leave'; field: DraftField }
  | { type: 'refuse'; fields: readonly DraftField[] }
  | { type: 'send' }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Another query takes the place of this one, which can be had back. */
  | { type: 'replace'; draft: FilterDraft }
  /** The caller writes of which blocks, and has nothing against them. */
  | { type: 'move'; fields: readonly DraftField[]; range: Partial<FilterDraft> }

type EditAction = Extract<DraftAction, { type: `edit${string}` }>

/** The field in which something was written. */
export function editedField(action: EditAction): DraftField
export function editedField(action: DraftAction): DraftField | undefined
export function editedField(action: DraftAction): DraftField | undefined {
  switch (action.type) {
    case 'edit':
      return action.field
    case 'editArg':
      return `args[${action.position}]`
    case 'editTopic':
      return `topics[${action.position}]`
    default:
      return undefined
  }
}

const maxHistory = 100

export function initialState(draft: FilterDraft = emptyDraft): DraftState {
  return {
    draft,
    settled: draft,
    past: [],
    future: [],
    typing: undefined,
    touched: new Set(),
    edited: new Set(),
    submitted: false,
  }
}

/** How the form changes. */
export function draftReducer(state: DraftState, action: DraftAction): DraftState {
  const { draft, settled, past, future } = state
  switch (action.type) {
    case 'edit': {
      const { patch } = action
      // Other events have other arguments.
      const others = 'events' in patch || 'leftOut' in patch
      const reset = others ? { args: {}, conditions: {}, decimals: {} } : {}
      return change(state, editedField(action), { ...draft, ...reset, ...patch })
    }
    case 'editArg':
      return change(state, editedField(action), {
        ...draft,
        args: { ...draft.args, [action.position]: action.text },
      })
    case 'editTopic': {
      const [a, b, c, d] = draft.topics.map((topic, position) =>
        position === action.position ? { ...topic, ...action.patch } : topic,
      ) as [TopicDraft, TopicDraft, TopicDraft, TopicDraft]
      return change(state, editedField(action), { ...draft, topics: [a, b, c, d] })
    }
    case 'trust':
      return state.touched.has(action.field)
        ? { ...state, touched: new Set([...state.touched].filter((field) => field !== action.field)) }
        : state
    case 'leave':
      return {
        ...state,
        typing: undefined,
        touched: state.touched.has(action.field) ? state.touched : new Set([...state.touched, action.field]),
      }
    case 'refuse':
      return { ...state, submitted: true, touched: new Set([...state.touched, ...action.fields]) }
    case 'send':
      return {
        ...initialState(draft),
        past,
        future,
      }
    case 'undo': {
      const before = past.at(-1)
      if (!before) return state
      return { ...initialState(before), settled, past: past.slice(0, -1), future: [draft, ...future] }
    }
    case 'redo': {
      const [next, ...rest] = future
      if (!next) return state
      return { ...initialState(next), settled, past: [...past, draft], future: rest }
    }
    case 'replace':
      return { ...initialState(action.draft), past: [...past, draft].slice(-maxHistory) }
    case 'move': {
      const others = (field: DraftField) => !action.fields.includes(field)
      return {
        ...state,
        draft: { ...draft, ...action.range },
        settled: { ...settled, ...action.range },
        past: [...past, draft].slice(-maxHistory),
        future: [],
        typing: undefined,
        touched: new Set([...state.touched].filter(others)),
        edited: new Set([...state.edited].filter(others)),
      }
    }
  }
}

function change(state: DraftState, field: DraftField, draft: FilterDraft): DraftState {
  const letter = isLetter(state.draft, draft)
  const goesOn = letter && state.typing === field
  return {
    ...state,
    draft,
    past: goesOn ? state.past : [...state.past, state.draft].slice(-maxHistory),
    future: [],
    typing: letter ? field : undefined,
    edited: new Set([...state.edited, field]),
  }
}

/** Whether one letter was typed or deleted: pasting, choosing and new words are steps of their own. */
function isLetter(before: FilterDraft, after: FilterDraft): boolean {
  const a = JSON.stringify(before)
  const b = JSON.stringify(after)
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return /[\w.'"]/.test(b[at] ?? '')
}
