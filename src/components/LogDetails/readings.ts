import type { DecodedEvent, EventMisfit } from '../../logs/Log.ts'
import type { LogDetailsStrings } from './logDetailsStrings.ts'

/** Removes duplicate readings: a given ABI and a known event often agree. */
export function distinctReadings(
  decoded: DecodedEvent | undefined,
  candidates: readonly DecodedEvent[],
): readonly DecodedEvent[] {
  const all = decoded ? [decoded, ...candidates] : candidates
  return [...new Map(all.toReversed().map((event) => [readingText(event), event])).values()].toReversed()
}

/** An event as Solidity declares it: `Transfer(address indexed from, uint256 value)`. */
export function readingText({ name, args }: Pick<EventMisfit, 'name' | 'args'>): string {
  const inputs = args.map((arg) => [arg.type, arg.indexed && 'indexed', arg.name].filter(Boolean).join(' '))
  return `${name}(${inputs.join(', ')})`
}

/** The source of a reading: ABI, known event, lookup or guess. */
export function sourceText({ source }: DecodedEvent, strings: LogDetailsStrings): string {
  const texts = {
    given: strings.sourceGiven,
    known: strings.sourceKnown,
    'looked-up': strings.sourceLookedUp,
    guessed: strings.sourceGuessed,
  }
  return texts[source]
}
