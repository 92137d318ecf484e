import type { EndpointLesson } from '../Pool.ts'

const hour = 3_600_000
/**
 * What a node said itself is soon said again, and what was guessed may be far from the truth: each costs one refusal to find
 * out. A batch costs all of its calls, and gains little. How often one may ask depends on who else asks from the same address.
 */
const believe = { stated: 24 * hour, guessed: hour, batch: 7 * 24 * hour, rate: hour / 6 }

/** When a lesson is too old to go by, in milliseconds since the epoch. */
export function believedUntil({ limit, learnedAt, stated }: EndpointLesson): number {
  const kind = limit === 'batch' || limit === 'rate' ? limit : stated ? 'stated' : 'guessed'
  return learnedAt + believe[kind]
}
