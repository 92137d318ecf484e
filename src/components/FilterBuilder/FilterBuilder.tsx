'use client'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { AbiEvent } from 'viem'
import type { InputIssue } from '../../errors/InvalidQueryError.ts'
import { formatEvent } from '../../logs/filter/formats/formatEvent.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { useStrings } from '../strings/useStrings.ts'
import { ChoiceGroup } from '../ui/ChoiceGroup.tsx'
import { withRef } from '../ui/withRef.ts'
import { visibleText } from '../values/visibleText.ts'
import { applyNetwork } from './draft/applyNetwork.ts'
import { applyQuery } from './draft/applyQuery.ts'
import { createBlockSearch } from './draft/createBlockSearch.ts'
import { draftReducer, editedField, initialState } from './draft/draftReducer.ts'
import type { DraftAction } from './draft/draftReducer.ts'
import { filterStrings } from './draft/filterStrings.ts'
import { fieldMessages, issueField } from './draft/issueField.ts'
import { isUnsubmitted } from './draft/isUnsubmitted.ts'
import type { KnownContract } from './draft/KnownContract.ts'
import { parseAddressText } from './draft/parseAddressText.ts'
import { draftContext, parseDraft } from './draft/parseDraft.ts'
import { readEvents } from './draft/readEvents.ts'
import { toDraft } from './draft/toDraft.ts'
import { ArgFields } from './fields/ArgFields.tsx'
import { ContractField } from './fields/ContractField.tsx'
import { EventField } from './fields/EventField.tsx'
import type { FilterForm } from './fields/FilterForm.ts'
import { RangeFields } from './fields/RangeFields.tsx'
import { TopicFields } from './fields/TopicFields.tsx'
import type { FilterBuilderProps } from './FilterBuilderProps.ts'
import { FilterTools } from './FilterTools.tsx'
import { FormFooter } from './FormFooter.tsx'
import { formProps } from './formProps.ts'

const noContracts: readonly KnownContract[] = []
const noEvents: readonly AbiEvent[] = []
const noIssues: readonly InputIssue[] = []

/**
 * A form for one query: contracts, events with arguments or raw topics, and range. Validates fields before anything
 * is sent. Supports undo (Ctrl+Z) and redo (Ctrl+Shift+Z). `data-state` is `ready`, `invalid` or
 * `busy`.
 *
 * @example
 * <FilterBuilder head={head} onSubmit={setQuery} />
 */
