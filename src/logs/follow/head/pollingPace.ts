import type { BudgetStatus } from '../../../rpc/createBudget.ts'

/** The part of the day's calls that polling leaves for what people ask for. */
const reserve = 0.2
/** Once they have spent so much themselves that no more than the reserve is left, polling takes this part of it at most. */
const shareOfReserve = 0.125
/** Milliseconds between two polls of a page that nobody looks at. */
const hiddenInterval = 120_000
/** Milliseconds between two polls at most, so that a new day's budget is noticed. */
const longest = 900_000

/**
 * How many milliseconds to wait between two polls, so that the day's budget lasts until the day ends, and a part of it is
 * left then for whoever wants to ask for something else.
 */
export function pollingPace({
  least,
  budget,
  callsPerPoll,
  now,
  isHidden,
}: {
  least: number
  budget: Pick<BudgetStatus, 'quota' | 'remaining' | 'resetsAt' | 'ignored'>
  callsPerPoll: number
  now: number
  isHidden: boolean
}): number {
  const { quota, remaining, resetsAt, ignored } = budget
  const wanted = isHidden ? Math.max(least, hiddenInterval) : least
  if (quota === undefined || remaining === undefined || ignored) return wanted
  const calls = Math.max(remaining - quota * reserve, remaining * shareOfReserve)
  const polls = calls / callsPerPoll
  const even = polls < 1 ? longest : (resetsAt - now) / polls
  if (even <= wanted) return wanted
  // Whole seconds, so that the pace can be told to people and does not change all the time.
  return Math.max(wanted, Math.min(longest, Math.ceil(even / 1_000) * 1_000))
}
