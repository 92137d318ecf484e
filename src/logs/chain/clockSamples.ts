import type { RawLog } from '../Log.ts'
import { firstLogIn } from '../list/firstLogIn.ts'
import type { LogList } from '../list/LogList.ts'

// So many at most, and at least half as many where there are logs everywhere.
const most = 16n

/**
 * A few logs, spread evenly over the blocks of a list in the chain's order either way, whose times tell the pace of the
 * chain between them. When logs come at one end and go at the other they stay the same ones, so that nothing is asked for
 * again.
 */
export function clockSamples(logs: LogList<RawLog> | readonly RawLog[]): readonly RawLog[] {
  const a = logs.at(0)?.blockNumber
  const b = logs.at(-1)?.blockNumber
  if (a === undefined || b === undefined) return []
  const [first, last] = a < b ? [a, b] : [b, a]
  let cell = 1n
  while (last / cell - first / cell >= most) cell *= 2n
  const samples: RawLog[] = []
  // From the first cell that is whole: where the oldest logs go as new ones come, another would be first each time.
  for (let at = (first + cell - 1n) / cell; at <= last / cell; at++) {
    const log = firstLogIn(logs, { from: at * cell, to: (at + 1n) * cell - 1n })
    if (log) samples.push(log)
  }
  return samples
}
