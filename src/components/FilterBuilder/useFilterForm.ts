'use client'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { AbiEvent } from 'viem'
import type { InputIssue } from '../../errors/InvalidQueryError.ts'
import { formatEvent } from '../../logs/filter/formats/formatEvent.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { useLatest } from '../../react/useLatest.ts'
import { useStrings } from '../strings/useStrings.ts'
import { applyNetwork, applyQuery } from './draft/applyQuery.ts'
import { BlockSearch } from './draft/BlockSearch.ts'
import { draftReducer, initialState, type DraftAction } from './draft/draftReducer.ts'
import type { DraftContext, FilterDraft } from './draft/FilterDraft.ts'
import { filterStrings } from './draft/filterStrings.ts'
import { isSameQuery } from './draft/isSameQuery.ts'
import { fieldMessages, issueField } from './draft/issueField.ts'
import { isDirty as isDirtyDraft, isUnsubmitted } from './draft/isUnsubmitted.ts'
import type { KnownContract } from './draft/KnownContract.ts'
import { draftContext, parseDraft } from './draft/parseDraft.ts'
import { readEvents } from './draft/readEvents.ts'
import { toDraft } from './draft/toDraft.ts'
import type { FilterForm } from './fields/FilterForm.ts'
import type { FilterBuilderProps } from './FilterBuilderProps.ts'
import { useAfterPress } from './useAfterPress.ts'

const noContracts: readonly KnownContract[] = []
const noEvents: readonly AbiEvent[] = []
const noIssues: readonly InputIssue[] = []

/** The state of the form: its draft, the query it stands for, and what its buttons do. */
export function useFilterForm(props: FilterBuilderProps) {
  const { value, defaultValue, onSubmit, onChange, issues: given = noIssues } = props
  const { contracts = noContracts, knownEvents = noEvents, chainId, opened, onDirtyChange } = props
  const strings = useStrings(filterStrings)
  const [state, setState] = useState(() => initialState(toDraft(value ?? defaultValue ?? {})))
  const [lastProps, setLastProps] = useState({ value, chainId, opened })
  // The last query reported to the caller.
  const [reported, setReported] = useState<LogSearch>()
  // The last action, announced to screen readers, also when repeated.
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 })
  const announce = (text: string) => setAnnouncement(({ count }) => ({ text, count: count + 1 }))
  const known = useMemo(
    () => draftContext(contracts, knownEvents, strings),
    [contracts, knownEvents, strings],
  )
  const { draft } = state
  const latestDraft = useLatest(draft)
  // The draft that is sent once the blocks of its times are found.
  const sending = useRef<{ readonly draft: FilterDraft; readonly signal: AbortSignal }>(undefined)
  const { context, blocks, forgetBlocks, findTimes } = useTimedContext(known, props)
  const parsed = useMemo(() => parseDraft(draft, context), [draft, context])
  const current = 'query' in parsed ? parsed.query : undefined
  const isWaiting = 'issues' in parsed && parsed.isWaiting
  if (chainId !== lastProps.chainId || value !== lastProps.value || opened !== lastProps.opened) {
    setLastProps({ value, chainId, opened })
    const before = lastProps.value ?? defaultValue
    const isElsewhere = chainId !== lastProps.chainId
    if (isElsewhere) forgetBlocks()
    if (isElsewhere && (opened === lastProps.opened || !value || !isUnsubmitted(state, 'all'))) {
      setState(applyNetwork(state, value ?? defaultValue, before))
      setReported(undefined)
    } else {
      const next = value ? applyQuery(state, value, { before, current, reported }) : state
      if (next !== state) {
        setState(next)
        setReported(value)
      }
    }
  }

  const isDirty = isDirtyDraft(state, 'all')
  // While a query is read, another one can be submitted.
  const busy = props.busy === true && !isDirty
  useDirtyChange(isDirty, onDirtyChange)
  const { read, onlyEvent } = useDraftEvents(draft, known)
  const own = 'issues' in parsed ? parsed.issues : noIssues
  const messages = fieldMessages({ given, own }, state, onlyEvent, strings)

  const { afterPress, onMouseDownCapture } = useAfterPress()

  function report(query: LogSearch) {
    setReported(query)
    onChange?.(query)
  }

  function dispatch(action: DraftAction) {
    const field = action.type === 'edit' ? action.field : undefined
    const trusted = field !== undefined && !messages.has(field) ? field : undefined
    // A functional update, because one event may dispatch two actions: leaving a field adds its text.
    setState((now) => {
      const before = trusted === undefined ? now : draftReducer(now, { type: 'trust', field: trusted })
      return draftReducer(before, action)
    })
    const next = draftReducer(state, action)
    if (next.draft === draft) return
    if (action.type === 'undo' || action.type === 'redo') announce(strings.done[action.type])
    const result = parseDraft(next.draft, context)
    if ('query' in result) report(result.query)
  }

  async function findTimesAndReport() {
    blocks.forgetFuture()
    const found = await findTimes(draft, () => latestDraft.current)
    if (found && 'query' in found && !(current && isSameQuery(current, found.query))) report(found.query)
  }

  function send(query: LogSearch, sent: FilterDraft) {
    sending.current = undefined
    setState((now) => draftReducer(now, { type: 'send', draft: sent }))
    setReported(query)
    onSubmit?.(query)
  }

  function refuse(issues: readonly InputIssue[], form: HTMLFormElement) {
    const fields = issues.map(({ path }) => issueField(path, onlyEvent))
    flushSync(() => setState((now) => draftReducer(now, { type: 'refuse', fields })))
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  async function findTimesAndSend(form: HTMLFormElement) {
    // Pressed twice, it is sent once.
    if (sending.current?.draft === draft && !sending.current.signal.aborted) return
    const mine = (sending.current = { draft, signal: blocks.signal })
    const found = await findTimes(draft, () => draft)
    // Another query was submitted meanwhile.
    if (sending.current !== mine) return
    sending.current = undefined
    if (!found) return
    if ('query' in found) send(found.query, draft)
    else if (latestDraft.current === draft) refuse(found.issues, form)
  }

  function submit(form: HTMLFormElement) {
    if (busy) return
    // An age counts back from now, not from when the form was edited.
    const isByAge = draft.rangeMode === 'last' && draft.lastUnit !== 'blocks'
    const isRepeated = (isByAge || draft.rangeMode === 'time') && blocks.forgetFuture()
    if (isWaiting || isRepeated || (current && isByAge)) void findTimesAndSend(form)
    else if (current) send(current, draft)
    else refuse(own, form)
  }

  const form: FilterForm = {
    draft,
    contracts,
    knownEvents,
    dispatch: (action) => afterPress(() => dispatch(action)),
    edit: (field, patch) => form.dispatch({ type: 'edit', field, patch }),
    leave: (field) => form.dispatch({ type: 'leave', field }),
    issueAt: (field) => messages.get(field),
  }
  return {
    ...{ form, state, messages, known, read, onlyEvent, announcement, announce, send, submit },
    ...{ busy, onMouseDownCapture, now: context.now },
    /** The query in the form, if valid. */
    current,
    /** The last valid query; `undefined` while the blocks of its times are not known. */
    latest: isWaiting ? undefined : (current ?? reported ?? value ?? defaultValue),
    blockAt: props.findBlock && context.blockAt,
    onFindTimes: () => afterPress(() => void findTimesAndReport()),
  }
}

