import type { BudgetStatus } from '../../../rpc/createBudget.ts'

/** The share of the day's budget that polling leaves for the user's own requests. */
const reserve = 0.2
/** Once only the reserve is left, polling uses at most this share of it. */
const shareOfReserve = 0.125
/** Milliseconds between two polls of a hidden page. */
const hiddenInterval = 120_000
/** Most milliseconds between two polls, so that a new day's budget is noticed. */
const longest = 900_000

/**
 * Milliseconds between two polls with which the budget lasts until the end of the day, and a share of it is left for the
 * user's own requests.
 */
export function budgetedInterval({
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
  // Whole seconds, so that the interval can be shown and does not change all the time.
  return Math.max(wanted, Math.min(longest, Math.ceil(even / 1_000) * 1_000))
}
