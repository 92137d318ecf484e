import { parseAbiItem } from 'viem'
import type { AbiEvent } from 'viem'

/**
 * Reads one event as Solidity writes it, with or without the word `event`, `anonymous` or not. `structs` are those that its
 * arguments are of: `struct Point { uint256 x; uint256 y; }`.
 *
 * @throws what viem's `parseAbiItem` throws for text that is none.
 */
export function parseEventSignature(text: string, structs: readonly string[] = []): AbiEvent {
  const line = inOneLine(text)
  const anonymous = /\)\s*anonymous\s*;?$/.exec(line)
  const signature = anonymous ? line.slice(0, anonymous.index + 1) : line
  const written = /^event\s/.test(signature) ? signature : `event ${signature}`
  const event = parseAbiItem([written, ...structs.map(inOneLine)]) as AbiEvent
  return anonymous ? { ...event, anonymous: true } : event
}

/** With no more space than viem reads. */
function inOneLine(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([(,]) /g, '$1')
    .replaceAll(/ ([),])/g, '$1')
}
