'use client'
import { useState } from 'react'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { Announcement } from './Announcement.tsx'
import { tableToolsStrings } from './model/tableToolsStrings.ts'
import type { Find } from './order/useTableFind.ts'

interface FindBarProps {
  find: Find
  text: string
  /** How often it was opened: takes focus each time. */
  opened: number
}

/** Finds text, numbers and hex in the loaded logs. The browser cannot: most rows are not in the document. */
export function FindBar({ find, text, opened }: FindBarProps) {
  const strings = useStrings(tableToolsStrings)
  const number = (count: number) => formatNumber(count, strings.locale)
  const { count, current, isBusy } = find
  const [searched, setSearched] = useState<string>()
  if (!isBusy && searched !== text) setSearched(text)
  // Rows that are added later are searched silently.
  const isSearching = isBusy && searched !== text
  function textOf(isBusy: boolean, soFar = count) {
    if (text.trim() === '') return ''
    if (isBusy && soFar === 0) return strings.finding
    return count === 0 ? strings.foundNone : strings.found(number(current), number(count), isBusy)
  }
  return (
    <>
      <input
        key={opened}
        ref={focusOn}
        className="topic0-input"
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={strings.find}
        placeholder={strings.findHelp}
        value={text}
        onChange={(event) => find.search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          find.step(event.shiftKey ? -1 : 1)
        }}
      />
      {/* Counts up while rows are searched; only the final count is announced. */}
      <span className="topic0-muted topic0-number" aria-hidden="true">
        {textOf(isBusy)}
      </span>
      <Announcement kind={isSearching ? '' : `${current} ${text}`}>{textOf(isSearching, 0)}</Announcement>
      <IconButton icon={icons.up} name={strings.findPrevious} onClick={() => find.step(-1)} />
      <IconButton icon={icons.down} name={strings.findNext} onClick={() => find.step(1)} />
      <IconButton icon={icons.cross} name={strings.dismiss} onClick={find.close} />
    </>
  )
}

function focusOn(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}