/** What a draft is parsed with: what is known of events, and of the blocks of its times on this network. */
function useTimedContext(known: DraftContext, { head, findBlock }: FilterBuilderProps) {
  const [blocks, setBlocks] = useState(() => new BlockSearch())
  const version = useSyncExternalStore(blocks.subscribe, blocks.getVersion, blocks.getVersion)
  useEffect(() => blocks.stop, [blocks])
  // Fixed between edits, so that a found block stays found. A page that is rendered in advance knows no time.
  const [now, setNow] = useState(0n)
  const context = useMemo(
    // With each `version`, blocks were found, which change how the draft is parsed.
    () => ({ ...known, head, now, blockAt: version >= 0 ? blocks.get : undefined }),
    [known, head, now, blocks, version],
  )
  return {
    context,
    blocks,
    /** Forgets the blocks: those of another network have other times. */
    forgetBlocks: () => setBlocks(new BlockSearch()),
    /**
     * Finds the blocks of a draft's times, counted back from now, and then parses `draftAfter`. Returns nothing once the form is
     * closed or has moved to another network.
     */
    async findTimes(draft: FilterDraft, draftAfter: () => FilterDraft) {
      const at = { ...context, now: secondsNow() }
      const before = parseDraft(draft, at)
      if (!findBlock || 'query' in before) return before
      setNow(at.now)
      const { signal } = blocks
      await Promise.all(before.waiting.map((time) => blocks.find(time, findBlock)))
      return signal.aborted ? undefined : parseDraft(draftAfter(), at)
    },
  }
}

/** Reports when the form starts or stops to differ from the submitted query. */
function useDirtyChange(isDirty: boolean, onChange: FilterBuilderProps['onDirtyChange']): void {
  const wasDirty = useRef(isDirty)
  useEffect(() => {
    if (wasDirty.current === isDirty) return
    wasDirty.current = isDirty
    onChange?.(isDirty)
  }, [isDirty, onChange])
}

/** The events that a draft names, and the one it has arguments for. */
function useDraftEvents(draft: FilterDraft, { events: known, strings }: DraftContext) {
  const read = useMemo(() => {
    if (draft.mode !== 'event') return undefined
    const all = readEvents(draft, known, strings.issues)
    // A partial name is no event yet, and does not hide the selected ones.
    const result = 'problem' in all ? readEvents({ ...draft, event: '' }, known, strings.issues) : all
    return 'problem' in result ? undefined : result
  }, [draft, known, strings])
  const chosen = read?.events.filter((event) => !draft.leftOut.includes(formatEvent(event))) ?? []
  const onlyEvent = chosen.length === 1 && read?.topics.length === 0 ? chosen[0] : undefined
  return { read, onlyEvent }
}

const secondsNow = () => BigInt(Math.floor(Date.now() / 1_000))
