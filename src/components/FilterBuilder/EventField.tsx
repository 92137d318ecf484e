'use client'
import type { AbiEvent } from 'viem'
import { Hash } from '../Hash.tsx'
import { useStrings } from '../useStrings.ts'
import { ChainText } from '../ChainText.tsx'
import { eventTopic } from '../../logs/eventTopic.ts'
import { Field } from './Field.tsx'
import type { FilterForm } from './FilterForm.ts'
import { formatEvent } from '../../logs/spec/formatEvent.ts'
import type { EventText } from './parseEventText.ts'

/** Events by signature, ABI or choice, with what was understood below. */
export function EventField({ form, read }: { form: FilterForm; read: EventText | undefined }) {
  const { draft, contracts, knownEvents, dispatch, issueAt } = form
  const strings = useStrings()
  const edit = (event: string) => dispatch({ type: 'edit', field: 'events', patch: { event, leftOut: [] } })
  const groups = [
    ...contracts.map(({ label, abi = [] }) => ({
      label,
      events: abi.filter((item): item is AbiEvent => item.type === 'event'),
    })),
    { label: strings.wellKnown, events: knownEvents },
  ].filter((group) => group.events.length > 0)
  return (
    <div>
      <Field
        label={strings.event}
        hint={strings.eventHelp}
        issue={issueAt('events')}
        aside={
          groups.length > 0 && (
            <select
              className="topic0-select"
              data-size="small"
              aria-label={strings.chooseEvent}
              value=""
              onChange={(event) => edit(event.target.value)}
            >
              <option value="">{strings.chooseEvent}</option>
              {groups.map((group) => (
                <optgroup key={group.label} label={group.label}>
                  {unique(group.events).map(({ text, event }) => (
                    <option key={text} value={text}>
                      {`${event.name}(${event.inputs.map((input) => input.name || input.type).join(', ')})`}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )
        }
      >
        {(control) => (
          <textarea
            {...control}
            className="topic0-input"
            data-mono
            rows={2}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            placeholder="Transfer(address indexed from, …)"
            value={draft.event}
            onChange={(event) => edit(event.target.value)}
            onBlur={() => dispatch({ type: 'leave', field: 'events' })}
          />
        )}
      </Field>
      {read && <Understood form={form} read={read} />}
    </div>
  )
}

function Understood({ form, read }: { form: FilterForm; read: EventText }) {
  const { draft, dispatch } = form
  const strings = useStrings()
  const events = unique(read.events)
  const single = events.length + read.topics.length === 1
  const toggle = (text: string, wanted: boolean) =>
    dispatch({
      type: 'edit',
      field: 'events',
      patch: {
        leftOut: wanted ? draft.leftOut.filter((one) => one !== text) : [...draft.leftOut, text],
      },
    })
  return (
    <>
      {single ? (
        <ul className="topic0-chips">
          {events.map(({ text, event }) => (
            <li key={text}>
              <ChainText text={event.name} />
              {!event.anonymous && <Hash hash={eventTopic(event)} copyable={false} />}
            </li>
          ))}
          {read.topics.map((topic) => (
            <li key={topic}>
              <Hash hash={topic} copyable={false} />
            </li>
          ))}
        </ul>
      ) : (
        <fieldset className="topic0-checks">
          <legend>{strings.eventsFound(events.length + read.topics.length)}</legend>
          {events.map(({ text, event }) => (
            <label key={text}>
              <input
                type="checkbox"
                checked={!draft.leftOut.includes(text)}
                onChange={(change) => toggle(text, change.target.checked)}
              />
              <span title={text}>
                <ChainText text={event.name} />
                <span className="topic0-muted">
                  <ChainText text={`(${event.inputs.map((input) => input.name || input.type).join(', ')})`} />
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {read.topics.length > 0 && <p className="topic0-field-note">{strings.signatureOnly}</p>}
    </>
  )
}

function unique(events: readonly AbiEvent[]): readonly { text: string; event: AbiEvent }[] {
  return [...new Map(events.map((event) => [formatEvent(event), event]))].map(([text, event]) => ({
    text,
    event,
  }))
}
