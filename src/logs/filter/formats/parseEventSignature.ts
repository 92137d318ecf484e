import { parseAbiItem, type AbiEvent } from 'viem'

/**
 * Parses one event in Solidity syntax, with or without the word `event`, anonymous or not. `structs` are the structs
 * that its arguments use: `struct Point { uint256 x; uint256 y; }`.
 *
 * @throws what viem's `parseAbiItem` throws for other text.
 */
export function parseEventSignature(text: string, structs: readonly string[] = []): AbiEvent {
  const line = inOneLine(text)
  const anonymous = /\)\s*anonymous$/.exec(line)
  const signature = anonymous ? line.slice(0, anonymous.index + 1) : line
  const written = /^event\s/.test(signature) ? signature : `event ${signature}`
  const event = parseAbiItem([written, ...structs.map(inOneLine)]) as AbiEvent
  return anonymous ? { ...event, anonymous: true } : event
}

/** Normalizes white space to what viem accepts, and drops a semicolon at the end. */
function inOneLine(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([(,]) /g, '$1')
    .replaceAll(/ ([),])/g, '$1')
    .replace(/ ?;$/, '')
}
