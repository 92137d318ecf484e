import type { AbiEvent } from 'viem'
import { isEvent } from './isEvent.ts'
import { parseEventSignature } from './parseEventSignature.ts'

// Grammars cost time; no event has a signature of this length.
const maxLength = 20_000

/** An event from the text that `formatEvent` writes: a signature, or JSON; `undefined` when it is none. */
export function readEvent(text: string): AbiEvent | undefined {
  if (text.length > maxLength) return undefined
  try {
    const event: unknown = text.startsWith('{') ? JSON.parse(text) : parseEventSignature(text)
    return isEvent(event) ? event : undefined
  } catch {
    // What cannot be read is no event: the caller says so.
    return undefined
  }
}
