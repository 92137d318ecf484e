import { parseAbiItem } from 'viem'
import type { AbiEvent } from 'viem'

/**
 * Reads one event as Solidity writes it, with or without the word `event`, `anonymous` or not.
 *
 * @throws what viem's `parseAbiItem` throws for text that is none.
 */
export function parseEventSignature(text: string): AbiEvent {
  const anonymous = /\)\s*anonymous\s*;?$/.exec(text)
  const signature = anonymous ? text.slice(0, anonymous.index + 1) : text
  const event = parseAbiItem(/^event\s/.test(signature) ? signature : `event ${signature}`) as AbiEvent
  return anonymous ? { ...event, anonymous: true } : event
}
