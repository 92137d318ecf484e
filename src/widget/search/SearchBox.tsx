'use client'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { searchStrings } from '../../components/locales/searchStrings.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import * as icons from '../../components/ui/icons.tsx'
import type { SearchTarget } from './parseSearchText.ts'
import { useSearchShortcut } from './useSearchShortcut.ts'

interface SearchBoxProps {
  text: string
  onEdit: (text: string) => void
  targets: readonly SearchTarget[]
  /** Renders a target of the list. */
  children: (target: SearchTarget) => ReactNode
  /** Shown below the targets, or in place of them. */
  status: string
  onOpen: (target: SearchTarget) => void
}

/** A search field with a list of targets: the arrow keys choose one, and Enter opens it. */
export function SearchBox({ text, onEdit, targets, children, status, onOpen }: SearchBoxProps) {
  const strings = useStrings(searchStrings)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const showsList = isOpen && text.trim() !== ''
  const hasTargets = showsList && targets.length > 0
  useSearchShortcut(input)

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && showsList) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      setActive((active + step + targets.length) % Math.max(targets.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const target = targets[active]
      setOpen(true)
      if (target) onOpen(target)
    }
  }
  return (
    // Leaving it closes the list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="search"
      part="search"
      className="topic0-log-explorer-search"
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      {icons.search}
      <input
        ref={input}
        className="topic0-input"
        role="combobox"
        aria-label={strings.search}
        aria-keyshortcuts="/"
        aria-expanded={hasTargets}
        aria-controls={`${id}list`}
        aria-activedescendant={hasTargets ? `${id}${active}` : undefined}
        aria-describedby={`${id}status`}
        autoComplete="off"
        spellCheck={false}
        placeholder={strings.searchPlaceholder}
        title={strings.searchPlaceholder}
        value={text}
        onChange={(event) => {
          setActive(0)
          setOpen(true)
          onEdit(event.target.value)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <div className="topic0-log-explorer-found" hidden={!showsList}>
        <TargetList {...{ id, active, onOpen, children }} targets={showsList ? targets : []} />
        <p id={`${id}status`} role="status">
          {showsList && status}
        </p>
      </div>
    </div>
  )
}

interface TargetListProps extends Pick<SearchBoxProps, 'targets' | 'children' | 'onOpen'> {
  id: string
  /** The index of the target that Enter opens. */
  active: number
}

function TargetList({ id, targets, active, children, onOpen }: TargetListProps) {
  const strings = useStrings(searchStrings)
  return (
    <div id={`${id}list`} role="listbox" aria-label={strings.searchFound} hidden={targets.length === 0}>
      {targets.map((target, at) => (
        // The field has focus and handles keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={keyOf(target)}
          id={`${id}${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onOpen(target)}
        >
          {children(target)}
        </div>
      ))}
    </div>
  )
}

/** Contracts may have the same label, and topics of several positions the same text. */
const keyOf = (target: SearchTarget) =>
  'query' in target
    ? `${target.kind} ${target.text} ${String(target.query.address ?? target.query.topics)}`
    : target.kind
