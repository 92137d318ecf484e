import type { BudgetStatus } from '../../rpc/createBudget.ts'

/** The part of what is left of the day that polling may spend; the rest is for what people ask for. */
const share = 0.8
/** Milliseconds between two polls of a page that nobody looks at. */
const hiddenInterval = 120_000
/** Milliseconds between two polls at most, so that a new day's budget is noticed. */
const longest = 900_000

/** How many milliseconds to wait between two polls, so that the day's budget lasts until the day ends. */
export function pollingPace({
  least,
  budget,
  callsPerPoll,
  now,
  isHidden,
}: {
  least: number
  budget: Pick<BudgetStatus, 'remaining' | 'resetsAt' | 'overridden'>
  callsPerPoll: number
  now: number
  isHidden: boolean
}): number {
  const { remaining, resetsAt, overridden } = budget
  const wanted = isHidden ? Math.max(least, hiddenInterval) : least
  if (remaining === undefined || overridden) return wanted
  const polls = (remaining * share) / callsPerPoll
  const even = polls < 1 ? longest : (resetsAt - now) / polls
  if (even <= wanted) return wanted
  // Whole seconds, so that the pace can be told to people and does not change all the time.
  return Math.max(wanted, Math.min(longest, Math.ceil(even / 1_000) * 1_000))
}
