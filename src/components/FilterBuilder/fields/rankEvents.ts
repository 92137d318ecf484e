import type { AbiEvent } from 'viem'
import { eventTopic } from '../../../logs/filter/eventTopic.ts'

/**
 * The events that match a search, best first: by the start of the name, then its middle, then the arguments or
 * the contract's label. The start of a first topic matches, too.
 */
export function rankEvents(options: readonly EventOption[], typed: string): readonly EventOption[] {
  const wanted = typed
    .trim()
    .toLowerCase()
    .replace(/^event\s+/, '')
  if (wanted === '') return options
  return options
    .flatMap((option) => {
      const rank = rankOf(option, wanted)
      return rank === undefined ? [] : [{ option, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}

function rankOf({ text, event, source }: EventOption, wanted: string): number | undefined {
  const name = event.name.toLowerCase()
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.includes(wanted)) return 2
  if (text.toLowerCase().includes(wanted) || source.toLowerCase().includes(wanted)) return 3
  const topic = wanted.startsWith('0x') && wanted.length >= 6 && !event.anonymous
  return topic && eventTopic(event).startsWith(wanted) ? 1 : undefined
}

/** An offered event, with the contract that declares it. */
export interface EventOption {
  /** The text to select: its signature. */
  readonly text: string
  readonly event: AbiEvent
  /** The label of a contract, or "Well-known events". */
  readonly source: string
}
