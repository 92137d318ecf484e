'use client'
import type { KeyboardEvent } from 'react'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { ChoiceGroup } from '../ui/ChoiceGroup.tsx'
import { withRef } from '../ui/withRef.ts'
import { visibleText } from '../values/visibleText.ts'
import { filterStrings } from './draft/filterStrings.ts'
import { parseAddressText } from './draft/parseAddressText.ts'
import { toDraft } from './draft/toDraft.ts'
import { ArgFields } from './fields/ArgFields.tsx'
import { ContractField } from './fields/ContractField.tsx'
import { EventField } from './fields/EventField.tsx'
import type { FilterForm } from './fields/FilterForm.ts'
import { RangeFields } from './fields/RangeFields.tsx'
import { TopicFields } from './fields/TopicFields.tsx'
import type { FilterBuilderProps } from './FilterBuilderProps.ts'
import { FilterTools } from './FilterTools.tsx'
import { formProps } from './formProps.ts'
import { useFilterForm } from './useFilterForm.ts'

/**
 * A form for one query: contracts, events with arguments or raw topics, and range. Validates fields before anything
 * is sent. Supports undo (Ctrl+Z) and redo (Ctrl+Shift+Z). `data-state` is `ready`, `invalid` or
 * `busy`.
 *
 * @example
 * <FilterBuilder head={head} onSubmit={setQuery} />
 */
export const FilterBuilder = /* @__PURE__ */ withRef(function FilterBuilder(props: FilterBuilderProps) {
  const { resetValue = props.defaultValue ?? {} } = props
  const strings = useStrings(filterStrings)
  const filter = useFilterForm(props)
  const { form, state, messages, known, read, onlyEvent, current, announcement, announce, send, busy } =
    filter
  const entries = parseAddressText(form.draft.addresses, form.contracts, strings)
  const addresses = [...new Set(entries.flatMap(({ address }) => address ?? []))]

  const formState = messages.size > 0 ? 'invalid' : 'ready'
  return (
    // All fields share one history.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      aria-label={strings.filter}
      {...formProps(props)}
      noValidate
      onKeyDown={(event) => {
        props.onKeyDown?.(event)
        handleShortcut(event, form.dispatch)
      }}
      onMouseDownCapture={(event) => {
        props.onMouseDownCapture?.(event)
        filter.onMouseDownCapture(event)
      }}
      data-state={busy ? 'busy' : formState}
      onSubmit={(event) => {
        event.preventDefault()
        filter.submit(event.currentTarget)
      }}
    >
      <FilterTools
        {...{ contracts: form.contracts, dispatch: form.dispatch }}
        canUndo={state.past.length > 0}
        canRedo={state.future.length > 0}
        {...{ saved: props.saved, recent: props.recent, current }}
        onSave={
          props.onSave &&
          ((one) => {
            props.onSave?.(one)
            announce(strings.querySaved(visibleText(one.name)))
          })
        }
        onRename={props.onRename}
        onForget={props.onForget}
        renderSaved={props.renderSaved}
        onChoose={(query) => {
          const draft = toDraft(query)
          form.dispatch({ type: 'replace', draft })
          send(query, draft)
        }}
      />
      <output className="topic0-visually-hidden">
        <span key={announcement.count}>{announcement.text}</span>
      </output>
      <ContractField form={form} />
      <fieldset className="topic0-group">
        <legend className="topic0-label">{strings.eventMode}</legend>
        <ChoiceGroup
          value={form.draft.mode}
          choices={[
            { value: 'any', label: strings.anyEvent },
            { value: 'event', label: strings.byEvent },
            { value: 'topics', label: strings.rawMode },
          ]}
          onChange={(mode) => form.edit('mode', { mode })}
        />
        {form.draft.mode === 'event' && <EventField {...{ form, addresses, read }} known={known.events} />}
        {form.draft.mode === 'topics' && <TopicFields form={form} />}
      </fieldset>
      {form.draft.mode === 'event' && onlyEvent && <ArgFields form={form} event={onlyEvent} />}
      <RangeFields
        form={form}
        chainId={props.chainId}
        head={props.head}
        now={filter.now}
        addresses={addresses}
        blockAt={filter.blockAt}
        onFindTimes={filter.onFindTimes}
        findDeployment={props.findDeployment}
      />
      {props.renderEstimate?.(messages.size > 0 ? undefined : filter.latest)}
      <FormFooter
        issue={
          messages.get('') ?? (state.submitted && messages.size > 0 ? strings.fieldErrors(messages.size) : '')
        }
        busy={busy}
        paused={props.paused === true}
        onCancel={props.busy ? props.onCancel : undefined}
        onReset={() => {
          form.dispatch({ type: 'reset', draft: toDraft(resetValue) })
          announce(strings.done.reset)
        }}
      />
    </form>
  )
})

/** Ctrl+Enter submits the form, Ctrl+Z undoes the last change, Ctrl+Shift+Z or Ctrl+Y redoes it. */
function handleShortcut(event: KeyboardEvent<HTMLFormElement>, dispatch: FilterForm['dispatch']) {
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

interface FormFooterProps {
  /** The error message of the form as a whole. */
  issue: string
  busy: boolean
  paused: boolean
  /** Cancels what is being read. */
  onCancel: (() => void) | undefined
  onReset: () => void
}

/** The form's error message and its submit, reset and cancel buttons. */
function FormFooter({ issue, busy, paused, onCancel, onReset }: FormFooterProps) {
  const strings = useStrings(filterStrings)
  const reading = paused ? strings.progressPaused : strings.submitting
  return (
    <div className="topic0-filter-footer">
      <div role="alert" className="topic0-field-issue">
        {issue}
      </div>
      {onCancel ? (
        <Button size="normal" onClick={onCancel}>
          {strings.cancel}
        </Button>
      ) : (
        <Button size="normal" kind="quiet" onClick={onReset}>
          {strings.reset}
        </Button>
      )}
      <Button type="submit" size="normal" kind="primary" aria-disabled={busy}>
        {busy ? reading : strings.submit}
      </Button>
    </div>
  )
}
