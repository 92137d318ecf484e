import type { DecodedEvent } from '../../logs/Log.ts'
import { readingText } from './readingText.ts'

/** Readings without those that say the same as one before them: a given ABI and a known event often agree. */
export function distinctReadings(
  decoded: DecodedEvent | undefined,
  candidates: readonly DecodedEvent[],
): readonly DecodedEvent[] {
  const all = decoded ? [decoded, ...candidates] : candidates
  return [...new Map(all.toReversed().map((event) => [readingText(event), event])).values()].toReversed()
}