export const FilterBuilder = /* @__PURE__ */ withRef(function FilterBuilder(props: FilterBuilderProps) {
  const { value, defaultValue, onSubmit, onChange, issues: given = noIssues, busy = false, onCancel } = props
  const { contracts = noContracts, knownEvents = noEvents, head, findBlock } = props
  const { resetValue = defaultValue ?? {}, chainId, opened, onDirtyChange } = props
  const strings = useStrings(filterStrings)
  const [state, setState] = useState(() => initialState(toDraft(value ?? defaultValue ?? {})))
  const [shown, setShown] = useState({ value, chainId, opened })
  // The last query reported to the caller.
  const [reported, setReported] = useState<LogSearch>()
  // The last action, announced to screen readers, also when repeated.
  const [said, setSaid] = useState({ text: '', count: 0 })
  const say = (text: string) => setSaid(({ count }) => ({ text, count: count + 1 }))
  const [blocks, setBlocks] = useState(createBlockSearch)
  const version = useSyncExternalStore(blocks.subscribe, blocks.version, blocks.version)
  useEffect(() => blocks.stop, [blocks])
  const known = useMemo(
    () => draftContext(contracts, knownEvents, strings),
    [contracts, knownEvents, strings],
  )
  const { draft } = state
  // Fixed between edits, so that a found block stays found.
  const [now, setNow] = useState(secondsNow)
  const context = useMemo(
    // Found blocks change how the draft is parsed.
    () => ({ ...known, head, now, blockAt: version >= 0 ? blocks.get : undefined }),
    [known, head, now, blocks, version],
  )
  const parsed = useMemo(() => parseDraft(draft, context), [draft, context])
  const current = 'query' in parsed ? parsed.query : undefined
  if (chainId !== shown.chainId || value !== shown.value) {
    setShown({ value, chainId, opened })
    const before = shown.value ?? defaultValue
    const isElsewhere = chainId !== shown.chainId
    if (isElsewhere) setBlocks(createBlockSearch())
    if (isElsewhere && (opened === shown.opened || !value || !isUnsubmitted(state, 'all'))) {
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

  const isDirty = isUnsubmitted(state, 'all')
  const wasDirty = useRef(isDirty)
  useEffect(() => {
    if (wasDirty.current === isDirty) return
    wasDirty.current = isDirty
    onDirtyChange?.(isDirty)
  }, [isDirty, onDirtyChange])

  const read = useMemo(() => {
    if (draft.mode !== 'event') return undefined
    const all = readEvents(draft, known.events, known.strings.issues)
    // A partial name is no event yet, and does not hide the selected ones.
    const result =
      'problem' in all ? readEvents({ ...draft, event: '' }, known.events, known.strings.issues) : all
    return 'problem' in result ? undefined : result
  }, [draft, known])
  const wanted = read?.events.filter((event) => !draft.leftOut.includes(formatEvent(event))) ?? []
  const onlyEvent = wanted.length === 1 && read?.topics.length === 0 ? wanted[0] : undefined

  const own = 'issues' in parsed ? parsed.issues : noIssues
  const messages = fieldMessages({ given, own }, state, onlyEvent, strings)

  function report(query: LogSearch) {
    setReported(query)
    onChange?.(query)
  }

  function dispatch(action: DraftAction) {
    const field = editedField(action)
    const trusted = field !== undefined && !messages.has(field) ? field : undefined
    // A functional update, because one event may dispatch two actions: leaving a field adds its text.
    setState((now) => {
      const before = trusted === undefined ? now : draftReducer(now, { type: 'trust', field: trusted })
      return draftReducer(before, action)
    })
    const next = draftReducer(state, action)
    if (next.draft === draft) return
    if (action.type === 'undo' || action.type === 'redo') say(strings.done[action.type])
    const result = parseDraft(next.draft, context)
    if ('query' in result) report(result.query)
  }

  /** Finds the blocks of the draft's times, counted back from now, and returns the resulting query, if valid. */
  async function findTimes(): Promise<LogSearch | undefined> {
    const at = { ...context, now: secondsNow() }
    const before = parseDraft(draft, at)
    if (!findBlock || 'query' in before) return undefined
    setNow(at.now)
    await Promise.all(before.waiting.map((time) => blocks.find(time, findBlock)))
    const result = parseDraft(draft, at)
    return 'query' in result ? result.query : undefined
  }

  function send(query: LogSearch) {
    setState((now) => draftReducer(now, { type: 'send' }))
    setReported(query)
    onSubmit?.(query)
  }

  function submit(form: HTMLFormElement) {
    if (busy) return
    const isByAge = draft.rangeMode === 'last' && draft.lastUnit !== 'blocks'
    if ('query' in parsed && !isByAge) {
      send(parsed.query)
      return
    }
    if ('query' in parsed) {
      // Counted back from now, not from when the form was edited.
      void findTimes().then((query) => send(query ?? parsed.query))
      return
    }
    if (parsed.issues.length === 0 && parsed.waiting.length > 0) {
      void findTimes().then((query) => query && send(query))
      return
    }
    const fields = parsed.issues.map(({ path }) => issueField(path, onlyEvent))
    flushSync(() => setState((now) => draftReducer(now, { type: 'refuse', fields })))
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    props.onKeyDown?.(event)
    const key = event.key.toLowerCase()
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return
    if (key === 'enter') {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    dispatch({ type: key === 'y' || event.shiftKey ? 'redo' : 'undo' })
  }

  const form: FilterForm = {
    draft,
    contracts,
    knownEvents,
    dispatch,
    issueAt: (field) => messages.get(field),
  }
  const addresses = [
    ...new Set(parseAddressText(draft.addresses, contracts, strings).flatMap(({ address }) => address ?? [])),
  ]
  return (
    // All fields share one history.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      aria-label={strings.filter}
      {...formProps(props)}
      noValidate
      onKeyDown={onKeyDown}
      data-state={busy ? 'busy' : messages.size > 0 ? 'invalid' : 'ready'}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <FilterTools
        {...{ contracts, dispatch }}
        canUndo={state.past.length > 0}
        canRedo={state.future.length > 0}
        saved={props.saved}
        recent={props.recent}
        onSave={
          props.onSave &&
          ((one) => {
            props.onSave?.(one)
            say(strings.querySaved(visibleText(one.name)))
          })
        }
        onRename={props.onRename}
        onForget={props.onForget}
        renderSaved={props.renderSaved}
        onChoose={(query) => {
          dispatch({ type: 'replace', draft: toDraft(query) })
          send(query)
        }}
        current={current}
      />
      <output className="topic0-visually-hidden">
        <span key={said.count}>{said.text}</span>
      </output>
      <ContractField form={form} />
      <fieldset className="topic0-group">
        <legend className="topic0-label">{strings.eventMode}</legend>
        <ChoiceGroup
          value={draft.mode}
          choices={[
            { value: 'any', label: strings.anyEvent },
            { value: 'event', label: strings.byEvent },
            { value: 'topics', label: strings.rawMode },
          ]}
          onChange={(mode) => dispatch({ type: 'edit', field: 'mode', patch: { mode } })}
        />
        {draft.mode === 'event' && <EventField {...{ form, addresses, read }} known={known.events} />}
        {draft.mode === 'topics' && <TopicFields form={form} />}
      </fieldset>
      {draft.mode === 'event' && onlyEvent && <ArgFields form={form} event={onlyEvent} />}
      <RangeFields
        form={form}
        head={head}
        now={now}
        addresses={addresses}
        blockAt={findBlock && context.blockAt}
        onFindTimes={() => void findTimes().then((query) => query && report(query))}
        findDeployment={props.findDeployment}
      />
      {props.renderEstimate?.(current ?? reported ?? value ?? defaultValue)}
      <FormFooter
        issue={
          messages.get('') ?? (state.submitted && messages.size > 0 ? strings.fieldErrors(messages.size) : '')
        }
        busy={busy}
        onCancel={onCancel}
        onReset={() => {
          dispatch({ type: 'replace', draft: toDraft(resetValue) })
          say(strings.done.reset)
        }}
      />
    </form>
  )
})

const secondsNow = () => BigInt(Math.floor(Date.now() / 1_000))
