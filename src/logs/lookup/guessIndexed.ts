import type { AbiEvent } from 'viem'
import { fittingSplits } from '../decode/eventSplits.ts'
import type { RawLog } from '../Log.ts'

/**
 * An event whose signature does not say which arguments are indexed, in the ways that fit a log: as many as it has
 * topics, each value such as its type allows. First those that come first in the signature, as contracts mostly have it.
 */
export function guessIndexed(event: AbiEvent, log: Pick<RawLog, 'topics' | 'data'>): readonly AbiEvent[] {
  return event.inputs.some(({ indexed }) => indexed !== undefined) ? [event] : fittingSplits(event, log)
}
