import type { EndpointLesson } from './Pool.ts'

/** Providers change their limits; a week-old one is worth finding out again. */
const believe = 7 * 86_400_000
/** How often one may ask depends on who else asks from the same address. */
const believeRate = 600_000

/** When a lesson is too old to go by, in milliseconds since the epoch. */
export function believedUntil({ limit, learnedAt }: EndpointLesson): number {
  return learnedAt + (limit === 'rate' ? believeRate : believe)
}
