import type { BlockInterval } from '../Coverage.ts'
import type { RawLog } from '../Log.ts'
import { compareLogs } from '../order.ts'
import { createBlockCounter } from './createBlockCounter.ts'
import type { LogList } from './LogList.ts'

/** The first log within an interval of blocks, in ascending or descending logs; `undefined` if there is none. */
export function firstLogIn<row extends RawLog>(
  logs: LogList<row> | readonly row[],
  { from, to }: BlockInterval,
): row | undefined {
  const before = createBlockCounter(logs)
  const index = before(from)
  if (before(to + 1n) === index) return undefined
  const newestFirst = compareLogs(logs.at(0)!, logs.at(-1)!) > 0
  return logs.at(newestFirst ? logs.length - 1 - index : index)
}
