'use client'
import { useMemo, useState } from 'react'
import type { ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import type { AbiEvent } from 'viem'
import type { InputIssue } from '../../errors.ts'
import type { LogQuery } from '../../logs/LogQuery.ts'
import { classNames } from '../classNames.ts'
import { useStrings } from '../useStrings.ts'
import { ArgFields } from './ArgFields.tsx'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import { ContractField } from './ContractField.tsx'
import { draftReducer, initialState } from './draftReducer.ts'
import type { DraftAction } from './draftReducer.ts'
import { EventField } from './EventField.tsx'
import type { FilterForm } from './FilterForm.ts'
import { draftContext } from './draftContext.ts'
import { formatEvent } from '../../logs/spec/formatEvent.ts'
import { issueField } from './issueField.ts'
import type { KnownContract } from './KnownContract.ts'
import { parseDraft } from './parseDraft.ts'
import { parseEventText } from './parseEventText.ts'
import { sameQuery } from './sameQuery.ts'
import { RangeFields } from './RangeFields.tsx'
import { toDraft } from './toDraft.ts'
import { TopicFields } from './TopicFields.tsx'

export interface FilterBuilderProps extends Omit<
  ComponentProps<'form'>,
  'children' | 'onSubmit' | 'onChange' | 'defaultValue'
> {
  /** The query to show. The form follows when another one is given. */
  value?: LogQuery | undefined
  /** The query to begin with. */
  defaultValue?: LogQuery | undefined
  /** The form was sent and is right. */
  onSubmit?: ((query: LogQuery) => void) | undefined
  /** Something changed, and what is there now is right. */
  onChange?: ((query: LogQuery) => void) | undefined
  /** Contracts to choose from, with the events of their ABIs. */
  contracts?: readonly KnownContract[] | undefined
  /** Well-known events to choose from, which names and bare signatures may mean too. */
  knownEvents?: readonly AbiEvent[] | undefined
  /** The newest block, for shortcuts and hints. */
  head?: bigint | undefined
  /** Mistakes that only the caller can see, shown at their fields until these change. */
  issues?: readonly InputIssue[] | undefined
  /** A query is being read. @default false */
  busy?: boolean | undefined
  /** Shows a button that stops the reading while `busy`. */
  onCancel?: (() => void) | undefined
}

const noContracts: readonly KnownContract[] = []
const noEvents: readonly AbiEvent[] = []
const noIssues: readonly InputIssue[] = []

/**
 * A form for one query: contracts, event and arguments or raw topics, range. Says what is wrong at the field before anything
 * is sent. `data-state` is `ready`, `invalid` or `busy`.
 *
 * @example
 * <FilterBuilder head={head} onSubmit={setQuery} />
 */
export function FilterBuilder(props: FilterBuilderProps) {
  const { value, defaultValue, onSubmit, onChange, issues: given = noIssues, busy = false, onCancel } = props
  const { contracts = noContracts, knownEvents = noEvents, head } = props
  const strings = useStrings()
  const [state, setState] = useState(() => initialState(toDraft(value ?? defaultValue ?? {})))
  const [shown, setShown] = useState(value)
  const context = useMemo(
    () => draftContext(contracts, knownEvents, strings.issues),
    [contracts, knownEvents, strings],
  )
  const { draft } = state
  const parsed = useMemo(() => parseDraft(draft, context), [draft, context])

  // Another query from outside replaces the draft; our own, coming back, does not disturb who is typing.
  if (value !== shown) {
    setShown(value)
    if (value && !('query' in parsed && sameQuery(value, parsed.query)))
      setState(draftReducer(state, { type: 'replace', draft: toDraft(value) }))
  }

  const read = useMemo(() => {
    if (draft.mode !== 'event' || draft.event.trim() === '') return undefined
    const result = parseEventText(draft.event, context.events, context.strings)
    return 'problem' in result ? undefined : result
  }, [draft.mode, draft.event, context])
  const wanted = read?.events.filter((event) => !draft.leftOut.includes(formatEvent(event))) ?? []
  const onlyEvent = wanted.length === 1 && read?.topics.length === 0 ? wanted[0] : undefined

  const messages = new Map<string, string>()
  for (const { path, message } of given) {
    const field = issueField(path, onlyEvent)
    if (!state.edited.has(field) && !messages.has(field)) messages.set(field, message)
  }
  const own = 'issues' in parsed ? parsed.issues : noIssues
  for (const { path, message } of own) {
    const field = issueField(path, onlyEvent)
    if ((state.submitted || state.touched.has(field)) && !messages.has(field)) messages.set(field, message)
  }

  function dispatch(action: DraftAction) {
    const next = draftReducer(state, action)
    setState(next)
    if (!onChange || next.draft === draft) return
    const result = parseDraft(next.draft, context)
    if ('query' in result) onChange(result.query)
  }

  function submit(form: HTMLFormElement) {
    if (busy) return
    if ('query' in parsed) {
      setState(draftReducer(state, { type: 'send' }))
      onSubmit?.(parsed.query)
      return
    }
    flushSync(() => setState(draftReducer(state, { type: 'refuse' })))
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const form: FilterForm = {
    draft,
    contracts,
    knownEvents,
    dispatch,
    issueAt: (field) => messages.get(field),
  }
  const other = messages.get('')
  return (
    <form
      aria-label={strings.filter}
      {...formProps(props)}
      noValidate
      data-state={busy ? 'busy' : messages.size > 0 ? 'invalid' : 'ready'}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <ContractField form={form} />
      <fieldset className="topic0-group">
        <legend className="topic0-label">{strings.eventMode}</legend>
        <ChoiceGroup
          label={strings.eventMode}
          value={draft.mode}
          choices={[
            { value: 'any', label: strings.anyEvent },
            { value: 'event', label: strings.byEvent },
            { value: 'topics', label: strings.rawMode },
          ]}
          onChange={(mode) => dispatch({ type: 'edit', field: 'events', patch: { mode } })}
        />
        {draft.mode === 'event' && <EventField form={form} read={read} />}
        {draft.mode === 'topics' && <TopicFields form={form} />}
      </fieldset>
      {draft.mode === 'event' && onlyEvent && <ArgFields form={form} event={onlyEvent} />}
      <RangeFields form={form} head={head} />
      <footer>
        <div role="alert" className="topic0-field-issue">
          {other ?? (state.submitted && messages.size > 0 ? strings.fixMistakes(messages.size) : '')}
        </div>
        {busy && onCancel ? (
          <button type="button" className="topic0-button" onClick={onCancel}>
            {strings.cancel}
          </button>
        ) : (
          <button
            type="button"
            className="topic0-button"
            data-kind="quiet"
            onClick={() => dispatch({ type: 'replace', draft: toDraft(defaultValue ?? {}) })}
          >
            {strings.reset}
          </button>
        )}
        <button type="submit" className="topic0-button" data-kind="primary" aria-disabled={busy}>
          {busy ? strings.submitting : strings.submit}
        </button>
      </footer>
    </form>
  )
}

/** The props that are not about the query go to the form. */
function formProps(props: FilterBuilderProps): ComponentProps<'form'> {
  const {
    value: _value,
    defaultValue: _defaultValue,
    onSubmit: _onSubmit,
    onChange: _onChange,
    issues: _issues,
    busy: _busy,
    onCancel: _onCancel,
    contracts: _contracts,
    knownEvents: _knownEvents,
    head: _head,
    className,
    ...rest
  } = props
  return { ...rest, className: classNames('topic0', 'topic0-filter-builder', className) }
}
