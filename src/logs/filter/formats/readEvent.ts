import type { AbiEvent } from 'viem'
import { isEvent } from '../isEvent.ts'
import { parseEventSignature } from './parseEventSignature.ts'

// Limits parsing time: no event has a longer signature.
const maxLength = 20_000

/** Parses an event from `formatEvent`: a signature or JSON; `undefined` for other text. */
export function readEvent(text: string): AbiEvent | undefined {
  if (text.length > maxLength) return undefined
  try {
    const event: unknown = text.startsWith('{') ? JSON.parse(text) : parseEventSignature(text)
    return isEvent(event) ? event : undefined
  } catch {
    // The caller reports unreadable text.
    return undefined
  }
}
