'use client'
import { useEffect, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import type { AbiEvent } from 'viem'
import { useStrings } from '../../strings/useStrings.ts'
import type { FieldControl } from '../../ui/Field.tsx'
import { ChainText } from '../../values/ChainText.tsx'
import { visibleText } from '../../values/visibleText.ts'
import { withoutComments } from '../draft/declaredEvents.ts'
import { filterStrings } from '../draft/filterStrings.ts'
import { listNames } from '../draft/listNames.ts'
import { rankEvents, type EventOption } from './rankEvents.ts'

interface EventSearchProps {
  control: FieldControl
  options: readonly EventOption[]
  value: string
  placeholder: string
  onEdit: (text: string) => void
  /** Selects the events of a text and returns their names; `undefined` if there are none. */
  onSelect: (text: string) => readonly string[] | undefined
  onLeave: () => void
}

// Maximum matches listed: another character shortens the list.
const maxShown = 50

/**
 * A combobox: typing finds events by name, arrow keys move through the matches, Enter selects, Escape closes.
 * A pasted signature, ABI or artifact is added at once.
 */
export function EventSearch(props: EventSearchProps) {
  const { control, options, value, placeholder, onEdit, onSelect, onLeave } = props
  const strings = useStrings(filterStrings)
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [selected, setSelected] = useState('')
  const fitting = rankEvents(options, value)
  const found = fitting.slice(0, maxShown)
  const shown = open && found.length > 0
  const typed = value.trim()
  // Enter selects the best match, and submits an empty field.
  const first = typed === '' ? -1 : 0
  const at = active < 0 ? first : Math.min(active, found.length - 1)
  const current = shown ? found[at] : undefined

  function close() {
    setOpen(false)
    setActive(-1)
  }

  function write(text: string) {
    onEdit(text)
    setSelected('')
    setOpen(true)
    setActive(-1)
  }

  function select(text: string): boolean {
    const names = onSelect(text)
    if (!names) return false
    setSelected(visibleText(listNames(names)))
    close()
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key } = event
    // With Ctrl or Cmd, Enter submits the form.
    if (event.nativeEvent.isComposing || (key === 'Enter' && (event.ctrlKey || event.metaKey))) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!shown) {
        setOpen(true)
        if (typed === '') setActive(key === 'ArrowDown' ? 0 : found.length - 1)
      } else setActive((at + (key === 'ArrowDown' ? 1 : -1) + found.length) % found.length)
    } else if (key === 'Escape' && shown) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (key === 'Enter' && typed !== '') {
      // Enter in an empty field submits the form.
      event.preventDefault()
      if (!select(current?.text ?? typed)) onLeave()
    } else if (key === 'Enter' && current) {
      event.preventDefault()
      select(current.text)
    }
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text')
    const { selectionStart, selectionEnd } = event.currentTarget
    // A signature or ABI in place of all text is added at once; other text is pasted as usual.
    const isWhole = selectionStart === 0 && selectionEnd === value.length
    if (!isWhole || !/[([{]|^0x/.test(text)) return
    event.preventDefault()
    // On one line, a comment would hide what follows it.
    if (!select(text)) write(withoutComments(text).replaceAll(/\s+/g, ' '))
  }

  return (
    <div className="topic0-combobox">
      <input
        {...control}
        className="topic0-input"
        data-mono
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={current && `${listId}${at}`}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        placeholder={placeholder}
        value={value}
        onChange={(event) => write(event.target.value)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          close()
          const named = found.find(({ event }) => event.name === typed)
          if (typed !== '') select(named?.text ?? typed)
          onLeave()
        }}
      />
      <EventOptions id={listId} options={shown ? found : []} active={at} onSelect={select} />
      <output className="topic0-visually-hidden">
        {shown ? strings.eventsOfferedCount(fitting.length) : selected && strings.eventsSelected(selected)}
      </output>
    </div>
  )
}

interface EventOptionsProps {
  id: string
  options: readonly EventOption[]
  /** The index of the option that Enter selects. */
  active: number
  onSelect: (text: string) => void
}

/** The events found. The field keeps focus, so that leaving it does not close the list under the pointer. */
function EventOptions({ id, options, active, onSelect }: EventOptionsProps) {
  const strings = useStrings(filterStrings)
  const option = useRef<HTMLDivElement>(null)
  const activeText = options[active]?.text
  // Not at each render, which may come while the user scrolls the list.
  useEffect(() => {
    if (activeText !== undefined) option.current?.scrollIntoView?.({ block: 'nearest' })
  }, [activeText])
  return (
    <div id={id} role="listbox" aria-label={strings.eventsOffered} hidden={options.length === 0}>
      {options.map(({ text, event, source }, index) => (
        // The field handles the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={text}
          id={`${id}${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          ref={index === active ? option : undefined}
          onPointerDown={(press) => press.preventDefault()}
          onMouseDown={(press) => press.preventDefault()}
          onClick={() => onSelect(text)}
        >
          <EventName event={event} />
          <span className="topic0-badge">
            <ChainText text={source} />
          </span>
        </div>
      ))}
    </div>
  )
}

/** An event with the names of its arguments. */
export function EventName({ event: { name, inputs } }: { event: AbiEvent }) {
  return (
    <span>
      <ChainText text={name} />
      <wbr />
      <span className="topic0-muted">
        <ChainText text={`(${inputs.map((input) => input.name || input.type).join(', ')})`} />
      </span>
    </span>
  )
}
