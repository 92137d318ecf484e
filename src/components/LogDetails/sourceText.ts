import type { DecodedEvent } from '../../logs/Log.ts'
import type { LogDetailsStrings } from './logDetailsStrings.ts'

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
