'use client'
import type { ArgWord } from '../../logs/decode/argWords.ts'
import type { DecodedEvent } from '../../logs/Log.ts'
import { ChainText } from '../values/ChainText.tsx'
import { useStrings } from '../strings/useStrings.ts'
import { logDetailsStrings } from './logDetailsStrings.ts'

interface WordLabelProps {
  event: DecodedEvent
  word: ArgWord | undefined
  /** Whether it is the first topic. @default false */
  isEvent?: boolean | undefined
}

/** Labels a 32-byte word: the event, an argument, or an offset or length. */
export function WordLabel({ event, word, isEvent = false }: WordLabelProps) {
  const strings = useStrings(logDetailsStrings)
  if (!word) return isEvent ? <span className="topic0-word-label">{strings.event}</span> : null
  const arg = event.args[word.arg]
  const name = arg?.name ? <ChainText text={arg.name} /> : <em>{strings.unnamed}</em>
  const role = { value: undefined, offset: strings.wordOffset, length: strings.wordLength }[word.role]
  return (
    <span className="topic0-word-label" data-state={word.role}>
      {name}
      {role !== undefined && <span className="topic0-muted"> {role}</span>}
    </span>
  )
}
