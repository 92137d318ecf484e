'use client'
import { useRef, type RefObject } from 'react'
import type { AbiEvent, Address } from 'viem'
import { eventTopic } from '../../../logs/filter/eventTopic.ts'
import { formatEvent } from '../../../logs/filter/formats/formatEvent.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import * as icons from '../../ui/icons.tsx'
import { ChainText } from '../../values/ChainText.tsx'
import { Hash } from '../../values/Hash.tsx'
import { HexText } from '../../values/HexText.tsx'
import { shortHex } from '../../values/shortHex.ts'
import { visibleText } from '../../values/visibleText.ts'
import { filterStrings } from '../draft/filterStrings.ts'
import type { KnownContract } from '../draft/KnownContract.ts'
import { parseEventText, type EventText } from '../draft/parseEventText.ts'
import { EventName, EventSearch } from './EventSearch.tsx'
import type { FilterForm } from './FilterForm.ts'
import type { EventOption } from './rankEvents.ts'
import { removeInPlace } from './removeInPlace.ts'

interface EventFieldProps {
  form: FilterForm
  /** The selected contracts, in lower case: their events are offered first. */
  addresses: readonly Address[]
  /** Events to resolve names and bare signatures. */
  known: readonly AbiEvent[]
  /** The parsed events. */
  read: EventText | undefined
}

/** The event search, with the selected events. */
export function EventField({ form, addresses, known, read }: EventFieldProps) {
  const { draft, contracts, knownEvents, issueAt } = form
  const strings = useStrings(filterStrings)
  const root = useRef<HTMLDivElement>(null)
  const selected = new Set(draft.events)
  const options = new Map<string, EventOption>()
  const offer = (event: AbiEvent, source: string) => {
    const text = formatEvent(event)
    if (!selected.has(text) && !options.has(text)) options.set(text, { text, event, source })
  }
  const isSelected = ({ address }: KnownContract) => addresses.includes(address.toLowerCase() as Address)
  for (const { label, abi = [] } of contracts.toSorted(
    (a, b) => Number(isSelected(b)) - Number(isSelected(a)),
  ))
    for (const item of abi) if (item.type === 'event') offer(item, label)
  for (const event of knownEvents) offer(event, strings.wellKnown)

  const select = (text: string) => {
    const found = parseEventText(text, known, strings.issues)
    if ('problem' in found) return undefined
    // An unknown signature stays as typed.
    const texts = found.topics.length > 0 ? [text.trim()] : found.events.map(formatEvent)
    const events = [...new Set([...draft.events, ...texts])]
    form.edit('events', { events, event: '', leftOut: draft.leftOut.filter((one) => !texts.includes(one)) })
    const names = new Set(found.events.map(({ name }) => name))
    return [...names, ...found.topics.map((topic) => shortHex(topic))]
  }
  return (
    <div ref={root}>
      <Field label={strings.event} hint={strings.eventHelp} issue={issueAt('events')}>
        {(control) => (
          <EventSearch
            control={control}
            options={[...options.values()]}
            value={draft.event}
            placeholder={draft.events.length > 0 ? strings.addEvent : strings.eventPlaceholder}
            onEdit={(event) => form.edit('events', { event })}
            onSelect={select}
            onLeave={() => form.leave('events')}
          />
        )}
      </Field>
      {read && <SelectedEvents {...{ form, known, read, root }} />}
    </div>
  )
}

interface SelectedEventsProps extends Pick<EventFieldProps, 'form' | 'known'> {
  read: EventText
  /** The element that also contains the field. */
  root: RefObject<HTMLElement | null>
}

function SelectedEvents({ form, known, read, root }: SelectedEventsProps) {
  const { draft } = form
  const strings = useStrings(filterStrings)
  const edit = (patch: Partial<typeof draft>) => form.edit('events', patch)
  const forget = (pressed: HTMLElement, text: string) =>
    removeInPlace(pressed, root.current, () =>
      edit({ events: without(draft.events, text), leftOut: without(draft.leftOut, text) }),
    )
  const rows = read.events.map((event) => ({ event, key: formatEvent(event) }))
  const bare: string[] = []
  // A signature or topic may have become that of a known event since it was selected.
  const texts = new Map<string, string>()
  for (const text of draft.events) {
    const one = parseEventText(text, known, strings.issues)
    if ('problem' in one) continue
    if (one.topics.length > 0) bare.push(text)
    for (const event of one.events) texts.set(formatEvent(event), text)
  }
  return (
    <>
      {rows.length + read.topics.length > 1 && (
        <p className="topic0-field-note">{strings.eventsFound(rows.length + read.topics.length)}</p>
      )}
      <ul className="topic0-events" aria-label={strings.selectedEvents}>
        {rows.map(({ event, key }) => (
          <li key={key} title={visibleText(key)}>
            <label>
              {(rows.length > 1 || draft.leftOut.includes(key)) && (
                <input
                  type="checkbox"
                  checked={!draft.leftOut.includes(key)}
                  onChange={(change) =>
                    edit({
                      leftOut: change.target.checked ? without(draft.leftOut, key) : [...draft.leftOut, key],
                    })
                  }
                />
              )}
              <EventName event={event} />
            </label>
            {event.anonymous ? (
              <span className="topic0-badge">{strings.anonymousEvent}</span>
            ) : (
              <Hash hash={eventTopic(event)} />
            )}
            {/* Text in the field is not a selected event yet. */}
            {texts.has(key) && (
              <IconButton
                icon={icons.cross}
                name={strings.removeEvent(visibleText(event.name))}
                onClick={({ currentTarget }) => forget(currentTarget, texts.get(key)!)}
              />
            )}
          </li>
        ))}
        {bare.map((text) => (
          <li key={text}>
            {text.startsWith('0x') ? <HexText hex={text} /> : <ChainText text={text} />}
            {read.topics.length === 1 && !text.startsWith('0x') && <Hash hash={read.topics[0]!} />}
            <IconButton
              icon={icons.cross}
              name={strings.removeEvent(text.startsWith('0x') ? shortHex(text) : visibleText(text))}
              onClick={({ currentTarget }) => forget(currentTarget, text)}
            />
          </li>
        ))}
      </ul>
      {read.topics.length > 0 && <p className="topic0-field-note">{strings.signatureOnly}</p>}
    </>
  )
}

const without = (texts: readonly string[], text: string) => texts.filter((one) => one !== text)
