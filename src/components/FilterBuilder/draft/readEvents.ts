import type { AbiEvent, Hex } from 'viem'
import { formatEvent } from '../../../logs/filter/formats/formatEvent.ts'
import type { FilterDraft } from './FilterDraft.ts'
import type { FilterStrings } from './filterStrings.ts'
import { parseEventText, type EventText } from './parseEventText.ts'

/** The distinct events of a draft: selected ones, and those in the event field if they can be parsed. */
export function readEvents(
  { events: selected, event }: Pick<FilterDraft, 'events' | 'event'>,
  known: readonly AbiEvent[],
  strings: FilterStrings['issues'],
): EventText | { problem: string } {
  const texts = [...selected, event].filter((text) => text.trim() !== '')
  if (texts.length === 0) return { problem: strings.eventMissing }
  const events = new Map<string, AbiEvent>()
  const topics: Hex[] = []
  for (const text of texts) {
    const read = parseEventText(text, known, strings)
    if ('problem' in read) return read
    for (const found of read.events) events.set(formatEvent(found), found)
    topics.push(...read.topics)
  }
  return { events: [...events.values()], topics }
}
