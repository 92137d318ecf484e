import type { Abi } from 'viem'
import { isEvent } from '../../../logs/filter/formats/isEvent.ts'
import type { FilterStrings } from './filterStrings.ts'
import { parseEventText } from './parseEventText.ts'

/**
 * Parses the ABI of a contract to decode with: JSON, an artifact, a human-readable ABI or Solidity. Keeps its events and
 * functions.
 */
export function parseAbiText(
  text: string,
  strings: FilterStrings['issues'],
): { abi: Abi } | { problem: string } {
  const read = parseEventText(text, [], strings)
  if ('problem' in read) return read
  const events = read.events.filter(isEvent)
  if (events.length === 0) return { problem: strings.abiWithoutEvents }
  return { abi: [...events, ...(read.functions ?? [])] }
}
