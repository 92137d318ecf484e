import { emptyDraft, type FilterDraft } from './FilterDraft.ts'

/** The fields that can show a message: `address`, `events`, `args[0]`, `where[2.0]`, `topics[1]`, `fromBlock`, … */
export type DraftField = string

export interface DraftState {
  readonly draft: FilterDraft
  /** The draft last submitted or given. */
  readonly sent: FilterDraft
  /** The draft of a reset since then. It is not the user's input, either. */
  readonly reset: FilterDraft | undefined
  /** Previous drafts, oldest first. */
  readonly past: readonly FilterDraft[]
  /** Undone drafts, the next to redo first. */
  readonly future: readonly FilterDraft[]
  /** The field being typed in: consecutive edits are undone word by word. */
  readonly typing: DraftField | undefined
  /** Fields that were left or rejected, which show their problems. */
  readonly touched: ReadonlySet<DraftField>
  /** Fields and parts of the draft changed since the last submit: the caller's issues no longer apply to them. */
  readonly edited: ReadonlySet<DraftField>
  /** Whether the user tried to submit. */
  readonly submitted: boolean
}

export type DraftAction =
  | { type: 'edit'; field: DraftField; patch: Partial<FilterDraft> }
  /** The field is valid so far: hides its message until the field is left. */
  | { type: 'trust'; field: DraftField }
  | { type: 'leave'; field: DraftField }
  | { type: 'refuse'; fields: readonly DraftField[] }
  /** The query of this draft was submitted. */
  | { type: 'send'; draft: FilterDraft }
  | { type: 'undo' }
  | { type: 'redo' }
  /** A given query replaces the draft. Can be undone. */
  | { type: 'replace'; draft: FilterDraft }
  /** Shows another draft, which is not submitted. Can be undone. */
  | { type: 'reset'; draft: FilterDraft }
  /** The caller changes the range, which clears its issues. */
  | { type: 'move'; fields: readonly DraftField[]; range: Partial<FilterDraft> }

const maxHistory = 100

export function initialState(draft: FilterDraft = emptyDraft): DraftState {
  return {
    draft,
    sent: draft,
    reset: undefined,
    past: [],
    future: [],
    typing: undefined,
    touched: new Set(),
    edited: new Set(),
    submitted: false,
  }
}

/** The reducer of the form. */
export function draftReducer(state: DraftState, action: DraftAction): DraftState {
  const { draft, sent, reset, past, future } = state
  switch (action.type) {
    case 'edit': {
      const { field, patch } = action
      const { events = draft.events, leftOut = draft.leftOut } = patch
      // Other events have other arguments.
      const others = JSON.stringify([events, leftOut]) !== JSON.stringify([draft.events, draft.leftOut])
      const cleared = others ? { args: {}, conditions: {}, decimals: {} } : {}
      return change(state, [field, ...Object.keys(patch)], { ...draft, ...cleared, ...patch })
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
      // Input made while blocks were looked up is not part of the query.
      return draft === action.draft
        ? { ...initialState(draft), past, future }
        : { ...state, sent: action.draft, reset: undefined, submitted: false }
    case 'undo': {
      const before = past.at(-1)
      if (!before) return state
      return { ...initialState(before), sent, reset, past: past.slice(0, -1), future: [draft, ...future] }
    }
    case 'redo': {
      const [next, ...rest] = future
      if (!next) return state
      return { ...initialState(next), sent, reset, past: [...past, draft], future: rest }
    }
    case 'replace':
      return { ...initialState(action.draft), past: [...past, draft].slice(-maxHistory) }
    case 'reset':
      return { ...draftReducer(state, { ...action, type: 'replace' }), sent, reset: action.draft }
    case 'move': {
      const others = (field: DraftField) => !action.fields.includes(field)
      return {
        ...state,
        draft: { ...draft, ...action.range },
        sent: { ...sent, ...action.range },
        reset: reset && { ...reset, ...action.range },
        past: [...past, draft].slice(-maxHistory),
        future: [],
        typing: undefined,
        touched: new Set([...state.touched].filter(others)),
        edited: new Set([...state.edited].filter(others)),
      }
    }
  }
}

function change(state: DraftState, fields: readonly DraftField[], draft: FilterDraft): DraftState {
  const [field] = fields
  const edited = new Set([...state.edited, ...fields])
  const before = textOf(state.draft)
  const after = textOf(draft)
  // Such as a shortcut pressed twice: there is nothing to undo.
  if (before === after) return { ...state, edited }
  const letter = isLetter(before, after)
  const goesOn = letter && state.typing === field
  return {
    ...state,
    draft,
    past: goesOn ? state.past : [...state.past, state.draft].slice(-maxHistory),
    future: [],
    typing: letter ? field : undefined,
    edited,
  }
}

function textOf({ kept: _kept, ...fields }: FilterDraft): string {
  return JSON.stringify(fields)
}

/** Whether one character was typed or deleted: pasting, choosing and new words are separate steps. */
function isLetter(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return /[\w.'"]/.test(b[at] ?? '')
}
