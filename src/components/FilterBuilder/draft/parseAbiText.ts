import type { Abi } from 'viem'
import { compileEvent } from '../../../logs/decode/compileEvent.ts'
import { isEvent } from '../../../logs/filter/isEvent.ts'
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
  try {
    const read = parseEventText(text, [], strings)
    if ('problem' in read) return read
    const events = read.events.filter((event) => isEvent(event) && compileEvent(event, 'given'))
    if (events.length === 0) return { problem: strings.abiWithoutEvents }
    return { abi: [...events, ...(read.functions ?? [])] }
  } catch (error) {
    // Types nested so deeply that they exhaust the stack.
    if (error instanceof RangeError) return { problem: strings.jsonUnreadable }
    throw error
  }
}
