import type { Pool } from '../../../rpc/Pool.ts'
import { HistoryReach } from './HistoryReach.ts'

const known = new WeakMap<object, HistoryReach>()

/** What is known of how far back a pool's endpoints reach: the same for every view of the pool. */
export function getHistoryReach({ budget, clock }: Pool): HistoryReach {
  // Views of a pool are objects of their own, and share its budget.
  let reach = known.get(budget)
  if (!reach) known.set(budget, (reach = new HistoryReach(clock)))
  return reach
}
