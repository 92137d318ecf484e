import type { AbiEvent } from 'viem'
import { fittingSplits } from '../decode/eventSplits.ts'
import type { RawLog } from '../Log.ts'

/**
 * The versions of an event that fit a log, if its signature does not say which arguments are indexed: those with a
 * matching number of indexed arguments and valid values. Leading arguments are tried as indexed first, as most
 * contracts declare them.
 */
export function guessIndexed(event: AbiEvent, log: Pick<RawLog, 'topics' | 'data'>): readonly AbiEvent[] {
  if (event.inputs.some(({ indexed }) => indexed !== undefined)) return [event]
  return fittingSplits(event, log).map(({ abi }) => abi)
}
